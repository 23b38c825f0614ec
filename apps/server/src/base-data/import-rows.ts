import { sql } from 'kysely'
import { type Entity, ownerFieldOf, type PlainValues, readValues } from '@tanker/contract/base-data/define-entity'
import { scoped } from '@tanker/database/scope'
import type { Language, Text } from '@tanker/domain/text'
import { type Change, recordChanges } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import type { SheetColumn } from '../integration/sheet-columns.ts'
import { type CellProblem, readLines, templateOf } from '../integration/sheets.ts'
import { ownerOf } from './entity-rows.ts'
import type { EntityTable } from './entity-table.ts'
import { addRow, foreignFields, type Saver, takenField } from './save-row.ts'

/** The columns of an entity's sheet, from its declaration. The organisation is chosen for the whole sheet; ids are not entered. */
const columnsOf = ({ fields }: Entity): SheetColumn[] =>
  Object.entries(fields)
    .filter(([, { kind }]) => kind !== 'company' && kind !== 'truck')
    .map(([name, { label, kind, example, required }]) => ({
      field: name,
      heading: label,
      cell: kind === 'day' ? 'day' : 'text',
      required,
      example,
    }))

/** An empty sheet with the headings and one example row. */
export const templateFor = ({ entity }: EntityTable, language: Language): Promise<Uint8Array> => templateOf(columnsOf(entity), language)

/** Thrown to roll back: the wrong rows, in the order of the sheet. */
const refuse = (problems: readonly CellProblem[]): never => {
  const rows = problems.map(({ row, text }) => ({ row, ...text })).toSorted((a, b) => a.row - b.row)
  throw errors.rowsRefused(rows.length, { rows })
}

/** Adds the rows of a sheet to an organisation, all or none, and returns their number. */
export async function importSheet(
  table: EntityTable,
  { sheet, companyId, timeZone }: { readonly sheet: Uint8Array; readonly companyId: number; readonly timeZone: string },
  { db: mine, changer }: Saver,
): Promise<number> {
  const owner = ownerFieldOf(table.entity)
  const { lines, problems: cellProblems } = await readLines(columnsOf(table.entity), sheet, timeZone)
  const problems: CellProblem[] = [...cellProblems]
  const rows: { readonly row: number; readonly values: PlainValues }[] = []
  const unreadable = new Set(cellProblems.map(({ row }) => row))
  for (const { row, values } of lines) {
    if (unreadable.has(row)) continue
    const given = (await table.fromSheet?.(mine, values)) ?? values
    const read = readValues(table.entity, { ...given, [owner]: companyId })
    if ('problems' in read) for (const text of Object.values(read.problems)) problems.push({ row, text })
    else rows.push({ row, values: read.values as PlainValues })
  }
  return mine.unscoped.transaction().execute(async (db) => {
    await table.lock?.(db)
    const foreign = await foreignFields(scoped(db, mine.scope), table, { [owner]: companyId }, null)
    if (foreign[owner]) throw errors.organisationNotFound()
    const changes: Change[] = []
    for (const { row, values } of rows) {
      const added = await orProblem(
        table,
        () => addRow(db, table, values),
        (text) => problems.push({ row, text }),
        db,
      )
      if (added === null) continue
      const others = (await table.follow?.(db, changer, { id: added, before: null, after: values })) ?? []
      changes.push(...others, {
        entity: table.entity.key,
        rowId: added,
        companyId: ownerOf(table, added, values),
        action: 'import',
        old: null,
        new: values,
      })
    }
    if (problems.length > 0) refuse(problems)
    await recordChanges(db, changer, changes)
    return changes.length
  })
}

/** A uniqueness error must not abort the transaction, so that the rows after it are checked too. */
async function orProblem(
  table: EntityTable,
  add: () => Promise<number>,
  report: (text: Text) => void,
  db: Parameters<typeof addRow>[0],
): Promise<number | null> {
  await sql`SAVEPOINT before_row`.execute(db)
  try {
    return await add()
  } catch (error) {
    const taken = takenField(error, table)
    if (!taken) throw error
    await sql`ROLLBACK TO SAVEPOINT before_row`.execute(db)
    for (const text of Object.values(taken)) report(text)
    return null
  }
}
