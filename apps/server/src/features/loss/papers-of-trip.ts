import type pg from 'pg'
import { legProduct, type Measured } from './station-shares.ts'
import type { TripFact } from './trip-facts.ts'

/** Data of the slips, tickets and station gauges of a trip. */
export type Papers = {
  /** Depot meter by compartment: D. */
  readonly tickets: ReadonlyMap<number, Measured & { readonly oilCode: number }>
  /** Compartments and stations of the slip. */
  readonly planned: readonly { readonly compartment: number; readonly stationId: number; readonly oilCode: number }[]
  /** Station gauges by leg and oil code, `legProduct`: T. */
  readonly received: ReadonlyMap<string, Measured>
}

export async function readPapers(client: pg.ClientBase, truckId: number, startedAt: Date): Promise<Papers> {
  const key = [truckId, startedAt]
  const { rows: tickets } = await client.query<{ compartment: number; oil_code: number; l: number; v20_l: number }>(
    `SELECT compartment, max(oil_code) AS oil_code, sum(volume_l) AS l, sum(v20_l) AS v20_l FROM meter_ticket
     WHERE truck_id = $1 AND trip_started_at = $2 GROUP BY compartment`,
    key,
  )
  const { rows: planned } = await client.query<{ compartment: number; station_id: number; oil_code: number }>(
    `SELECT compartment, station_id, oil_code FROM slip_line
     WHERE slip_id = (SELECT id FROM slip WHERE truck_id = $1 AND trip_started_at = $2 ORDER BY id LIMIT 1) ORDER BY stop, compartment`,
    key,
  )
  const { rows: received } = await client.query<{ leg: number; oil_code: number; l: number; v20_l: number }>(
    `SELECT leg, oil_code, sum(received_l) AS l, sum(received_v20_l) AS v20_l FROM station_gauge
     WHERE truck_id = $1 AND trip_started_at = $2 AND state <> 'unmatched' GROUP BY leg, oil_code`,
    key,
  )
  return {
    tickets: new Map(tickets.map((row) => [row.compartment, { l: row.l, v20L: row.v20_l, oilCode: row.oil_code }])),
    planned: planned.map((row) => ({ compartment: row.compartment, stationId: row.station_id, oilCode: row.oil_code })),
    received: new Map(received.map((row) => [legProduct(row.leg, row.oil_code), { l: row.l, v20L: row.v20_l }])),
  }
}

/** A gauge that reported within these minutes before the departure counts as fitted. */
const gaugedWithinMinutes = 10

/**
 * Completes a trip's compartments without a gauge from the papers: their product, otherwise from base data, and compartments
 * without any data from the truck, because the slip came after the departure. Compartments with a reporting gauge stay unchanged.
 */
export async function withPapers(client: pg.ClientBase, trip: TripFact, { tickets, planned }: Papers): Promise<TripFact> {
  const productOf = (compartment: number): number | undefined =>
    tickets.get(compartment)?.oilCode ?? planned.find((line) => line.compartment === compartment)?.oilCode
  const lines = trip.lines.map((line) => (line.v20L === null ? { ...line, oilCode: productOf(line.compartment) ?? line.oilCode } : line))
  const named = new Set([...tickets.keys(), ...planned.map(({ compartment }) => compartment)])
  for (const { compartment } of lines) named.delete(compartment)
  if (named.size === 0) return { ...trip, lines }
  const { rows } = await client.query<{ compartment: number | null }>(
    `SELECT DISTINCT c.compartment FROM position p LEFT JOIN compartment_reading c ON c.truck_id = p.truck_id AND c.at = p.at
     WHERE p.truck_id = $1 AND p.at BETWEEN $2::timestamptz - interval '${gaugedWithinMinutes} minutes' AND $2`,
    [trip.truckId, trip.startedAt],
  )
  // Without a reading at that time it is unknown which compartments have gauges.
  if (rows.length === 0) return { ...trip, lines }
  for (const { compartment } of rows) if (compartment !== null) named.delete(compartment)
  const added = [...named].map((compartment) => ({
    compartment,
    oilCode: productOf(compartment) ?? 0,
    l: null,
    v20L: null,
    levelMm: null,
    calm: false,
    uncertaintyL: null,
  }))
  return { ...trip, lines: [...lines, ...added].toSorted((a, b) => a.compartment - b.compartment) }
}
