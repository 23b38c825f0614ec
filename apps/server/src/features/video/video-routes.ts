import { videoCalls } from '@tanker/contract/endpoints/video'
import { LIVE_SOCKET_PATH } from '@tanker/contract/video'
import { cameraName } from '@tanker/contract/remote-control'
import { sql } from 'kysely'
import { changerOf, recordChanges } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { truckOfVideo } from './truck-of-video.ts'
import { videoErrors } from './video-errors.ts'
import { dayOf } from './video-traffic.ts'

/** What may be watched of a truck, and tickets to do it. */
export const liveRoutes = ({ settings, liveTickets, now }: HttpParts): Route[] => [
  handle(videoCalls.channels, async ({ input, db }) => {
    const truck = await truckOfVideo(db, input.truckId)
    const day = dayOf(now().getTime(), truck.zone_offset_minutes)
    const { rows } = await sql<{ online: boolean; bytes: string }>`
      SELECT EXISTS (SELECT FROM terminal_session s WHERE s.truck_id = ${truck.id} AND s.ended_at IS NULL) AS online,
        (SELECT coalesce(sum(v.bytes), 0) FROM video_traffic v
          WHERE v.truck_id = ${truck.id} AND v.day >= date_trunc('month', ${day}::date)::date AND v.day <= ${day}::date) AS bytes`.execute(
      db.read,
    )
    return {
      truckId: truck.id,
      plate: truck.plate,
      ready: settings.video !== null,
      online: rows[0]?.online === true,
      channels: Array.from({ length: truck.channel_count }, (_, i) => ({
        channel: i + 1,
        camera: cameraName.safeParse(truck.camera_channels[i]).data ?? null,
      })),
      trafficBytes: Number(rows[0]?.bytes ?? 0),
    }
  }),

  handle(videoCalls.live, async ({ input: { truckId, channel, stream }, db, user }) => {
    const truck = await truckOfVideo(db, truckId, channel)
    if (settings.video === null) throw videoErrors.notSetUp()
    const ticket = liveTickets.issue({
      userId: user.id,
      truckId,
      organisationId: truck.organisation_id,
      phone: truck.terminal_phone,
      zoneOffsetMinutes: truck.zone_offset_minutes,
      channel,
      stream,
    })
    if (ticket === null) throw videoErrors.tooManyTickets()
    await db.unscoped
      .transaction()
      .execute((transaction) =>
        recordChanges(transaction, changerOf(user, now()), [
          { entity: 'truck', rowId: truckId, organisationId: truck.organisation_id, action: 'watch', old: null, new: { channel, stream } },
        ]),
      )
    return { ticket, path: `${LIVE_SOCKET_PATH}?ticket=${ticket}` }
  }),
]
