import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { parameterRestored } from '../parameter-changes.ts'

export const parameterChangeCalls = {
  restoreParameter: endpoint({
    method: 'POST',
    path: '/parameterChanges/restore',
    policy: { permission: 'parameters:send' },
    summary: 'Send a truck the value that a terminal parameter or a field of a parameter file had before a change',
    input: parameterRestored,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  restoreThreshold: endpoint({
    method: 'POST',
    path: '/thresholdChanges/restore',
    policy: { permission: 'thresholds:change' },
    summary: 'Set the value that a threshold had before a change, or let it inherit again',
    input: parameterRestored,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
