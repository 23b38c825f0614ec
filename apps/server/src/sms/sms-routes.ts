import { resentMessage, topUp } from '@tanker/contract/text-messages'
import { z } from 'zod'
import { changerOf } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { resendMessage } from './resend-message.ts'
import { topUpAccount } from './top-up.ts'

/** Text messages: accounts, and resending of failed messages. */
export const smsRoutes = ({ bus, now }: Pick<HttpParts, 'bus' | 'now'>): Route[] => [
  userRoute({
    method: 'POST',
    path: '/sms/topUp',
    audit: 'history',
    policy: { function: 'sms:top-up' },
    summary: 'Record a top-up of an organisation’s messages; idempotent per request',
    input: topUp,
    answer: z.object({ balance: z.number().int() }),
    handle: async ({ input, db, user }) => {
      const balance = await topUpAccount(db, input, changerOf(user, now()))
      if (balance === null) throw errors.organisationNotFound()
      bus.publish('outbox', '')
      return { balance }
    },
  }),
  userRoute({
    method: 'POST',
    path: '/sms/resend',
    audit: 'history',
    policy: { function: 'sms:resend' },
    summary: 'Resend a failed message',
    input: resentMessage,
    answer: z.null(),
    handle: async ({ input, db, user }) => {
      const outcome = await resendMessage(db, input.id, changerOf(user, now()))
      if (outcome === 'not-found') throw errors.rowNotFound()
      if (outcome === 'not-failed') throw errors.messageNotFailed()
      bus.publish('outbox', '')
      return null
    },
  }),
]
