import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { handoverSignature } from '../handovers.ts'

export const handoverCalls = {
  sign: endpoint({
    method: 'POST',
    path: '/handovers/sign',
    policy: { permission: 'handovers:sign' },
    summary: 'Signs or disputes a delivered load',
    input: handoverSignature,
    answer: z.null(),
    audit: 'history',
  }),
}
