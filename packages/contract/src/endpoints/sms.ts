import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { resentMessage, topUp } from '../text-messages.ts'

export const smsCalls = {
  topUp: endpoint({
    method: 'POST',
    path: '/sms/topUp',
    policy: { permission: 'sms:top-up' },
    summary: 'Record a top-up of an organisation’s messages; idempotent per request',
    input: topUp,
    answer: z.object({ balance: z.number().int() }),
    audit: 'history',
  }),
  resend: endpoint({
    method: 'POST',
    path: '/sms/resend',
    policy: { permission: 'sms:resend' },
    summary: 'Resend a failed message',
    input: resentMessage,
    answer: z.null(),
    audit: 'history',
  }),
}
