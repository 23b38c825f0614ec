import { smsCalls } from '@tanker/contract/endpoints/sms'
import { changerOf } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { resendMessage } from './resend-message.ts'
import { topUpAccount } from './top-up.ts'
import { smsErrors } from './sms-errors.ts'

/** Text messages: accounts, and resending of failed messages. */
export const smsRoutes = ({ bus, now }: Pick<HttpParts, 'bus' | 'now'>): Route[] => [
  handle(smsCalls.topUp, async ({ input, db, user }) => {
    const balance = await topUpAccount(db, input, changerOf(user, now()))
    if (balance === null) throw errors.organisationNotFound()
    bus.publish('outbox', '')
    return { balance }
  }),
  handle(smsCalls.resend, async ({ input, db, user }) => {
    const outcome = await resendMessage(db, input.id, changerOf(user, now()))
    if (outcome === 'not-found') throw errors.rowNotFound()
    if (outcome === 'not-failed') throw smsErrors.notFailed()
    bus.publish('outbox', '')
    return null
  }),
]
