import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { commandsStopped } from '../sent-commands.ts'

export const sentCommandCalls = {
  stop: endpoint({
    method: 'POST',
    path: '/deviceCommands/stop',
    policy: { permission: 'commands:stop' },
    summary: 'Stop device commands of any kind that are open; refused if none of them is',
    input: commandsStopped,
    answer: z.object({ commands: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
