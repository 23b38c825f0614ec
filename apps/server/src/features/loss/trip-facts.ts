import { operationFact, tripFact, tripLegFact } from '@tanker/domain/facts/cargo-facts'
import type { RecordDeclaration } from '@tanker/domain/facts/declaration'
import { coverFact } from '@tanker/domain/facts/seal-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import type pg from 'pg'

/** One compartment as detection read it when the truck left the depot (A1). */
type LoadedLine = {
  readonly compartment: number
  readonly oilCode: number
  /** Null: it has no gauge. */
  readonly l: number | null
  readonly v20L: number | null
  readonly levelMm: number | null
  readonly calm: boolean
  /** One sigma of the transport loss; null if detection gave none. */
  readonly uncertaintyL: number | null
}

export type TripFact = {
  readonly truckId: number
  readonly organisationId: number
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly outcome: string | null
  readonly depotId: number | null
  readonly depotName: string
  readonly distanceM: number
  readonly lines: readonly LoadedLine[]
}

/** One compartment at a station: A2 and A3. */
export type CompartmentAtLeg = {
  readonly compartment: number
  readonly arriveL: number
  readonly arriveV20L: number
  readonly arriveLevelMm: number | null
  readonly arriveCalm: boolean
  /** False without a gauge or with a stuck float: the litres before and after are invalid. */
  readonly volumeKnown: boolean
  /** Jump of the gauge on the way here: neither loss nor gain. */
  readonly gaugeL: number
  readonly gaugeV20L: number
  readonly leaveL: number | null
  readonly leaveV20L: number | null
  readonly leaveCalm: boolean
}

export type LegFact = {
  readonly leg: number
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly stationId: number | null
  readonly stationName: string
  readonly distanceM: number
  readonly lines: readonly CompartmentAtLeg[]
}

/** A loading or an unloading of one compartment. */
export type FlowFact = {
  readonly compartment: number
  readonly loading: boolean
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly startTemperatureC: number | null
  readonly endTemperatureC: number | null
  readonly averageLpm: number | null
}

type RecordRow = {
  organisation_id: number
  started_at: Date
  ended_at: Date | null
  object: number
  properties: unknown
  place_id: number | null
  place_name: string | null
}

/** Records of a kind, with the place of the fence in which each began. */
const RECORDS = `SELECT r.organisation_id, r.started_at, r.ended_at, r.object, r.properties, p.id AS place_id, coalesce(p.name, r.fence_name) AS place_name
  FROM record r LEFT JOIN fence f ON f.id = r.fence_id LEFT JOIN place p ON p.id = f.place_id
  WHERE r.truck_id = $1 AND r.kind = $2 AND r.started_at >= $3 AND r.started_at <= $4 ORDER BY r.started_at, r.object`

const recordsOf = async (client: pg.ClientBase, truckId: number, { kind }: RecordDeclaration, from: Date, to: Date): Promise<RecordRow[]> =>
  (await client.query<RecordRow>({ name: 'records-of-truck', text: RECORDS, values: [truckId, kind, from, to] })).rows

/** Trips that began in the time, both ends included. */
export async function tripsOf(client: pg.ClientBase, truckId: number, from: Date, to: Date): Promise<TripFact[]> {
  return (await recordsOf(client, truckId, tripFact, from, to)).map((row) => {
    const said = stored(row.properties, tripFact)
    return {
      truckId,
      organisationId: row.organisation_id,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      outcome: said.text('outcome'),
      depotId: row.place_id,
      depotName: row.place_name ?? '',
      distanceM: said.number('distanceM') ?? 0,
      lines: said.rows('lines').map((line) => ({
        compartment: line.number('compartment') ?? 0,
        oilCode: line.number('oilCode') ?? 0,
        l: line.number('loadL'),
        v20L: line.number('loadV20L'),
        levelMm: line.number('loadLevelMm'),
        calm: line.flag('loadCalm') === true,
        uncertaintyL: line.number('uncertaintyL'),
      })),
    }
  })
}

/** The stations of a trip in the order of its legs. */
export async function legsOf(client: pg.ClientBase, trip: TripFact): Promise<LegFact[]> {
  const rows = await recordsOf(client, trip.truckId, tripLegFact, trip.startedAt, trip.endedAt ?? farAhead)
  return rows
    .map((row) => ({ row, said: stored(row.properties, tripLegFact) }))
    .filter(({ said }) => said.number('tripStartedAt') === trip.startedAt.getTime())
    .map(({ row, said }) => ({
      leg: row.object,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      stationId: row.place_id,
      stationName: row.place_name ?? '',
      distanceM: said.number('distanceM') ?? 0,
      lines: said.rows('lines').map((line) => ({
        compartment: line.number('compartment') ?? 0,
        arriveL: line.number('arriveL') ?? 0,
        arriveV20L: line.number('arriveV20L') ?? 0,
        arriveLevelMm: line.number('arriveLevelMm'),
        arriveCalm: line.flag('arriveCalm') === true,
        volumeKnown: line.flag('volumeKnown') !== false && line.number('arriveL') !== null,
        gaugeL: line.number('gaugeL') ?? 0,
        gaugeV20L: line.number('gaugeV20L') ?? 0,
        leaveL: line.number('leaveL'),
        leaveV20L: line.number('leaveV20L'),
        leaveCalm: line.flag('leaveCalm') === true,
      })),
    }))
}

/** Loadings and unloadings that began in the time, oldest first. */
export async function flowsOf(client: pg.ClientBase, truckId: number, from: Date, to: Date): Promise<FlowFact[]> {
  return (await recordsOf(client, truckId, operationFact, from, to)).map((row) => {
    const said = stored(row.properties, operationFact)
    return {
      compartment: row.object,
      loading: said.text('direction') === 'loading',
      startedAt: row.started_at,
      endedAt: row.ended_at,
      startTemperatureC: said.number('startTemperatureC'),
      endTemperatureC: said.number('endTemperatureC'),
      averageLpm: said.number('averageLpm'),
    }
  })
}

/** When covers of compartments were opened; the object of a cover record is compartment × 100 + probe type. */
export async function openingsOf(
  client: pg.ClientBase,
  truckId: number,
  from: Date,
  to: Date,
): Promise<{ compartment: number; at: Date }[]> {
  return (await recordsOf(client, truckId, coverFact, from, to)).map((row) => ({
    compartment: Math.floor(row.object / 100),
    at: row.started_at,
  }))
}

const farAhead = new Date('2100-01-01T00:00:00Z')
