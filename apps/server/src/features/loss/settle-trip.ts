import type pg from 'pg'
import { deliveryLines, type DeliveryLine, deliverySums } from './delivery-loss.ts'
import { readPapers, withPapers } from './papers-of-trip.ts'
import { loadingReachMs } from './settle-truck.ts'
import { flowsOf, type LegFact, legsOf, openingsOf, type TripFact, tripsOf } from './trip-facts.ts'

type SlipOfTrip = { id: number; slip_no: string; driver_name: string; escort: string; compartments: number[] | null }
type StationSpan = { readonly stationId: number; readonly from: Date; readonly to: Date }

/** A load has at most ten, one for each compartment; people may match more by hand. */
const MAX_SLIPS_OF_TRIP = 20

/**
 * Writes the delivery of a trip with its lines and handovers from everything matched to it, or deletes it if the trip no longer
 * exists. Returns the stations where it unloaded, with times.
 */
export async function settleTrip(client: pg.ClientBase, truckId: number, startedAt: Date): Promise<StationSpan[]> {
  const [detected] = await tripsOf(client, truckId, startedAt, startedAt)
  const key = [truckId, startedAt]
  await client.query('DELETE FROM delivery_line WHERE truck_id = $1 AND trip_started_at = $2', key)
  if (!detected) {
    await client.query('DELETE FROM delivery WHERE truck_id = $1 AND trip_started_at = $2', key)
    await client.query(`DELETE FROM handover WHERE truck_id = $1 AND trip_started_at = $2 AND status = 'pending'`, key)
    return []
  }
  const papers = await readPapers(client, truckId, startedAt)
  const trip = await withPapers(client, detected, papers)
  const legs = await legsOf(client, trip)
  const { rows: slips } = await client.query<SlipOfTrip>(
    `SELECT id, slip_no, driver_name, escort, (SELECT jsonb_agg(DISTINCT l.compartment) FROM slip_line l WHERE l.slip_id = slip.id) AS compartments
     FROM slip WHERE truck_id = $1 AND trip_started_at = $2 ORDER BY planned_at, id LIMIT ${MAX_SLIPS_OF_TRIP}`,
    key,
  )
  const [slip] = slips
  const until = trip.endedAt ?? farAhead
  const flows = await flowsOf(client, truckId, new Date(startedAt.getTime() - loadingReachMs), until)
  const since = await previousEnd(client, trip)
  const facts = {
    trip,
    legs,
    loadings: flows.filter((flow) => flow.loading && flow.startedAt >= since && flow.startedAt < startedAt),
    unloadings: flows.filter((flow) => !flow.loading && flow.startedAt >= startedAt),
    openings: await openingsOf(client, truckId, startedAt, until),
    ...papers,
    slipNoOf: (compartment: number) => slipNoOf(slips, compartment),
    driver: await driverOf(client, trip, slips.find(({ driver_name }) => driver_name !== '')?.driver_name ?? ''),
  }
  const lines = deliveryLines(facts)
  await insertRows(client, 'delivery_line', lines)
  const unloaded = lines.filter((line) => line.leg > 0)
  await client.query('DELETE FROM delivery WHERE truck_id = $1 AND trip_started_at = $2', key)
  await insertRows(client, 'delivery', [
    {
      truck_id: truckId,
      trip_started_at: startedAt,
      organisation_id: trip.organisationId,
      ended_at: trip.endedAt,
      slip_id: slip?.id ?? null,
      slip_no: slips.map(({ slip_no }) => slip_no).join('、'),
      driver_id: facts.driver.id,
      driver_name: facts.driver.name,
      escort: slips.find(({ escort }) => escort !== '')?.escort ?? '',
      depot_id: trip.depotId,
      depot_name: trip.depotName,
      station_names: [...new Set(legs.map((leg) => leg.stationName).filter((name) => name !== ''))].join('、'),
      load_started_at: facts.loadings[0]?.startedAt ?? null,
      arrived_at: legs[0]?.startedAt ?? null,
      unload_started_at: firstOf(unloaded.flatMap((line) => line.unload_started_at ?? [])),
      unload_ended_at: lastOf(unloaded.flatMap((line) => line.unload_ended_at ?? [])),
      left_at: legs.at(-1)?.endedAt ?? null,
      distance_m: trip.distanceM,
      ...deliverySums(lines),
      state: stateOf(trip, legs),
    },
  ])
  await keepHandovers(client, trip, legs, unloaded)
  for (const { id } of slips) await advanceSlip(client, id, unloaded)
  return legs.flatMap((leg) =>
    leg.stationId === null ? [] : [{ stationId: leg.stationId, from: leg.startedAt, to: leg.endedAt ?? leg.startedAt }],
  )
}

