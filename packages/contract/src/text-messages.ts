import { z } from 'zod'
import { formNumber, rowId } from './input-bounds.ts'

/** POST /sms/topUp: so many messages for an organisation's account; `request` is made by the form, so that a second press is the same entry. */
export const topUp = z.object({
  organisationId: rowId,
  messages: formNumber(z.number().int().min(1).max(1_000_000)),
  /** Yuan for one message; a million messages at this price still fit the column of the amount. */
  unitPrice: formNumber(z.number().min(0).max(20)),
  /** The balance below which the account counts as low. */
  warnAt: formNumber(z.number().int().min(0).max(1_000_000)),
  remark: z.string().trim().max(200).default(''),
  request: z.uuid(),
})

/** POST /sms/resend: a message that failed, once more. */
export const resentMessage = z.object({ id: z.string().regex(/^\d{1,18}$/) })
