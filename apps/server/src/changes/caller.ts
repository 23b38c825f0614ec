import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a call comes from, as the server sees it: the socket's address or what a trusted proxy says, never a claim of the browser. */
export type CallerPlace = {
  readonly address: string
  /** The User-Agent header, cut; empty without one. */
  readonly browser: string
}

/** Longest User-Agent that is kept: browsers send about 120 signs, and anybody may send thousands. */
const MAX_BROWSER_LENGTH = 300

const places = new AsyncLocalStorage<CallerPlace>()

/** Runs a call; everything it records carries where it comes from. */
export const callFrom = <T>(address: string, browser: string | undefined, run: () => Promise<T>): Promise<T> =>
  places.run({ address, browser: (browser ?? '').slice(0, MAX_BROWSER_LENGTH) }, run)

/** Where the running call comes from; null in a job or a command of the terminal. */
export const caller = (): CallerPlace | null => places.getStore() ?? null