/** Lines come by compartment, not by time. */
const inOrder = (times: readonly (Date | string)[]): Date[] =>
  times.map((time) => new Date(time)).toSorted((a, b) => a.getTime() - b.getTime())
const firstOf = (times: readonly (Date | string)[]): Date | null => inOrder(times)[0] ?? null
const lastOf = (times: readonly (Date | string)[]): Date | null => inOrder(times).at(-1) ?? null

/** The slip that names the compartment, or else the only slip of the trip. */
const slipNoOf = (slips: readonly SlipOfTrip[], compartment: number): string =>
  (slips.find(({ compartments }) => compartments?.includes(compartment)) ?? (slips.length === 1 ? slips[0] : undefined))?.slip_no ?? ''

const farAhead = new Date('2100-01-01T00:00:00Z')

const stateOf = (trip: TripFact, legs: readonly LegFact[]): string => {
  if (trip.endedAt !== null) return trip.outcome === 'delivered' ? 'done' : 'abnormal'
  return legs.some((leg) => leg.endedAt === null) ? 'unloading' : 'transit'
}

/** Loadings before the end of the previous trip belong to that one. */
async function previousEnd(client: pg.ClientBase, trip: TripFact): Promise<Date> {
  const earliest = new Date(trip.startedAt.getTime() - loadingReachMs)
  const { rows } = await client.query<{ ended_at: Date | null }>(
    `SELECT ended_at FROM record WHERE truck_id = $1 AND kind = 'trip' AND started_at < $2 AND started_at > $3 ORDER BY started_at DESC LIMIT 1`,
    [trip.truckId, trip.startedAt, new Date(earliest.getTime() - loadingReachMs)],
  )
  const ended = rows[0]?.ended_at ?? earliest
  return ended > earliest ? ended : earliest
}

/** The driver of the slip, else the truck's own driver. */
async function driverOf(client: pg.ClientBase, trip: TripFact, named: string): Promise<{ id: number | null; name: string }> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `SELECT d.id, d.name FROM driver d JOIN truck t ON t.id = $1
     WHERE CASE WHEN $2 = '' THEN d.id = t.driver_id ELSE d.name = $2 AND d.organisation_id = t.organisation_id END ORDER BY d.id LIMIT 1`,
    [trip.truckId, named],
  )
  return { id: rows[0]?.id ?? null, name: named === '' ? (rows[0]?.name ?? '') : named }
}

/** One handover per completed station; signed and disputed ones stay. */
async function keepHandovers(
  client: pg.ClientBase,
  trip: TripFact,
  legs: readonly LegFact[],
  unloaded: readonly DeliveryLine[],
): Promise<void> {
  const done = legs.filter((leg) => leg.endedAt !== null && unloaded.some((line) => line.leg === leg.leg))
  await client.query(
    `DELETE FROM handover WHERE truck_id = $1 AND trip_started_at = $2 AND status = 'pending' AND NOT leg = ANY ($3::int[])`,
    [trip.truckId, trip.startedAt, done.map((leg) => leg.leg)],
  )
  for (const leg of done)
    await client.query(
      `INSERT INTO handover (truck_id, trip_started_at, leg, organisation_id, station_id, unloaded_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (truck_id, trip_started_at, leg) DO UPDATE SET station_id = excluded.station_id, unloaded_at = excluded.unloaded_at`,
      [trip.truckId, trip.startedAt, leg.leg, trip.organisationId, leg.stationId, leg.endedAt],
    )
}

/** The completed lines of the slip: station and compartment. */
async function advanceSlip(client: pg.ClientBase, slipId: number, unloaded: readonly DeliveryLine[]): Promise<void> {
  await client.query(
    `UPDATE slip_line l SET delivered_at = d.left_at
     FROM slip_line o LEFT JOIN jsonb_to_recordset($2::jsonb) AS d (station_id int, compartment int, left_at timestamptz)
       ON d.station_id = o.station_id AND d.compartment = o.compartment
     WHERE l.slip_id = $1 AND o.slip_id = l.slip_id AND o.stop = l.stop AND o.compartment = l.compartment AND l.delivered_at IS DISTINCT FROM d.left_at`,
    [slipId, JSON.stringify(unloaded.map(({ station_id, compartment, left_at }) => ({ station_id, compartment, left_at })))],
  )
}

/** Inserts rows by the names of their fields. */
async function insertRows(client: pg.ClientBase, table: 'delivery' | 'delivery_line', rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await client.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ])
}
