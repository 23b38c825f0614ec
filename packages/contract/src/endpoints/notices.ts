import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { resentMessage } from '../text-messages.ts'

export const noticeCalls = {
  resend: endpoint({
    method: 'POST',
    path: '/notices/resend',
    policy: { permission: 'sms:resend' },
    summary: 'Resend a failed notice to the present address of its receiver',
    input: resentMessage,
    answer: z.null(),
    audit: 'history',
  }),
}
