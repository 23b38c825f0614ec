import { z } from 'zod'

/** POST /cards/ticket: where the external card site is, and what lets this user in there, once and within a minute. */
export const cardTicket = z.object({ address: z.string(), ticket: z.string() })

/** How long a ticket is good for, milliseconds. */
export const CARD_TICKET_MS = 60_000

/** POST /integration/card-tickets: the card site hands in a ticket and learns whose it is. */
export const redeemedTicket = z.object({ ticket: z.string().max(200) })
export const cardHolder = z.object({
  userName: z.string(),
  name: z.string(),
  companyCode: z.string(),
  companyName: z.string(),
})
