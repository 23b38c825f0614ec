import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { truckTextsSent, truckTextsStopped } from '../truck-texts.ts'

const policy = { permission: 'texts:send' } as const

export const truckTextCalls = {
  send: endpoint({
    method: 'POST',
    path: '/truckTexts',
    policy,
    summary: 'Show or read out a text in the cabs of trucks, all or none; it is dropped where it has not arrived in time',
    input: truckTextsSent,
    answer: z.object({ trucks: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/truckTexts/stop',
    policy,
    summary: 'Stop texts that have not reached their trucks; refused if none of them is waiting or under way',
    input: truckTextsStopped,
    answer: z.object({ texts: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  recent: endpoint({
    method: 'GET',
    path: '/truckTexts/recent',
    policy,
    summary: 'The texts that the own organisations sent last, each once, newest first',
    input: null,
    answer: z.array(z.string()),
  }),
}
