import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cardHolder, cardTicket, redeemedTicket } from '../card-tickets.ts'

export const cardCalls = {
  issueTicket: endpoint({
    method: 'POST',
    path: '/cards/ticket',
    policy: { permission: 'setting/base_data/driver' },
    summary: 'A ticket for the card site, valid once and for one minute',
    input: z.object({}),
    answer: cardTicket,
    audit: 'history',
  }),
  redeemTicket: endpoint({
    method: 'POST',
    path: '/integration/card-tickets',
    policy: 'integration',
    summary: 'Redeems a ticket of the card site, once, and returns its user',
    input: redeemedTicket,
    describedInput: redeemedTicket,
    answer: cardHolder,
    audit: 'history',
  }),
}
