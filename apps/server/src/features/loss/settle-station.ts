import type pg from 'pg'
import { matchGauges } from './match.ts'

const hourMs = 3_600_000
/** Time range that can affect a match. */
const reachMs = 12 * hourMs
/** A trip begins at most this long before it unloads. */
const tripReachMs = 72 * hourMs

type GaugeRow = {
  id: number
  oil_code: number
  started_at: Date
  ended_at: Date
  received_v20_l: number
  named_truck_id: number | null
  truck_id: number | null
  trip_started_at: Date | null
  leg: number | null
  state: 'matched' | 'unmatched' | 'manual'
}
type UnloadingRow = {
  truck_id: number
  trip_started_at: Date
  leg: number
  oil_code: number
  started_at: Date
  ended_at: Date
  unloaded_v20_l: number | null
}
type TripKey = { readonly truckId: number; readonly tripStartedAt: Date }

/** Matches a station's gauge readings around a time to what trucks unloaded there; manual matches stay. Returns the affected trips. */
export async function settleStation(client: pg.ClientBase, stationId: number, from: Date, to: Date): Promise<TripKey[]> {
  const near = { from: new Date(from.getTime() - reachMs), to: new Date(to.getTime() + reachMs) }
  const { rows: gauges } = await client.query<GaugeRow>(
    `SELECT g.id, g.oil_code, g.started_at, g.ended_at, g.received_v20_l, t.id AS named_truck_id, g.truck_id, g.trip_started_at, g.leg, g.state
     FROM station_gauge g LEFT JOIN truck t ON t.plate = g.plate
     WHERE g.station_id = $1 AND g.started_at BETWEEN $2 AND $3 ORDER BY g.id`,
    [stationId, near.from, near.to],
  )
  const { rows } = await client.query<UnloadingRow>(
    `SELECT truck_id, trip_started_at, leg, oil_code, min(coalesce(unload_started_at, arrived_at)) AS started_at,
       max(coalesce(unload_ended_at, left_at)) AS ended_at, 
       -- Of a compartment without a gauge, as its ticket says; unknown when one of them is.
       CASE WHEN bool_and(coalesce(unload_v20_l, depot_out_v20_l) IS NOT NULL) THEN sum(coalesce(unload_v20_l, depot_out_v20_l)) END AS unloaded_v20_l
     FROM delivery_line WHERE station_id = $1 AND leg > 0 AND trip_started_at BETWEEN $2 AND $3
     GROUP BY truck_id, trip_started_at, leg, oil_code`,
    [stationId, new Date(near.from.getTime() - tripReachMs), near.to],
  )
  const byHand = new Set(gauges.filter((gauge) => gauge.state === 'manual').map((gauge) => unloadingKey(gauge)))
  const unloadings = rows.map((row) => ({
    key: unloadingKey(row),
    truckId: row.truck_id,
    tripStartedAt: row.trip_started_at,
    leg: row.leg,
    oilCode: row.oil_code,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    unloadedV20L: row.unloaded_v20_l,
  }))
  const byKey = new Map(unloadings.map((unloading) => [unloading.key, unloading]))
  const matched = matchGauges(
    gauges
      .filter((gauge) => gauge.state !== 'manual')
      .map((gauge) => ({
        id: gauge.id,
        oilCode: gauge.oil_code,
        startedAt: gauge.started_at,
        endedAt: gauge.ended_at,
        receivedV20L: gauge.received_v20_l,
        truckId: gauge.named_truck_id,
      })),
    unloadings.filter((unloading) => !byHand.has(unloading.key)),
  )
  const concerned = new Map<string, TripKey>()
  for (const gauge of gauges) {
    if (gauge.state === 'manual') continue
    const now = byKey.get(matched.get(gauge.id)?.key ?? '') ?? null
    if (unloadingKey(gauge) === (now?.key ?? '')) continue
    if (gauge.truck_id !== null && gauge.trip_started_at !== null)
      concerned.set(unloadingKey(gauge), { truckId: gauge.truck_id, tripStartedAt: gauge.trip_started_at })
    if (now) concerned.set(now.key, { truckId: now.truckId, tripStartedAt: now.tripStartedAt })
    await client.query('UPDATE station_gauge SET truck_id = $2, trip_started_at = $3, leg = $4, state = $5 WHERE id = $1', [
      gauge.id,
      now?.truckId ?? null,
      now?.tripStartedAt ?? null,
      now?.leg ?? null,
      now ? 'matched' : 'unmatched',
    ])
  }
  return [...concerned.values()]
}

const unloadingKey = (row: { truck_id: number | null; trip_started_at: Date | null; leg: number | null; oil_code: number }): string =>
  row.truck_id === null || row.trip_started_at === null ? '' : `${row.truck_id}/${row.trip_started_at.getTime()}/${row.leg}/${row.oil_code}`
