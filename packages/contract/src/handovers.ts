import { z } from 'zod'
import type { Text } from '@tanker/domain/texts/text'

/** What became of a delivered load between driver and station. */
export const HANDOVER_STATES = {
  pending: { zh: '待签收', en: 'Pending' },
  signed: { zh: '已签收', en: 'Signed' },
  disputed: { zh: '有异议', en: 'Disputed' },
} as const satisfies Readonly<Record<string, Text>>

/** POST /handovers/sign: `id` as the list has it, `seen` the state shown to the signer; a dispute needs a note. */
export const handoverSignature = z.object({
  id: z.string().regex(/^\d{1,9}-\d{1,13}-\d{1,4}$/),
  seen: z.enum(['pending', 'disputed']),
  state: z.enum(['signed', 'disputed']),
  signer: z.string().trim().min(1).max(80),
  remark: z.string().trim().max(200).default(''),
})
export type HandoverSignature = z.output<typeof handoverSignature>
