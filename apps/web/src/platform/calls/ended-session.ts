import type { Duty, SessionEnd } from '@tanker/contract/session'
import { forgetSession, isSignedIn, readSession } from './session.ts'

/** Why the user is at the sign-in page; null who asked for a page without being signed in. */
export type Ended = SessionEnd | `owes-${Duty}` | null

/** What the sign-in page says, and where it leads back to. Kept in session storage, so that changing the language there loses nothing. */
export type LeftPage = { readonly ended: Ended; /** Null if it is not known. */ readonly userName: string | null; readonly to: string }

const KEPT_AS = 'leftPage'

const keep = (left: LeftPage): void => sessionStorage.setItem(KEPT_AS, JSON.stringify(left))
const here = (): string => location.pathname + location.search

export const leftPage = (): LeftPage | null => JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null') as LeftPage | null

/** A page leaves once: a second navigation would stop the first. */
let leaving = false

/** The session is over: everything of it is forgotten but the reason and the page, and the sign-in begins. */
export function leaveSession(ended: Ended): void {
  // Several calls are refused at once, and the feed closes: the first one says what was left.
  if (leaving) return
  leaving = true
  const left = isSignedIn() ? { ended, userName: readSession().token.userName, to: here() } : leftPage()
  forgetSession()
  keep(left ?? { ended, userName: null, to: here() })
  location.reload()
}

/** The user signs out: calls that the server refuses from here on are no end of the session to report. `end` is the call that ends it. */
export async function signOut(end: () => Promise<unknown>): Promise<void> {
  leaving = true
  await end().catch(() => {}) // leaving works without the server too
  forgetSession()
  location.assign('/login')
}

/** A page was asked for without a session. */
export const keepWantedPage = (to: string): void => keep({ ended: null, userName: null, ...leftPage(), to })

/** Where a user goes after the sign-in, and the end of what was kept: another user does not get the page of the one before. */
export function pageAfterSignIn(userName: string): string {
  const left = leftPage()
  sessionStorage.removeItem(KEPT_AS)
  if (left === null || (left.userName !== null && left.userName !== userName)) return '/'
  // An address of this site, never one of another.
  return /^\/(?![/\\])/.test(left.to) ? left.to : '/'
}
