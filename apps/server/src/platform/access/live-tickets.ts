import { randomBytes } from 'node:crypto'
import type { VideoStream } from '@tanker/contract/video'

/** What a ticket lets its user watch. */
export type LiveGrant = {
  readonly userId: number
  readonly truckId: number
  readonly organisationId: number
  readonly phone: string
  /** Minutes east of UTC, for the days of its traffic. */
  readonly zoneOffsetMinutes: number
  readonly channel: number
  readonly stream: VideoStream
}

/** What a ticket lets its user play back: a stretch of time, and where to begin, milliseconds. */
export type PlaybackGrant = Omit<LiveGrant, 'stream'> & { readonly from: number; readonly to: number; readonly at: number }

/** Tickets that were not used; more are not issued until some expire. */
const MAX_TICKETS = 2_000
/** The same for one user: several pages of eight windows. */
const MAX_TICKETS_A_USER = 48
const TICKET_BYTES = 32

/** Tickets for media sockets of this process, each for one user, once, and for a short time. */
export class LiveTickets<Grant extends { readonly userId: number } = LiveGrant> {
  readonly #tickets = new Map<string, { readonly grant: Grant; readonly until: number }>()
  readonly #now: () => number
  readonly #validMs: number

  constructor(now: () => number, validMs: number) {
    this.#now = now
    this.#validMs = validMs
  }

  /** Null when the user, or all users together, have too many. */
  issue(grant: Grant): string | null {
    const at = this.#now()
    let ofUser = 0
    for (const [ticket, { grant: other, until }] of this.#tickets) {
      if (until <= at) this.#tickets.delete(ticket)
      else if (other.userId === grant.userId) ofUser += 1
    }
    if (this.#tickets.size >= MAX_TICKETS || ofUser >= MAX_TICKETS_A_USER) return null
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    this.#tickets.set(ticket, { grant, until: at + this.#validMs })
    return ticket
  }

  /** What the ticket is for; null for one that is unknown, used, expired or of another user. */
  redeem(ticket: string, userId: number): Grant | null {
    const found = this.#tickets.get(ticket)
    if (found === undefined || found.grant.userId !== userId) return null
    this.#tickets.delete(ticket)
    return found.until > this.#now() ? found.grant : null
  }
}
