import type pg from 'pg'
import { matchSlips, matchTickets, type SlipToMatch, type TripToMatch } from './match.ts'
import { flowsOf, legsOf, tripsOf } from './trip-facts.ts'

const hourMs = 3_600_000
/** Time range that can affect a match. */
const reachMs = 36 * hourMs
/** A compartment is loaded at most this long before its trip begins. */
export const loadingReachMs = 12 * hourMs

type SlipRow = {
  id: number
  depot_id: number
  planned_at: Date
  trip_started_at: Date | null
  match: string | null
  state: string
  slip_no: string
  lines: SlipToMatch['lines']
}
type TicketRow = {
  id: number
  depot_id: number
  compartment: number
  loaded_at: Date
  slip_no: string
  trip_started_at: Date | null
  match: string | null
}

/**
 * Matches a truck's slips and meter tickets around a time to its trips; manual matches stay. Returns the trips whose
 * delivery must be summed again, and whether the truck's open slip changed.
 */
export async function settleTruck(
  client: pg.ClientBase,
  truckId: number,
  from: Date,
  to: Date,
): Promise<{ trips: Date[]; slipChanged: boolean }> {
  const near = { from: new Date(from.getTime() - reachMs), to: new Date(to.getTime() + reachMs) }
  const trips = await tripsToMatch(client, truckId, near.from, near.to)
  const { rows: slips } = await client.query<SlipRow>(
    `SELECT s.id, s.depot_id, s.planned_at, s.trip_started_at, s.match, s.state, s.slip_no,
       (SELECT jsonb_agg(jsonb_build_object('compartment', l.compartment, 'oilCode', l.oil_code, 'stationId', l.station_id)) FROM slip_line l WHERE l.slip_id = s.id) AS lines
     FROM slip s WHERE s.truck_id = $1 AND (s.planned_at BETWEEN $2 AND $3 OR s.trip_started_at BETWEEN $2 AND $3) ORDER BY s.id`,
    [truckId, near.from, near.to],
  )
  const { rows: tickets } = await client.query<TicketRow>(
    `SELECT id, depot_id, compartment, loaded_at, slip_no, trip_started_at, match FROM meter_ticket
     WHERE truck_id = $1 AND (loaded_at BETWEEN $2 AND $3 OR trip_started_at BETWEEN $2 AND $3) ORDER BY id`,
    [truckId, near.from, near.to],
  )
  const changed = new Set(trips.map((trip) => trip.startedAt.getTime()).filter((at) => at >= from.getTime() && at <= to.getTime()))
  // A deleted trip is summed too, which deletes its delivery.
  const { rows: gone } = await client.query<{ trip_started_at: Date }>(
    'SELECT trip_started_at FROM delivery WHERE truck_id = $1 AND trip_started_at BETWEEN $2 AND $3',
    [truckId, from, to],
  )
  for (const { trip_started_at } of gone) changed.add(trip_started_at.getTime())

  const byHand = new Set(slips.flatMap((slip) => (slip.match === 'manual' && slip.trip_started_at ? [slip.trip_started_at.getTime()] : [])))
  const matched = matchSlips(
    slips
      .filter((slip) => slip.match !== 'manual')
      .map((slip) => ({ id: slip.id, depotId: slip.depot_id, plannedAt: slip.planned_at, lines: slip.lines ?? [] })),
    trips.filter((trip) => !byHand.has(trip.startedAt.getTime())),
  )
  // A new or changed slip has marked its own planned time.
  let slipChanged = slips.some((slip) => slip.planned_at >= from && slip.planned_at <= to)
  const tripOfSlip = new Map<string, Date>()
  for (const slip of slips) {
    const startedAt = slip.match === 'manual' ? slip.trip_started_at : (matched.get(slip.id) ?? null)
    if (startedAt) tripOfSlip.set(slip.slip_no, startedAt)
    const trip = trips.find((one) => one.startedAt.getTime() === startedAt?.getTime())
    const state = trip === undefined ? 'open' : trip.endedAt === null ? 'running' : 'done'
    if (slip.trip_started_at?.getTime() === startedAt?.getTime() && slip.state === state) continue
    slipChanged = true
    for (const at of [slip.trip_started_at, startedAt]) if (at) changed.add(at.getTime())
    await client.query(
      `UPDATE slip SET trip_started_at = $2, state = $3, match = CASE WHEN match = 'manual' THEN match WHEN $2::timestamptz IS NULL THEN NULL ELSE 'auto' END WHERE id = $1`,
      [slip.id, startedAt, state],
    )
  }
  const ticketTrips = matchTickets(
    tickets
      .filter((ticket) => ticket.match !== 'manual')
      .map((ticket) => ({
        id: ticket.id,
        depotId: ticket.depot_id,
        compartment: ticket.compartment,
        loadedAt: ticket.loaded_at,
        slipNo: ticket.slip_no,
        isPlanned: slips.some(
          ({ slip_no, lines }) => slip_no === ticket.slip_no && lines?.some((line) => line.compartment === ticket.compartment),
        ),
      })),
    trips,
    tripOfSlip,
  )
  for (const ticket of tickets) {
    if (ticket.match === 'manual') continue
    const startedAt = ticketTrips.get(ticket.id) ?? null
    if (ticket.trip_started_at?.getTime() === startedAt?.getTime()) continue
    for (const at of [ticket.trip_started_at, startedAt]) if (at) changed.add(at.getTime())
    await client.query(
      `UPDATE meter_ticket SET trip_started_at = $2, match = CASE WHEN $2::timestamptz IS NULL THEN NULL ELSE 'auto' END WHERE id = $1`,
      [ticket.id, startedAt],
    )
  }
  return { trips: [...changed].toSorted((a, b) => a - b).map((at) => new Date(at)), slipChanged }
}

async function tripsToMatch(client: pg.ClientBase, truckId: number, from: Date, to: Date): Promise<TripToMatch[]> {
  const trips = await tripsOf(client, truckId, from, to)
  const flows = await flowsOf(client, truckId, new Date(from.getTime() - loadingReachMs), to)
  const found: TripToMatch[] = []
  for (const [index, trip] of trips.entries()) {
    const since = trips[index - 1]?.endedAt ?? new Date(trip.startedAt.getTime() - loadingReachMs)
    const loadings = flows.filter((flow) => flow.loading && flow.startedAt >= since && flow.startedAt < trip.startedAt)
    found.push({ ...trip, legs: await legsOf(client, trip), loadings })
  }
  return found
}
