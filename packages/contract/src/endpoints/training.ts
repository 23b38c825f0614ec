import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { stagedAccident, training } from '../training.ts'

export const trainingCalls = {
  read: endpoint({
    method: 'GET',
    path: '/training',
    policy: 'session',
    summary: 'List the accidents that can be staged and those staged last, with their trucks and alarms; null where none can be',
    input: null,
    answer: training,
  }),
  stage: endpoint({
    method: 'POST',
    path: '/training',
    policy: 'session',
    summary: 'Stages an accident for training; for administrators of the top organisation, where a training control is connected',
    input: stagedAccident,
    answer: z.object({ id: z.number().int() }),
    audit: 'history',
  }),
}
