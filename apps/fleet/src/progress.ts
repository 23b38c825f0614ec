import type { HistorySpan } from './history-replay.ts'

const dayMs = 86_400_000
/** Shorter uploads end too soon to be reported. */
const worthReportingMs = dayMs
/** Below this share the pace is too uncertain. */
const paceAfterShare = 0.03

export type Progress = {
  /** Call periodically: reports the progress of the upload of stored days and its end. */
  look(): void
  /** Acknowledged part of the current upload, ms of all trucks together; stored, so that the next run continues from it. */
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
  readonly left: () => readonly HistorySpan[]
  readonly say: (text: string) => void
  readonly now: () => number
  readonly doneMs: number
}): Progress {
  const begunAt = now()
  let doneMs = doneBefore
  let doneHereMs = 0
  let lastLeftMs = 0
  let isReported = false

  return {
    look() {
      const leftMs = left().reduce((sum, { fromAt, toAt }) => sum + Math.max(0, toAt - fromAt), 0)
      const uploadedMs = Math.max(0, lastLeftMs - leftMs)
      lastLeftMs = leftMs
      doneMs += uploadedMs
      doneHereMs += uploadedMs
      if (leftMs === 0) {
        if (isReported) say('the stored days are uploaded')
        isReported = false
        doneMs = 0
        doneHereMs = 0
        return
      }
      if (!isReported && doneMs + leftMs < worthReportingMs) return
      isReported = true
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
