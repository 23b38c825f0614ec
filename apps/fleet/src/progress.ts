import type { Tale } from './tale.ts'

const dayMs = 86_400_000
/** Shorter uploads are over before a line about them is read. */
const worthTellingMs = dayMs

/** A function to be called now and then: says how far the upload of stored days has come, and that it is done. */
export function tellProgress(left: () => readonly Tale[], say: (text: string) => void): () => void {
  const begunAt = Date.now()
  let mostMs = 0
  return () => {
    const leftMs = left().reduce((sum, { fromAt, toAt }) => sum + Math.max(0, toAt - fromAt), 0)
    if (leftMs > mostMs) mostMs = leftMs
    if (mostMs < worthTellingMs) return
    if (leftMs === 0) {
      mostMs = 0
      say('the stored days are uploaded')
      return
    }
    const share = 1 - leftMs / mostMs
    const minutes = share < 0.03 ? null : Math.ceil(((Date.now() - begunAt) / 60_000 / share) * (1 - share))
    say(`uploading stored days, ${Math.floor(share * 100)} %${minutes === null ? '' : `, about ${minutes} min left`}`)
  }
}
