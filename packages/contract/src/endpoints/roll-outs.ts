import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { rollOutDecided, rollOutOrdered } from '../roll-outs.ts'

const policy = { permission: 'upgrade-files:send' } as const

export const rollOutCalls = {
  order: endpoint({
    method: 'POST',
    path: '/rollOuts',
    policy,
    summary:
      'Send firmware or a parameter file of the library to a few trucks first; the others follow in waves once these were well for a time, otherwise it pauses',
    input: rollOutOrdered,
    answer: z.object({ rollOutId: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/rollOuts/resume',
    policy,
    summary: 'Go on with a paused roll-out in spite of what paused it',
    input: rollOutDecided,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/rollOuts/stop',
    policy,
    summary: 'Stop a roll-out: what is being sent is stopped, and trucks that wait get nothing',
    input: rollOutDecided,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  return: endpoint({
    method: 'POST',
    path: '/rollOuts/return',
    policy,
    summary: 'Write back what trucks had of a parameter file before the roll-out; refused for firmware',
    input: rollOutDecided,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
