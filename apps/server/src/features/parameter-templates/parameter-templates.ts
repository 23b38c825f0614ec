import type { templateApplied, templateChanged } from '@tanker/contract/parameter-templates'
import { terminalValues } from '@tanker/contract/terminal-parameters'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { TerminalValues } from '@tanker/parameters/sendable-parameters'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { checkedValues, sendTerminalParameters } from '../terminal-parameters/feature.ts'
import { parameterTemplateErrors } from './parameter-template-errors.ts'

type Template = {
  readonly name: string
  readonly organisation_id: number
  readonly values: TerminalValues
  readonly version: number
  readonly enabled: boolean
}

/** A template of the user's organisations. */
export async function templateOf(mine: ScopedDb, templateId: number): Promise<Template> {
  const row = await mine
    .from('parameter_template')
    .where('parameter_template.id', '=', withinInt(templateId))
    .select([
      'parameter_template.name',
      'parameter_template.organisation_id',
      'parameter_template.values',
      'parameter_template.version',
      'parameter_template.enabled',
    ])
    .executeTakeFirst()
  if (row === undefined) throw errors.rowNotFound()
  return { ...row, values: terminalValues.parse(row.values) }
}

/** Sets what a template holds. Refused for a value that cannot be sent, and where the template was changed since `version`. */
export async function changeTemplate(mine: ScopedDb, given: z.output<typeof templateChanged>, changer: Changer): Promise<void> {
  const values = checkedValues(given.values)
  await mine.unscoped.transaction().execute(async (db) => {
    const before = await templateOf(scoped(db, mine.scope), given.templateId)
    const { numUpdatedRows } = await db
      .updateTable('parameter_template')
      .set({
        values: JSON.stringify(values),
        changed_at: changer.at,
        changed_by: changer.userName,
        version: given.version + 1,
      })
      .where('id', '=', given.templateId)
      .where('version', '=', given.version)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw parameterTemplateErrors.changed()
    await recordChanges(db, changer, [
      {
        entity: 'parameter_template',
        rowId: given.templateId,
        organisationId: before.organisation_id,
        action: 'change',
        old: { values: before.values },
        new: { values },
      },
    ])
  })
}

/** Sends what a template holds now. Returns how many trucks. Refused like single parameters, and for a disabled template. */
export async function applyTemplate(
  mine: ScopedDb,
  { templateId, ...sent }: z.output<typeof templateApplied>,
  changer: Changer,
): Promise<number> {
  const { values, enabled, name } = await templateOf(mine, templateId)
  if (!enabled) throw parameterTemplateErrors.disabled()
  return sendTerminalParameters(mine, { ...sent, values: JSON.stringify(values), reason: `${name}: ${sent.reason}` }, changer)
}
