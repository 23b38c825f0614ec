import { type Entity, ownerFieldOf } from '@tanker/contract/base-data/define-entity'
import { WrongValue } from '@tanker/contract/base-data/fields'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { errors } from '../platform/http/errors.ts'
import type { SheetColumn } from '../platform/sheets/sheet-columns.ts'
import { readLines, type SheetLine, templateOf } from '../platform/sheets/sheets.ts'
import { applyChanges, ChangesRefused, type Saver } from './apply-changes.ts'
import { entityStages, type Requested } from './entity-stages.ts'
import type { EntityTable } from './entity-table.ts'
import { baseDataErrors } from './base-data-errors.ts'

/** The columns of an entity's sheet, from its declaration. The organisation is chosen for the whole sheet; ids are not entered. */
const columnsOf = ({ fields }: Entity): SheetColumn[] =>
  Object.entries(fields)
    .filter(([, { kind }]) => kind !== 'organisation' && kind !== 'truck')
    .map(([name, { label, kind, example, required, choices }]) => ({
      field: name,
      heading: label,
      cell: kind === 'day' ? 'day' : 'text',
      required,
      example,
      choices: choices.map((choice) => choice.label),
      takesSeveral: kind === 'choices',
    }))

/** An empty sheet with the headings, one example row, and what each column takes. */
export const templateFor = ({ entity }: EntityTable, language: Language): Promise<Uint8Array> => templateOf(columnsOf(entity), language)

/** Adds the rows of a sheet to an organisation, all or none, and returns their number. */
export async function importSheet(
  table: EntityTable,
  { sheet, organisationId, timeZone }: { readonly sheet: Uint8Array; readonly organisationId: number; readonly timeZone: string },
  saver: Saver,
): Promise<number> {
  const owner = ownerFieldOf(table.entity)
  const { lines, problems } = await readLines(columnsOf(table.entity), sheet, timeZone)
  const withIds = await withPlaceIds(saver.db, table.entity, lines)
  const requests = lines.map(({ row }, index): Requested => {
    const unreadableCells = problems.filter((problem) => problem.row === row)
    const add = { ...withIds[index], [owner]: organisationId }
    return unreadableCells.length > 0 ? { unreadableCells, add } : { add }
  })
  try {
    return (await applyChanges(entityStages(table), saver, requests, { source: 'sheet' })).written.length
  } catch (error) {
    if (!(error instanceof ChangesRefused)) throw error
    if (error.problems.some(({ field }) => field === owner)) throw errors.organisationNotFound()
    const rows = error.problems.map(({ index, text }) => ({ row: lines[index]?.row ?? 0, ...text })).toSorted((a, b) => a.row - b.row)
    throw baseDataErrors.rowsRefused(rows.length, { rows })
  }
}

/** A sheet has the names of places; forms and calls their ids. */
async function withPlaceIds(db: ScopedDb, { fields }: Entity, lines: readonly SheetLine[]): Promise<readonly SheetLine['values'][]> {
  let rows = lines.map(({ values }) => values)
  for (const [name, { kind, kindField }] of Object.entries(fields)) {
    if (kind !== 'place') continue
    const kindOf = (values: SheetLine['values']): string => {
      const read = kindField === null ? 'station' : fields[kindField]?.read(values[kindField])
      return read === undefined || read instanceof WrongValue ? '' : String(read)
    }
    const nameOf = (values: SheetLine['values']): string => String(values[name] ?? '').trim()
    const named = rows.map(nameOf).filter((text) => text !== '')
    if (named.length === 0) continue
    const places = await db
      .from('place')
      .where(sql<boolean>`place.name = ANY (${[...new Set(named)]}::text[])`)
      .select(['place.id', 'place.kind', 'place.name'])
      .orderBy('place.id', 'desc')
      .execute()
    const idOf = new Map(places.map((place) => [`${place.kind} ${place.name}`, place.id]))
    const isPlace = new Set(['station', 'depot', 'park', 'repair'])
    rows = rows.map((values) =>
      // No row has the id 0, so the field reports an unknown place. A kind without places is refused by the declaration.
      nameOf(values) === '' || !isPlace.has(kindOf(values))
        ? values
        : { ...values, [name]: idOf.get(`${kindOf(values)} ${nameOf(values)}`) ?? 0 },
    )
  }
  return rows
}
