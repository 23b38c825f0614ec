import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { terminalParametersSent } from '../terminal-parameters.ts'

export const terminalParameterCalls = {
  send: endpoint({
    method: 'POST',
    path: '/terminalParameters',
    policy: { permission: 'parameters:send' },
    summary: 'Set terminal parameters of trucks once they are connected: what each has is kept first, and read back afterwards',
    input: terminalParametersSent,
    answer: z.object({ trucks: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
