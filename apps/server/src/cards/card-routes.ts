import { cardHolder, cardTicket, redeemedTicket } from '@tanker/contract/card-tickets'
import { z } from 'zod'
import { errors } from '../http/errors.ts'
import type { HttpParts } from '../http/parts.ts'
import { integrationRoute, type Route, userRoute } from '../http/routes.ts'
import { issueTicket, redeemTicket } from './card-tickets.ts'

/** A ticket and its frame. */
const MAX_TICKET_BYTES = 4_096

/** The way to the external site that manages drivers' cards (readings: driver), without handing it a session. */
export const cardRoutes = ({ db: everything, settings, now }: HttpParts): Route[] => [
  userRoute({
    method: 'POST',
    path: '/cards/ticket',
    audit: 'history',
    policy: { function: 'setting/base_data/driver' },
    summary: 'A ticket for the card site, valid once and for one minute',
    input: z.object({}),
    answer: cardTicket,
    handle: async ({ user }) => {
      if (settings.cardSite === null) throw errors.noCardSite()
      return {
        address: settings.cardSite,
        ticket: await issueTicket(everything, { id: user.id, userName: user.userName, companyId: user.scope.companyId }, now()),
      }
    },
  }),
  integrationRoute({
    method: 'POST',
    path: '/integration/card-tickets',
    audit: 'history',
    summary: 'Redeems a ticket of the card site, once, and returns its user',
    input: redeemedTicket,
    describedInput: redeemedTicket,
    bodyLimit: MAX_TICKET_BYTES,
    answer: cardHolder,
    handle: async ({ input, sender }) => {
      const holder = await redeemTicket(everything, input.ticket, sender, now())
      if (holder === null) throw errors.ticketNotGood()
      return holder
    },
  }),
]
