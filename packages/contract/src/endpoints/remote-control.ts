import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { remoteControlled, remoteControlStopped } from '../remote-control.ts'

const policy = { permission: 'trucks:control' } as const

export const remoteControlCalls = {
  send: endpoint({
    method: 'POST',
    path: '/remoteControl',
    policy,
    summary: 'Order terminals to do something at once; dropped where a truck has not taken it within five minutes',
    input: remoteControlled,
    answer: z.object({ trucks: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/remoteControl/stop',
    policy,
    summary: 'Stop an order that its truck has not taken',
    input: remoteControlStopped,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
