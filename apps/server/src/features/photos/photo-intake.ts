import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type PhotoKind, photoTrigger } from '@tanker/domain/devices/photo'
import type pg from 'pg'
import type { Logger } from 'pino'
import { deviceTimeToMs } from '@tanker/protocol/device-time'
import type { Message, MessageOfKind } from '@tanker/protocol/message'
import type { ReplyHandler } from '../../device-commands/sending.ts'
import type { Session } from '../../gateway/session.ts'
import { evidenceKind, evidencePath, type EvidenceStoreSetting, openEvidenceStore, openIncoming } from '../evidence/feature.ts'

/** Photos of a truck in 24 hours; each is below the largest message of a terminal. */
const MAX_PHOTOS_A_DAY = 500
const MAX_DISK_PERCENT = 90
/** A clock further ahead is wrong: then the time of receipt counts. */
const MAX_AHEAD_MS = 300_000
const DAY_MS = 86_400_000
/** Kinds of data of 0x0801. */
const PICTURE = 0

type PhotoIntakeOptions = EvidenceStoreSetting & { readonly pool: pg.Pool; readonly log: Logger; readonly now: () => number }
type MediaData = MessageOfKind<'media-data'>

/**
 * Takes in photos that terminals send by 0x0801. A terminal keeps a photo until 0x8800 says that it was received, which is sent once file
 * and row are durable; after a failure it sends it again. What is no photo, or beyond the truck's share of a day, is answered and not kept.
 */
export function photoIntake(options: PhotoIntakeOptions): ReplyHandler & { close(): void } {
  const { pool, log, now } = options
  const store = openEvidenceStore(options, now)
  const incoming = openIncoming(options)
  let count = 0

  async function keep(session: Session, message: MediaData, kind: PhotoKind): Promise<'kept' | 'too-many'> {
    const { truckId } = session
    const at = new Date(now())
    const { rows } = await pool.query<{ count: number }>({
      name: 'photos-of-day',
      text: 'SELECT count(*)::int AS count FROM photo WHERE truck_id = $1 AND received_at > $2',
      values: [truckId, new Date(at.getTime() - DAY_MS)],
    })
    if ((rows[0]?.count ?? 0) >= MAX_PHOTOS_A_DAY) return 'too-many'
    if ((await incoming.create().then(() => incoming.diskPercent())) > MAX_DISK_PERCENT) throw new Error('the disk is nearly full')
    const sha256 = createHash('sha256').update(message.data).digest()
    const digest = sha256.toString('hex').slice(0, 12)
    // Two that come at once from one truck must not share a file.
    const file = await incoming.pathOf(`photo-${truckId}-${process.pid}-${(count += 1)}`)
    await writeDurably(file, message.data)
    const path = evidencePath(at, `photo-${truckId}-${message.mediaId.toString(16).padStart(8, '0')}`, digest, kind)
    await store.keep(file, path, sha256)
    const { location } = message
    await pool.query({
      name: 'store-photo',
      text: `INSERT INTO photo (truck_id, organisation_id, media_id, channel, camera, trigger, taken_at, lat, lng, speed_kmh, kind, bytes, sha256, path, received_at)
        SELECT id, organisation_id, $2, $3::int, nullif(camera_channels[$3::int], ''), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 FROM truck WHERE id = $1
        ON CONFLICT (truck_id, media_id, sha256) DO NOTHING`,
      values: [
        truckId,
        message.mediaId,
        message.channel,
        photoTrigger(message.event),
        takenAt(message, session.model.zoneOffsetMinutes, at),
        location?.lat ?? null,
        location?.lng ?? null,
        location?.speedKmh ?? null,
        kind,
        message.data.length,
        sha256,
        path,
        at,
      ],
    })
    return 'kept'
  }

  return {
    async heard(session: Session, message: Message): Promise<void> {
      if (message.kind !== 'media-data') return
      const kind = photoKind(message)
      try {
        if (kind === null) log.warn({ truck: session.truckId, type: message.type }, 'a terminal sent media that is no photo; not kept')
        else if ((await keep(session, message, kind)) === 'too-many')
          log.warn({ truck: session.truckId }, 'too many photos of this truck within a day; not kept')
      } catch (error) {
        // Not answered, so the terminal keeps it and sends it again.
        log.warn({ err: error, truck: session.truckId }, 'failed to store a photo')
        return
      }
      if (!session.closed) session.connection.send({ kind: 'media-received', mediaId: message.mediaId }, session.phone, session.version)
    },
    close: () => store.close(),
  }
}

function photoKind({ type, data }: MediaData): PhotoKind | null {
  if (type !== PICTURE) return null
  const kind = evidenceKind(Buffer.from(data.subarray(0, 512)), data.length)
  return kind === 'jpg' || kind === 'png' ? kind : null
}

function takenAt({ location }: MediaData, zoneOffsetMinutes: number, at: Date): Date {
  const ms = location === undefined ? Number.NaN : deviceTimeToMs(location.time, zoneOffsetMinutes)
  return Number.isFinite(ms) && ms > 0 && ms < at.getTime() + MAX_AHEAD_MS ? new Date(ms) : at
}

async function writeDurably(file: string, data: Uint8Array): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(data)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
