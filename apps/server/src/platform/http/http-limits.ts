import { openFileLimit } from '../health/open-file-limit.ts'

/** Share of the open-file limit for browser sockets; the rest is for trucks, the database and files. */
const MAX_PART_OF_FILES = 0.25
/** Sockets per address. A browser opens six and one for alarms; enough for an office of thirty people behind one address. */
const MAX_SOCKETS_OF_ADDRESS = 200
/** Time for the headers to arrive, ms. */
const MAX_HEADERS_MS = 15_000
/** Time for a request with its body to arrive, ms; the largest file at 50 kB/s. */
const MAX_REQUEST_MS = 100_000
/** A client that reads nothing of a file for this long is disconnected, ms. */
const MAX_UNREAD_MS = 30_000
/** Time limit of an export, ms: it holds a connection and a snapshot of the database. */
const MAX_EXPORT_MS = 600_000

/** Bounds on sockets and durations. */
export type HttpLimits = {
  readonly sockets: number
  readonly socketsOfAddress: number
  readonly headersWithinMs: number
  readonly requestWithinMs: number
  /** Interval of the check for late requests. */
  readonly lookEveryMs: number
  readonly unreadMs: number
  readonly exportWithinMs: number
}

/** The limits in operation, from the open-file limit of this process. */
export const httpLimits = async (): Promise<HttpLimits> => ({
  sockets: Math.max(100, Math.floor((await openFileLimit()) * MAX_PART_OF_FILES)),
  socketsOfAddress: MAX_SOCKETS_OF_ADDRESS,
  headersWithinMs: MAX_HEADERS_MS,
  requestWithinMs: MAX_REQUEST_MS,
  lookEveryMs: 5_000,
  unreadMs: MAX_UNREAD_MS,
  exportWithinMs: MAX_EXPORT_MS,
})
