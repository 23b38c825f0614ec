import { Readable } from 'node:stream'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import { maskedValues } from '@tanker/contract/base-data/masked-fields'
import { MAX_TABLE_BYTES } from '@tanker/contract/base-data/levels-field'
import { XLSX } from '@tanker/contract/endpoint'
import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { errors } from '../platform/http/errors.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../platform/http/routes.ts'
import type { Saver } from './apply-changes.ts'
import { findRow } from './entity-rows.ts'
import type { EntityTable } from './entity-table.ts'
import { importSheet, templateFor } from './import-rows.ts'
import { historyOf } from './row-history.ts'
import { changeRow, createRow, moveRows, removeRow, setStatus } from './save-row.ts'

/** The calls of each kind of base data on rows of the own organisations. */
export const baseDataRoutes = (tables: readonly EntityTable[], parts: HttpParts): Route[] =>
  tables.flatMap((table) => routesOf(table, parts))

function routesOf(table: EntityTable, { now }: HttpParts): Route[] {
  const { entity } = table
  const calls = entityCalls(entity)
  const maxText = Object.values(entity.fields).some((field) => field.kind === 'levels') ? MAX_TABLE_BYTES : undefined
  const saver = ({ db, user }: Pick<AskedByUser<unknown>, 'db' | 'user'>): Saver => ({
    db,
    writer: { id: user.id, userName: user.userName, at: now() },
  })
  /** No call answers what is masked. */
  const shown = (row: EntityRow): EntityRow => ({ ...row, values: maskedValues(entity.fields, row.values) })
  const read = handle(calls.read, async ({ input, db }) => {
    const row = await findRow(db, table, input.id)
    if (!row) throw errors.rowNotFound()
    return shown(row)
  })
  const create = handle(calls.create, async (asked) => shown(await createRow(table, asked.input, saver(asked))), { maxText })
  const change = handle(
    calls.change,
    async (asked) => {
      const { id, version, ...values } = asked.input as { id: number; version: number } & Record<string, string>
      return shown(await changeRow(table, { id, version }, values, saver(asked)))
    },
    { maxText },
  )
  const status = handle(calls.setStatus, async (asked) => shown(await setStatus(table, asked.input.id, asked.input.status, saver(asked))))
  const remove = handle(calls.remove, async (asked) => {
    await removeRow(table, asked.input.id, saver(asked))
    return null
  })
  const importRows = handle(calls.importSheet, async (asked) => {
    const { file: sheet, input, timeZone } = asked
    if (!sheet) throw errors.sheetUnreadable({ zh: '请选择要导入的表格文件。', en: 'Please choose the spreadsheet to import.' })
    return { created: await importSheet(table, { sheet, organisationId: input.organisationId, timeZone }, saver(asked)) }
  })
  const template = handle(
    calls.template,
    async ({ language }) =>
      new FileAnswer(Readable.from([Buffer.from(await templateFor(table, language))]), XLSX, `${entity.name[language]}.xlsx`),
  )
  const move = handle(calls.move, async (asked) => {
    const { organisationId, ...named } = asked.input as unknown as { organisationId: number } & Record<string, number[]>
    return { moved: await moveRows(table, Object.values(named).flat(), organisationId, saver(asked)) }
  })
  const history = handle(calls.history, async ({ input, db, language }) => {
    if (!(await findRow(db, table, input.id))) throw errors.rowNotFound()
    return historyOf(db, table, input.id, language)
  })
  return [
    read,
    ...(table.ownCreate ? [] : [create]),
    change,
    ...('status' in entity.fields ? [status] : []),
    remove,
    ...(entity.takesSheets ? [importRows, template] : []),
    ...(entity.movable ? [move] : []),
    history,
  ]
}
