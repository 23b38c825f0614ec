import type pg from 'pg'
import type { TankTable } from '@tanker/domain/tank/tank-table'
import { countsFromSql, everByPlatformSql } from './table-in-force-sql.ts'

/** Of one compartment, newest first: the one in force, those to come, and those that readings of the last years are judged by. */
const MAX_TABLES_PER_COMPARTMENT = 12
/** Rows of tables that are kept between two loads, 16 bytes each: a fleet of thousands. Beyond it those asked for longest ago go. */
const MAX_KEPT_ROWS = 3_000_000
/** Tables whose rows one statement fetches: a few megabytes. */
const MAX_TABLES_PER_FETCH = 500

/** A tank table of a truck's compartment and from when on it counts, ms since 1970 UTC. */
export type TableInForce = {
  readonly id: number
  readonly version: number
  readonly truckId: number
  readonly compartment: number
  readonly serial: string
  readonly fromAt: number
  readonly pipeL: number
  readonly table: TankTable
}

type TableRow = {
  id: number
  version: number
  truck_id: number
  compartment: number
  serial: string
  from_at: Date
  pipe_l: number
}

/**
 * The tank tables that the litres of trucks are computed by. Where the platform computes them a table counts from when it
 * takes effect, sent or not; where the console does, from when the console has it too.
 */
export class TankTablesInForce {
  /** By number and version, under which a table never changes; that asked for last at the end. */
  readonly #kept = new Map<string, TankTable>()
  #keptRows = 0
  readonly #pool: () => pg.Pool
  readonly #maxRows: number

  /**
   * @param pool asked for at each reading: calls are declared before there is a database
   * @param maxRows rows of tables that are kept
   */
  constructor(pool: () => pg.Pool, maxRows = MAX_KEPT_ROWS) {
    this.#pool = pool
    this.#maxRows = maxRows
  }

  /** Rows of tables that are kept now. */
  get keptRows(): number {
    return this.#keptRows
  }

  /** By truck id, oldest first. */
  async load(truckIds: readonly number[]): Promise<Map<number, TableInForce[]>> {
    const { rows } = await this.#pool().query<TableRow>({
      name: 'tank-tables-in-force',
      text: `
        SELECT id, version, truck_id, compartment, serial, from_at, pipe_l FROM (
          SELECT tt.id, tt.version, tt.truck_id, tt.compartment, tt.serial, tt.pipe_capacity_l::float8 AS pipe_l,
            ${countsFromSql('tt', 'by_platform')} AS from_at,
            row_number() OVER (PARTITION BY tt.truck_id, tt.compartment ORDER BY ${countsFromSql('tt', 'by_platform')} DESC, tt.id DESC) AS place
          FROM tank_table tt JOIN truck t ON t.id = tt.truck_id
            CROSS JOIN LATERAL (SELECT ${everByPlatformSql('t')} AS by_platform) AS s
          WHERE tt.truck_id = ANY ($1::int4[]) AND (tt.synced_at IS NOT NULL OR by_platform)
        ) AS counting WHERE place <= ${MAX_TABLES_PER_COMPARTMENT}
        ORDER BY truck_id, compartment, from_at, id`,
      values: [truckIds],
    })
    // A load holds references to all of its tables: changes of the cache during the load do not remove any.
    const tables = new Map<string, TankTable>()
    const missing: number[] = []
    for (const row of rows) {
      const key = keyOf(row)
      const kept = this.#kept.get(key)
      if (kept === undefined) missing.push(row.id)
      else {
        tables.set(key, kept)
        this.#keep(key, kept)
      }
    }
    for (let from = 0; from < missing.length; from += MAX_TABLES_PER_FETCH)
      await this.#fetch(missing.slice(from, from + MAX_TABLES_PER_FETCH), tables)
    const byTruck = new Map<number, TableInForce[]>()
    for (const row of rows) {
      const table = tables.get(keyOf(row))
      // Changed or taken out between the two statements: who changed it lets the truck be loaded again.
      if (table === undefined) continue
      const found: TableInForce = {
        id: row.id,
        version: row.version,
        truckId: row.truck_id,
        compartment: row.compartment,
        serial: row.serial,
        fromAt: row.from_at.getTime(),
        pipeL: row.pipe_l,
        table,
      }
      const held = byTruck.get(row.truck_id)
      if (held) held.push(found)
      else byTruck.set(row.truck_id, [found])
    }
    return byTruck
  }

  /** As bytes: thousands of trucks have hundreds of thousands of rows, and numbers as text cost several times as much. */
  async #fetch(ids: readonly number[], into: Map<string, TankTable>): Promise<void> {
    const { rows } = await this.#pool().query<{ id: number; version: number; numbers: Buffer }>({
      name: 'tank-table-rows',
      text: `
        SELECT id, version, (SELECT string_agg(float4send(l) || float4send(v), ''::bytea ORDER BY l)
          FROM unnest(levels_mm, volumes_l) AS r (l, v)) AS numbers
        FROM tank_table WHERE id = ANY ($1::int4[])`,
      values: [ids],
    })
    for (const row of rows) {
      const table = tableOf(row.numbers)
      into.set(keyOf(row), table)
      this.#keep(keyOf(row), table)
    }
  }

  /** Keeps a table as the one asked for last. */
  #keep(key: string, table: TankTable): void {
    if (!this.#kept.delete(key)) this.#keptRows += table.levelsMm.length
    this.#kept.set(key, table)
    for (const [oldest, { levelsMm }] of this.#kept) {
      if (this.#keptRows <= this.#maxRows) break
      this.#kept.delete(oldest)
      this.#keptRows -= levelsMm.length
    }
  }
}

const keyOf = ({ id, version }: { readonly id: number; readonly version: number }): string => `${id} ${version}`

function tableOf(numbers: Buffer): TankTable {
  const levelsMm: number[] = []
  const volumesL: number[] = []
  for (let at = 0; at < numbers.length; at += 8) {
    levelsMm.push(asWritten(numbers.readFloatBE(at)))
    volumesL.push(asWritten(numbers.readFloatBE(at + 4)))
  }
  return { levelsMm, volumesL }
}

/** A float of four bytes as it was written: tables have three decimals at most. */
const asWritten = (value: number): number => Math.round(value * 1000) / 1000
