import type pg from 'pg'
import type { Exemption } from '@tanker/domain/trucks/exemption'

type ExemptionRow = {
  id: number
  organisation_id: number
  truck_id: number | null
  reason: string
  place_id: number | null
  compartment: number | null
  /** Midnight of the first day and after the last day, ms since 1970, as if the truck's zone were UTC. */
  from_ms: number
  until_ms: number
  clock_from: string
  clock_to: string
}

/** Exemptions that are read, the newest: more than a fleet of thousands has in a year. */
const MAX_EXEMPTIONS = 5_000
const NONE: readonly Exemption[] = []

/** The exemptions of an installation. Those that ended more than a year ago cover nothing that is judged again. */
export class ExemptionsInForce {
  readonly #rows: readonly ExemptionRow[]

  constructor(rows: readonly ExemptionRow[]) {
    this.#rows = rows
  }

  static async load(pool: pg.Pool): Promise<ExemptionsInForce> {
    const { rows } = await pool.query<ExemptionRow>(
      `SELECT id, organisation_id, truck_id, reason, place_id, compartment, clock_from, clock_to,
         (extract(epoch FROM from_on::timestamp) * 1000)::float8 AS from_ms, (extract(epoch FROM until_on::timestamp + interval '1 day') * 1000)::float8 AS until_ms
       FROM exemption WHERE enabled AND until_on > current_date - 400 ORDER BY id DESC LIMIT ${MAX_EXEMPTIONS}`,
    )
    return new ExemptionsInForce(rows)
  }

  /** Those of a truck, the oldest first; `ancestors` is its organisation and all above. */
  of(truckId: number, ancestors: readonly number[], zoneOffsetMinutes: number): readonly Exemption[] {
    if (this.#rows.length === 0) return NONE
    const own = this.#rows.filter((row) => ancestors.includes(row.organisation_id) && (row.truck_id === null || row.truck_id === truckId))
    return own.length === 0 ? NONE : own.map((row) => exemptionFrom(row, zoneOffsetMinutes)).toReversed()
  }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

const exemptionFrom = (row: ExemptionRow, zoneOffsetMinutes: number): Exemption => ({
  id: row.id,
  reason: row.reason,
  placeId: row.place_id,
  compartment: row.compartment,
  fromAt: row.from_ms - zoneOffsetMinutes * 60_000,
  untilAt: row.until_ms - zoneOffsetMinutes * 60_000,
  daily: row.clock_from === '' ? null : { from: minutesOf(row.clock_from), to: minutesOf(row.clock_to) },
})
