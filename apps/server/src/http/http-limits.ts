import { openFileLimit } from '../gateway/open-file-limit.ts'

/** The part of the files that the process may open which sockets of browsers may take: the rest is for trucks, the database and files. */
const MAX_PART_OF_FILES = 0.25
/** Sockets of one address. A browser opens six and one for alarms; an office of thirty people behind one address has room. */
const MAX_SOCKETS_OF_ADDRESS = 200
/** Headers arrive within this, ms. */
const MAX_HEADERS_MS = 15_000
/** A request with its body arrives within this, ms; the largest file at 50 kB/s. */
const MAX_REQUEST_MS = 100_000
/** Who takes nothing of a file for this long is cut, ms. */
const MAX_UNREAD_MS = 30_000
/** An export takes at most this, ms: it holds a connection and a snapshot of the database. */
const MAX_EXPORT_MS = 600_000

/** How many sockets there may be, and how long things may take. */
export type HttpLimits = {
  readonly sockets: number
  readonly socketsOfAddress: number
  readonly headersWithinMs: number
  readonly requestWithinMs: number
  /** How often requests that are late are looked for. */
  readonly lookEveryMs: number
  readonly unreadMs: number
  readonly exportWithinMs: number
}

/** What holds in operation, by the files that this process may open. */
export const httpLimits = async (): Promise<HttpLimits> => ({
  sockets: Math.max(100, Math.floor((await openFileLimit()) * MAX_PART_OF_FILES)),
  socketsOfAddress: MAX_SOCKETS_OF_ADDRESS,
  headersWithinMs: MAX_HEADERS_MS,
  requestWithinMs: MAX_REQUEST_MS,
  lookEveryMs: 5_000,
  unreadMs: MAX_UNREAD_MS,
  exportWithinMs: MAX_EXPORT_MS,
})
