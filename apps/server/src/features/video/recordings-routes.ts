import { videoCalls } from '@tanker/contract/endpoints/video'
import { PLAYBACK_SOCKET_PATH, type Recording } from '@tanker/contract/history-video'
import { deviceTimeToMs, msToDeviceTime } from '@tanker/protocol/device-time'
import { sql } from 'kysely'
import { changerOf, recordChanges } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import type { ListedRecording } from '../../platform/live-video/truck-prompts.ts'
import { refusalOf } from './live-hub.ts'
import { truckOfVideo } from './truck-of-video.ts'
import { videoErrors } from './video-errors.ts'

/** A recorder looks through its disk first. */
const MAX_ANSWER_MS = 15_000
const MAX_STRETCH_MS = 86_400_000
const minuteMs = 60_000
const ALL_ALARMS = new Uint8Array(8)

/** What recorders of trucks have, and tickets to play it. */
export const recordingsRoutes = ({ settings, playbackTickets, prompts, now }: HttpParts): Route[] => [
  handle(videoCalls.recordings, async ({ input: { truckId, channel, day }, db }) => {
    const truck = await truckOfVideo(db, truckId, channel)
    const { rows } = await sql<{ online: boolean }>`
      SELECT EXISTS (SELECT FROM terminal_session s WHERE s.truck_id = ${truck.id} AND s.ended_at IS NULL) AS online`.execute(db.read)
    if (rows[0]?.online !== true) throw videoErrors.notListed('offline')
    const zone = truck.zone_offset_minutes
    const begin = Date.parse(`${day}T00:00:00Z`) - zone * minuteMs
    const end = begin + MAX_STRETCH_MS
    const listed = await prompts.list(
      truckId,
      {
        kind: 'query-recordings',
        channel,
        from: msToDeviceTime(begin, zone),
        to: msToDeviceTime(end - 1_000, zone),
        alarmBits: ALL_ALARMS,
        media: 0,
        stream: 0,
        storage: 0,
      },
      MAX_ANSWER_MS,
    )
    if (typeof listed !== 'object') throw videoErrors.notListed(refusalOf(listed) ?? 'no-answer')
    const recordings = listed.recordings
      .filter((one) => one.channel === channel)
      .flatMap((one) => recordingOf(one, zone))
      .filter(({ from, to }) => Date.parse(from) < end && Date.parse(to) > begin)
      .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
    return { truckId, channel, begin: new Date(begin).toISOString(), recordings, isCut: listed.isCut }
  }),

  handle(videoCalls.playback, async ({ input, db, user }) => {
    const { truckId, channel } = input
    const truck = await truckOfVideo(db, truckId, channel)
    const [from, to, at] = [Date.parse(input.from), Date.parse(input.to), Date.parse(input.at)]
    if (from >= to || to - from > MAX_STRETCH_MS || at < from || at >= to) throw videoErrors.wrongStretch()
    if (settings.video === null) throw videoErrors.notSetUp()
    const ticket = playbackTickets.issue({
      userId: user.id,
      truckId,
      organisationId: truck.organisation_id,
      phone: truck.terminal_phone,
      zoneOffsetMinutes: truck.zone_offset_minutes,
      channel,
      from,
      to,
      at,
    })
    if (ticket === null) throw videoErrors.tooManyTickets()
    await db.unscoped.transaction().execute((transaction) =>
      recordChanges(transaction, changerOf(user, now()), [
        {
          entity: 'truck',
          rowId: truckId,
          organisationId: truck.organisation_id,
          action: 'replay',
          old: null,
          new: { channel, from: input.at, to: input.to },
        },
      ]),
    )
    return { ticket, path: `${PLAYBACK_SOCKET_PATH}?ticket=${ticket}` }
  }),
]

/** Nothing for times that are none, and for a recording that ends before it begins. */
function recordingOf({ from, to, alarmBits, bytes }: ListedRecording, zoneOffsetMinutes: number): Recording[] {
  const [begin, end] = [deviceTimeToMs(from, zoneOffsetMinutes), deviceTimeToMs(to, zoneOffsetMinutes)]
  if (!(begin < end)) return []
  const kind = alarmBits.some((byte) => byte !== 0) ? 'alarm' : 'timed'
  return [{ from: new Date(begin).toISOString(), to: new Date(end).toISOString(), kind, bytes }]
}
