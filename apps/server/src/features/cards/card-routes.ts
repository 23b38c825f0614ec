import { cardCalls } from '@tanker/contract/endpoints/cards'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { issueTicket, redeemTicket } from './card-tickets.ts'
import { cardErrors } from './card-errors.ts'

/** A ticket and its frame. */
const MAX_TICKET_BYTES = 4_096

/** The way to the external site that manages drivers' cards (readings: driver), without handing it a session. */
export const cardRoutes = ({ db: everything, settings, now }: HttpParts): Route[] => [
  handle(cardCalls.issueTicket, async ({ user }) => {
    if (settings.cardSite === null) throw cardErrors.noSite()
    return {
      address: settings.cardSite,
      ticket: await issueTicket(everything, { id: user.id, userName: user.userName, organisationId: user.scope.organisationId }, now()),
    }
  }),
  handle(
    cardCalls.redeemTicket,
    async ({ input, sender }) => {
      const holder = await redeemTicket(everything, input.ticket, sender, now())
      if (holder === null) throw cardErrors.ticketNotGood()
      return holder
    },
    { bodyLimit: MAX_TICKET_BYTES },
  ),
]
