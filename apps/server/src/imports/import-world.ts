import { z } from 'zod'
import type { Connection } from '@tanker/database/connection'
import { importCompanies } from './companies.ts'
import { importDrivers } from './drivers.ts'
import { importFences, importPlaces } from './places.ts'
import { importTankTables, importTrucks } from './trucks.ts'

const rows = z.array(z.unknown()).default([])
const worldSheets = z.object({ companies: rows, places: rows, fences: rows, drivers: rows, trucks: rows, tankTables: rows })

type WorldCounts = Readonly<Record<keyof z.infer<typeof worldSheets>, number>>

/** Loads a whole world, all of it or nothing; throws `ImportRefused` with every wrong row of the first wrong sheet. */
export function importWorld(connection: Connection, world: unknown): Promise<WorldCounts> {
  const sheets = worldSheets.parse(world)
  return connection.db.transaction().execute(async (db) => ({
    companies: await importCompanies(db, sheets.companies),
    places: await importPlaces(db, sheets.places),
    fences: await importFences(db, sheets.fences),
    drivers: await importDrivers(db, sheets.drivers),
    trucks: await importTrucks(db, sheets.trucks),
    tankTables: await importTankTables(db, sheets.tankTables),
  }))
}
