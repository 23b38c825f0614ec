import { z } from 'zod'
import { rowId, rowVersion } from './input-bounds.ts'
import { terminalParametersSent, terminalValues } from './terminal-parameters.ts'

/** GET /parameterTemplates: what a template holds, and the version that a form is filled from. */
export const templateAsked = z.object({ templateId: rowId })
export const templateHeld = z.object({ name: z.string(), values: terminalValues, version: z.number().int() })

/** PUT /parameterTemplates/values. */
export const templateChanged = terminalParametersSent.pick({ values: true }).extend({ templateId: rowId, version: rowVersion })

/** POST /parameterTemplates/apply: the values that the template holds now, sent to trucks. */
export const templateApplied = terminalParametersSent.omit({ values: true }).extend({ templateId: rowId })
