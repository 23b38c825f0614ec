import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { trialAsked, trialQuestion, trialResult, trialTrucks } from '../threshold-trials.ts'
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
  trialTrucks: endpoint({
    method: 'POST',
    path: '/thresholds/trial/trucks',
    policy: { permission: 'thresholds:change' },
    summary: 'The trucks of these organisations and trucks whose alarms would be judged by the values',
    input: trialQuestion,
    answer: trialTrucks,
    audit: { exempt: 'asks and changes nothing' },
    onlyReads: true,
    refusals: [RESULT.conflict],
  }),
  try: endpoint({
    method: 'POST',
    path: '/thresholds/trial',
    policy: { permission: 'thresholds:change' },
    summary:
      'Judge the last days of up to five trucks again with other thresholds: the alarms that would appear and vanish; nothing is stored',
    input: trialAsked,
    answer: trialResult,
    audit: { exempt: 'asks and changes nothing' },
    onlyReads: true,
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
