import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { ownThresholds, thresholdOwner, thresholdsToSet } from '../thresholds.ts'

export const thresholdCalls = {
  read: endpoint({
    method: 'GET',
    path: '/thresholds',
    policy: { permission: 'thresholds:change' },
    summary: 'Get the thresholds of an organisation or a truck: its own, what it inherits from where, and the last changes',
    input: thresholdOwner,
    answer: ownThresholds,
    refusals: [RESULT.conflict],
  }),
  set: endpoint({
    method: 'POST',
    path: '/thresholds',
    policy: { permission: 'thresholds:change' },
    summary: 'Set thresholds of organisations and trucks, or let them inherit again; refused if another user changed one of them since',
    input: thresholdsToSet,
    answer: z.object({ changed: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
