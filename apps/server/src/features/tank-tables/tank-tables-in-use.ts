import { sql } from 'kysely'
import type { CurrentTankTables } from '@tanker/contract/base-data/current-tank-tables'
import { baseDataCalls } from '@tanker/contract/endpoints/base-data'
import type { ScopedDb } from '@tanker/database/scope'
import { byPlatformAtSql, countsFromSql } from '@tanker/database/table-in-force-sql'
import { withinInt } from '../../base-data/entity-rows.ts'
import { handle, type Route } from '../../platform/http/routes.ts'

/** The tank tables in force for a truck visible to the user. */
async function currentTankTablesOf(db: ScopedDb, truckId: number): Promise<CurrentTankTables> {
  const countsFrom = sql.raw<Date>(countsFromSql('tank_table', byPlatformAtSql('truck', 'now()')))
  const rows = await db
    .from('truck')
    .innerJoin('tank_table', 'tank_table.truck_id', 'truck.id')
    .where('truck.id', '=', withinInt(truckId))
    .where(countsFrom, '<=', sql<Date>`now()`)
    .distinctOn('tank_table.compartment')
    .orderBy('tank_table.compartment')
    .orderBy(countsFrom, 'desc')
    .orderBy('tank_table.id', 'desc')
    .select([
      'tank_table.compartment',
      'tank_table.serial',
      'tank_table.effective_at',
      sql<number>`tank_table.capacity_l::float8`.as('capacityL'),
      'tank_table.tank_height_mm',
      sql<number>`cardinality(tank_table.levels_mm)`.as('rows'),
    ])
    .execute()
  return rows.map((row) => ({
    compartment: row.compartment,
    serial: row.serial,
    effectiveAt: row.effective_at.toISOString(),
    capacityL: row.capacityL,
    tankHeightMm: row.tank_height_mm,
    rows: row.rows,
  }))
}

/** The tank tables in use on a truck. */
export const tankTablesInUseRoute: Route = handle(baseDataCalls.tankTables, ({ input, db }) => currentTankTablesOf(db, input.id))
