import type { Tale } from './tale.ts'

const dayMs = 86_400_000
/** Shorter uploads are over before a line about them is read. */
const worthTellingMs = dayMs
/** With less behind it the pace says little. */
const paceAfterShare = 0.03

export type Progress = {
  /** To be called now and then: says how far the upload of stored days has come, and that it is done. */
  look(): void
  /** How much of the upload under way the platform has, ms of all trucks together; kept, so that the next run goes on from there. */
  readonly doneMs: number
}

/**
 * @param left what is not uploaded yet, also of trucks that are still to come
 * @param doneMs from an earlier run of the same upload; 0 for a new one
 */
export function followProgress({
  left,
  say,
  now,
  doneMs: doneBefore,
}: {
  readonly left: () => readonly Tale[]
  readonly say: (text: string) => void
  readonly now: () => number
  readonly doneMs: number
}): Progress {
  const begunAt = now()
  let doneMs = doneBefore
  let doneHereMs = 0
  let lastLeftMs = 0
  let wasTold = false

  return {
    look() {
      const leftMs = left().reduce((sum, { fromAt, toAt }) => sum + Math.max(0, toAt - fromAt), 0)
      const uploadedMs = Math.max(0, lastLeftMs - leftMs)
      lastLeftMs = leftMs
      doneMs += uploadedMs
      doneHereMs += uploadedMs
      if (leftMs === 0) {
        if (wasTold) say('the stored days are uploaded')
        wasTold = false
        doneMs = 0
        doneHereMs = 0
        return
      }
      if (!wasTold && doneMs + leftMs < worthTellingMs) return
      wasTold = true
      const shareHere = doneHereMs / (doneHereMs + leftMs)
      const minutes = shareHere < paceAfterShare ? null : Math.ceil(((now() - begunAt) / 60_000 / shareHere) * (1 - shareHere))
      const percent = Math.floor((doneMs / (doneMs + leftMs)) * 100)
      say(`uploading stored days, ${percent} %${minutes === null ? '' : `, about ${minutes} min left`}`)
    },
    get doneMs() {
      return doneMs
    },
  }
}
