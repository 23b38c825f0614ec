import { AsyncLocalStorage } from 'node:async_hooks'

/** Origin of a call as the server sees it: the socket's address or that from a trusted proxy, never a claim of the browser. */
export type CallerPlace = {
  readonly address: string
  /** The User-Agent header, cut; empty without one. */
  readonly browser: string
}

/** Longest stored User-Agent, in characters: browsers send about 120, but a client may send thousands. */
const MAX_BROWSER_LENGTH = 300

const places = new AsyncLocalStorage<CallerPlace>()

/** Runs a call; everything it records has its origin. */
export const callFrom = <T>(address: string, browser: string | undefined, run: () => Promise<T>): Promise<T> =>
  places.run({ address, browser: (browser ?? '').slice(0, MAX_BROWSER_LENGTH) }, run)

/** Origin of the running call; null in a job or a terminal command. */
export const caller = (): CallerPlace | null => places.getStore() ?? null
