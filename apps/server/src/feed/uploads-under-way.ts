import type { UploadReached } from '../platform/bus/uploads-payload.ts'

/** Upload progress as sent to a client. */
export type UploadNotice = {
  readonly trucks: number
  /** Device time that the truck which is furthest behind has reached, ISO 8601; null when no truck uploads. */
  readonly at: string | null
  /** Estimated time until all have caught up; null while unknown. */
  readonly leftMs: number | null
}

type Upload = { readonly firstAt: number; readonly firstHeardAt: number; at: number; heardAt: number }

/** After this silence an upload counts as ended: gateways report every five seconds. */
const ENDED_AFTER_MS = 20_000
/** Shorter measurements are too inaccurate for the pace. */
const PACE_AFTER_MS = 15_000
/** Uploads tracked at a time; further trucks are not counted. */
const MAX_FOLLOWED_TRUCKS = 20_000

/** Tracks which trucks upload stored data, from the gateways' messages on the bus. */
export function uploadsUnderWay(now: () => number): {
  hear(reached: readonly UploadReached[]): void
  /** No truck at all uploads. */
  isQuiet(): boolean
  /** Summary over the visible trucks. */
  notice(isVisible: (truckId: number) => boolean): UploadNotice
} {
  const uploads = new Map<number, Upload>()

  const forgetEnded = (): void => {
    for (const [truckId, { heardAt }] of uploads) if (now() - heardAt > ENDED_AFTER_MS) uploads.delete(truckId)
  }

  const leftMsOf = ({ firstAt, firstHeardAt, at, heardAt }: Upload): number | null => {
    const watchedMs = heardAt - firstHeardAt
    if (watchedMs < PACE_AFTER_MS || at <= firstAt) return null
    return Math.max(0, ((heardAt - at) / (at - firstAt)) * watchedMs - (now() - heardAt))
  }

  return {
    hear(reached) {
      forgetEnded()
      for (const [truckId, at] of reached) {
        const known = uploads.get(truckId)
        // Earlier than before: the truck starts another period.
        if (known && at >= known.at) Object.assign(known, { at, heardAt: now() })
        else if (known || uploads.size < MAX_FOLLOWED_TRUCKS) uploads.set(truckId, { firstAt: at, firstHeardAt: now(), at, heardAt: now() })
      }
    },

    isQuiet() {
      forgetEnded()
      return uploads.size === 0
    },

    notice(isVisible) {
      forgetEnded()
      let trucks = 0
      let oldest = Number.POSITIVE_INFINITY
      let leftMs: number | null = 0
      for (const [truckId, upload] of uploads) {
        if (!isVisible(truckId)) continue
        trucks++
        oldest = Math.min(oldest, upload.at)
        const left = leftMsOf(upload)
        leftMs = left === null || leftMs === null ? null : Math.max(leftMs, left)
      }
      return trucks === 0 ? { trucks, at: null, leftMs: null } : { trucks, at: new Date(oldest).toISOString(), leftMs }
    },
  }
}
