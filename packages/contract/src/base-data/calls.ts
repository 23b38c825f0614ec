import { type ChangeAction, CHANGE_ACTIONS } from '@tanker/domain/changes/change-action'
import { z } from 'zod'

/** A row of base data as its form takes it: values by field, and the version that a change must name. */
export const entityRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type EntityRow = z.infer<typeof entityRow>

const bilingual = z.object({ zh: z.string(), en: z.string() })

/** Data of a refusal of `POST` or `PUT /baseData/<entity>`: messages by field. */
const refusedFields = z.object({ fields: z.record(z.string(), bilingual) })

export type RefusedFields = z.infer<typeof refusedFields>

/** Data of the refusal of a change that conflicts with another user's. */
const changedRow = z.object({ current: entityRow, by: z.string() })

export type ChangedRow = z.infer<typeof changedRow>

/** POST /baseData/<entity>/import: how many rows were taken; all or none. */
export const importedRows = z.object({ created: z.number().int() })

/** PUT /baseData/<entity>/organisation: how many rows were another organisation's before. */
export const movedRows = z.object({ moved: z.number().int() })

/** Data of the refusal of an import, by the row number of the sheet. */
const refusedRows = z.object({ rows: z.array(z.object({ row: z.number().int() }).extend(bilingual.shape)) })

export type RefusedRows = z.infer<typeof refusedRows>

/** GET /baseData/<entity>/history, the newest first; values as the user reads them. */
export const entityHistory = z.array(
  z.object({
    id: z.number().int(),
    at: z.string(),
    userName: z.string(),
    action: z.enum(Object.keys(CHANGE_ACTIONS) as ChangeAction[]),
    changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
  }),
)
export type EntityHistory = z.infer<typeof entityHistory>
