import { headerId, keepHeaderId } from './session.ts'

/**
 * A session that gets a new pair of secrets goes on, here and in the other tabs of this browser. The cookie is shared by all tabs immediately;
 * the header id is handed to the tabs that hold the one before it.
 */
const CHANNEL = 'tanker-session-renewed'
/** A tab in the background is slow to answer; one that is renewing the session answers when it is done. */
const answerWithinMs = 2_000

type Renewal = { readonly from: string; readonly to: string }
type Message = { readonly ask: string } | Renewal

let renewal: Promise<unknown> = Promise.resolve()
let last: Renewal | null = null
let channel: BroadcastChannel | null = null
/** Called for each renewal by another tab. */
const waiting = new Set<() => void>()

/** Marks a call as one that gives the session a new pair of secrets, and keeps its new header id; other calls that fail wait for it. */
export const renewing = <T>(work: Promise<T>, idIn: (answer: T) => string | undefined): Promise<T> => {
  const from = headerId()
  const done = work.then((answer) => {
    const to = idIn(answer)
    if (to !== undefined) {
      keepHeaderId(to)
      if (from !== null) {
        last = { from, to }
        channel?.postMessage(last satisfies Message)
      }
    }
    return answer
  })
  renewal = done.catch(() => {})
  return done
}

/** Whether another tab renewed the session that had this header id; its new one is then kept here. */
const renewedElsewhere = (sent: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (channel === null) return resolve(false)
    const done = (): void => {
      clearTimeout(timer)
      waiting.delete(done)
      resolve(headerId() !== null && headerId() !== sent)
    }
    const timer = setTimeout(done, answerWithinMs)
    waiting.add(done)
    channel.postMessage({ ask: sent } satisfies Message)
  })

/** Whether the session goes on under another header id than the one that was sent, so that a refusal means nothing. */
export const wasRenewedSince = async (sent: string | null): Promise<boolean> => {
  await renewal
  if (sent === null || headerId() === null) return false
  return headerId() !== sent || renewedElsewhere(sent)
}

/** Takes new header ids from other tabs, and answers those that ask for this tab's. */
export const shareRenewals = (): void => {
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('ask' in data) {
      void renewal.then(() => {
        if (last?.from === data.ask) channel?.postMessage(last satisfies Message)
      })
      return
    }
    if (headerId() !== data.from) return
    keepHeaderId(data.to)
    for (const done of waiting) done()
  })
}
