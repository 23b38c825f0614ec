import { z } from 'zod'
import { organisation } from '@tanker/contract/base-data/organisation'
import { driver } from '@tanker/contract/base-data/driver'
import { fence } from '@tanker/contract/base-data/fence'
import { tankTable } from '@tanker/contract/base-data/tank-table'
import { truck } from '@tanker/contract/base-data/truck'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'
import { tableOf } from '../app.ts'
import { applyChanges, ChangesRefused } from '../base-data/apply-changes.ts'
import { entityStages, type Requested } from '../base-data/entity-stages.ts'
import type { EntityTable } from '../base-data/entity-table.ts'
import { operatorOf } from './operator.ts'
import { readKnown } from './world-lookups.ts'
import { organisationRow, defaultTrucks, driverRow, fenceRow, placeRow, tankTableRow, truckRow, type WorldRow } from './world-rows.ts'

const rows = z
  .array(z.unknown())
  .default([])
  .transform((given) => given.map((row): WorldRow => (typeof row === 'object' && row !== null ? (row as WorldRow) : {})))
const worldSheets = z.object({ organisations: rows, places: rows, fences: rows, drivers: rows, trucks: rows, tankTables: rows })

type WorldCounts = Readonly<Record<keyof z.infer<typeof worldSheets>, number>>

/** A row of a sheet for the table that it belongs to. */
type RowFor = { readonly table: EntityTable; readonly request: Requested }
/** The problem of one row; `row` counts from 1. */
type RowError = { readonly row: number; readonly text: Text }

/** Rows of a world that break a rule. Nothing of the world is stored. */
export class WorldRefused extends Error {
  readonly sheet: string
  readonly errors: readonly RowError[]

  constructor(sheet: string, given: readonly RowError[]) {
    const sorted = given.toSorted((a, b) => a.row - b.row)
    const shown = sorted.slice(0, 20).map(({ row, text }) => `row ${row}: ${text.en}`)
    super(`${sheet}: ${shown.join(' ')}${sorted.length > 20 ? ` … and ${sorted.length - 20} more` : ''}`)
    this.sheet = sheet
    this.errors = sorted
  }
}

/**
 * Adds a whole world for the operator of the machine, all of it or nothing, by the same rules and with the same history as rows that users
 * add. Fences count at once, tank tables are those that the trucks have.
 * @throws WorldRefused with every wrong row of the first wrong sheet
 */
export function importWorld(db: Db, world: unknown, at = new Date()): Promise<WorldCounts> {
  const sheets = worldSheets.parse(world)
  const run = async (transaction: Db): Promise<WorldCounts> => {
    await addOrganisations(transaction, at, sheets.organisations)
    const add = (sheet: string, given: readonly RowFor[]) => addRows(transaction, at, sheet, given)
    const to = (entity: Parameters<typeof tableOf>[0]) => (request: Requested) => ({ table: tableOf(entity), request })
    let known = await readKnown(transaction)
    await add(
      'places',
      sheets.places.map((row) => placeRow(row, known)).map(({ entity, request }) => to(entity)(request)),
    )
    known = await readKnown(transaction)
    await add('fences', sheets.fences.map((row) => fenceRow(row, known)).map(to(fence)))
    const defaults = defaultTrucks(sheets.trucks, sheets.drivers, known)
    await add('trucks', sheets.trucks.map((row, index) => truckRow(row, known, defaults.problems.get(index))).map(to(truck)))
    known = await readKnown(transaction)
    await add('drivers', sheets.drivers.map((row, index) => driverRow(row, known, defaults.plates.get(index))).map(to(driver)))
    await add('tank tables', sheets.tankTables.map((row) => tankTableRow(row, known)).map(to(tankTable)))
    const counts = Object.entries(sheets).map(([sheet, given]) => [sheet, given.length])
    return Object.fromEntries(counts) as WorldCounts
  }
  return db.isTransaction ? run(db) : db.transaction().execute(run)
}

/** Adds organisations level by level, so that the one above a row has its id. */
async function addOrganisations(db: Db, at: Date, sheet: readonly WorldRow[]): Promise<void> {
  const codes = new Set(sheet.map((row) => row['code']))
  let waiting = sheet.map((row, index) => ({ row, index }))
  while (waiting.length > 0) {
    const { organisations } = await readKnown(db)
    const isReady = ({ row: { parentCode, code } }: { row: WorldRow }): boolean =>
      typeof parentCode !== 'string' || organisations.has(parentCode) || !codes.has(parentCode) || parentCode === code
    const ready = waiting.filter(isReady)
    // Organisations that are above each other, as far as the sheet goes, are above no one.
    const level = ready.length > 0 ? ready : waiting
    waiting = ready.length > 0 ? waiting.filter((one) => !isReady(one)) : []
    const places = level.map(({ index }) => index)
    const given = level.map(({ row }) => ({ table: tableOf(organisation), request: organisationRow(row, organisations) }))
    await addRows(db, at, 'organisations', given, places)
  }
}

/** Adds the rows of a sheet; `places` are their places in it. */
async function addRows(db: Db, at: Date, sheet: string, given: readonly RowFor[], places = given.map((_, index) => index)): Promise<void> {
  const wrong: RowError[] = []
  for (const table of new Set(given.map((row) => row.table))) {
    const own = given.flatMap((row, position) => (row.table === table ? [{ ...row, place: places[position] ?? position }] : []))
    const requests = own.map(({ request }) => request)
    try {
      await applyChanges(entityStages(table), operatorOf(db, at), requests, { source: 'world' })
    } catch (error) {
      if (!(error instanceof ChangesRefused)) throw error
      for (const { index, field, text } of error.problems) {
        const request = requests[index]
        const value = request && 'add' in request ? request.add[field] : undefined
        wrong.push({ row: (own[index]?.place ?? index) + 1, text: isTaken(table, field, text) ? withValue(text, value) : text })
      }
    }
  }
  if (wrong.length > 0) throw new WorldRefused(sheet, wrong)
}

const isTaken = ({ entity }: EntityTable, field: string, text: Text): boolean =>
  entity.unique.some((one) => one.field === field && one.text === text)

/** A file has no form beside it that shows what was entered. */
const withValue = ({ zh, en }: Text, value: unknown): Text => ({ zh: `${zh}（${String(value)}）`, en: `${en} (${String(value)})` })
