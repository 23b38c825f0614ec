import { isSignedIn, someTabSignedIn } from './session.ts'

/**
 * A tab is a session of its own (spec 3.1); a further tab of the same browser is lent the first one's, so that a link
 * opened beside it needs no second sign-in, which would end the first. Nothing is written where it outlives the tabs.
 */
const CHANNEL = 'tanker-session'
/** A tab in the background is slow to answer. */
const answerWithinMs = 1_000

type Message = { readonly ask: true } | { readonly session: Readonly<Record<string, string>> }

/** Asks the other tabs for their session, once, before the web console begins; they answer within moments or not at all. */
export function borrowSession(): Promise<void> {
  if (isSignedIn() || !someTabSignedIn() || typeof BroadcastChannel === 'undefined') return Promise.resolve()
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const done = (): void => {
      clearTimeout(timer)
      channel.close()
      resolve()
    }
    const timer = setTimeout(done, answerWithinMs)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (!('session' in data)) return
      for (const [key, value] of Object.entries(data.session)) sessionStorage.setItem(key, value)
      done()
    })
    channel.postMessage({ ask: true } satisfies Message)
  })
}

/** Lends this tab's session, as long as it has one, to tabs that ask. */
export function lendSession(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (!('ask' in data) || !isSignedIn()) return
    const { visitedViews: _, ...session } = Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>
    channel.postMessage({ session } satisfies Message)
  })
}
