import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { templateApplied, templateAsked, templateChanged, templateHeld } from '../parameter-templates.ts'

const policy = { permission: 'parameters:send' } as const

export const parameterTemplateCalls = {
  read: endpoint({
    method: 'GET',
    path: '/parameterTemplates',
    policy,
    summary: 'The terminal parameters that a template holds',
    input: templateAsked,
    answer: templateHeld,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/parameterTemplates/values',
    policy,
    summary: 'Set the terminal parameters that a template holds; refused if another user has changed it since',
    input: templateChanged,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/parameterTemplates/apply',
    policy,
    summary: 'Send what an enabled template holds to trucks, as single parameters are sent',
    input: templateApplied,
    answer: z.object({ trucks: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
