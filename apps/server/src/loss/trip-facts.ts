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
  readonly companyId: number
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

type Properties = Readonly<Record<string, unknown>>
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const maybe = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const lines = (properties: Properties): Properties[] => (Array.isArray(properties['lines']) ? (properties['lines'] as Properties[]) : [])

type RecordRow = {
  company_id: number
  started_at: Date
  ended_at: Date | null
  object: number
  properties: Properties
  place_id: number | null
  place_name: string | null
}

/** Records of a kind, with the place of the fence in which each began. */
const RECORDS = `SELECT r.company_id, r.started_at, r.ended_at, r.object, r.properties, p.id AS place_id, coalesce(p.name, r.fence_name) AS place_name
  FROM record r LEFT JOIN fence f ON f.id = r.fence_id LEFT JOIN place p ON p.id = f.place_id
  WHERE r.truck_id = $1 AND r.kind = $2 AND r.started_at >= $3 AND r.started_at <= $4 ORDER BY r.started_at, r.object`

const recordsOf = async (client: pg.ClientBase, truckId: number, kind: string, from: Date, to: Date): Promise<RecordRow[]> =>
  (await client.query<RecordRow>({ name: 'records-of-truck', text: RECORDS, values: [truckId, kind, from, to] })).rows

/** Trips that began in the time, both ends included. */
export async function tripsOf(client: pg.ClientBase, truckId: number, from: Date, to: Date): Promise<TripFact[]> {
  return (await recordsOf(client, truckId, 'trip', from, to)).map((row) => ({
    truckId,
    companyId: row.company_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: typeof row.properties['outcome'] === 'string' ? row.properties['outcome'] : null,
    depotId: row.place_id,
    depotName: row.place_name ?? '',
    distanceM: number(row.properties['distanceM']),
    lines: lines(row.properties).map((line) => ({
      compartment: number(line['compartment']),
      oilCode: number(line['oilCode']),
      l: maybe(line['loadL']),
      v20L: maybe(line['loadV20L']),
      levelMm: maybe(line['loadLevelMm']),
      calm: line['loadCalm'] === true,
      uncertaintyL: maybe(line['uncertaintyL']),
    })),
  }))
}

/** The stations of a trip in the order of its legs. */
export async function legsOf(client: pg.ClientBase, trip: TripFact): Promise<LegFact[]> {
  const rows = await recordsOf(client, trip.truckId, 'trip-leg', trip.startedAt, trip.endedAt ?? farAhead)
  return rows
    .filter((row) => row.properties['tripStartedAt'] === trip.startedAt.getTime())
    .map((row) => ({
      leg: row.object,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      stationId: row.place_id,
      stationName: row.place_name ?? '',
      distanceM: number(row.properties['distanceM']),
      lines: lines(row.properties).map((line) => ({
        compartment: number(line['compartment']),
        arriveL: number(line['arriveL']),
        arriveV20L: number(line['arriveV20L']),
        arriveLevelMm: maybe(line['arriveLevelMm']),
        arriveCalm: line['arriveCalm'] === true,
        volumeKnown: line['volumeKnown'] !== false && typeof line['arriveL'] === 'number',
        gaugeL: number(line['gaugeL']),
        gaugeV20L: number(line['gaugeV20L']),
        leaveL: maybe(line['leaveL']),
        leaveV20L: maybe(line['leaveV20L']),
        leaveCalm: line['leaveCalm'] === true,
      })),
    }))
}

/** Loadings and unloadings that began in the time, oldest first. */
export async function flowsOf(client: pg.ClientBase, truckId: number, from: Date, to: Date): Promise<FlowFact[]> {
  return (await recordsOf(client, truckId, 'operation', from, to)).map((row) => ({
    compartment: row.object,
    loading: row.properties['direction'] === 'loading',
    startedAt: row.started_at,
    endedAt: row.ended_at,
    startTemperatureC: maybe(row.properties['startTemperatureC']),
    endTemperatureC: maybe(row.properties['endTemperatureC']),
    averageLpm: maybe(row.properties['averageLpm']),
  }))
}

/** When covers of compartments were opened; the object of a cover record is compartment × 100 + probe type. */
export async function openingsOf(
  client: pg.ClientBase,
  truckId: number,
  from: Date,
  to: Date,
): Promise<{ compartment: number; at: Date }[]> {
  return (await recordsOf(client, truckId, 'cover', from, to)).map((row) => ({
    compartment: Math.floor(row.object / 100),
    at: row.started_at,
  }))
}

const farAhead = new Date('2100-01-01T00:00:00Z')
