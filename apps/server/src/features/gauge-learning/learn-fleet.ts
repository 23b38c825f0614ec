import type pg from 'pg'
import type { Db } from '@tanker/database/connection'
import type { GaugeCurveRow, GaugePointRow } from '@tanker/database/gauge-learning-tables'
import { heardOf, knownMeters, type MeterMessage } from '@tanker/domain/gauge-learning/fleet-meters'
import type { GaugeObservation, Nuisance, ReadingSigmas } from '@tanker/domain/gauge-learning/gauge-equations'
import { effectAt, type GaugeLearned, learnGauge } from '@tanker/domain/gauge-learning/learn-gauge'
import { readThresholds } from '../../fleet/status-thresholds.ts'
import { type CompartmentObservations, observationsOf } from './gauge-observations.ts'
import { readTruckFacts } from './truck-facts.ts'

/** Points of the drawn line. */
const MAX_CURVE_POINTS = 40
/** Meter results of other compartments used when one truck is learned separately. */
const MAX_MESSAGES = 20_000
const dayMs = 86_400_000
/** Loads over fewer days give no drift per month. */
const leastDays = 7

type Truck = { readonly id: number; readonly ancestors: readonly number[] }
type Learning = { readonly pool: pg.Pool; readonly db: Db }

const nameOf = (truckId: number, compartment: number): string => `${truckId}/${compartment}`

/**
 * Learns every gauge of the fleet: first each separately, for its estimate of the meters, then each with the estimates of all
 * others. Returns the number of compartments with a row. `stopped` ends it between trucks. One process at a time may call it.
 */
export async function learnFleet(connection: Learning, now: Date, stopped: () => boolean = () => false): Promise<number> {
  const client = await connection.pool.connect()
  try {
    return await learnAll(connection, client, now, stopped)
  } finally {
    client.release()
  }
}

async function learnAll({ db }: Learning, client: pg.ClientBase, now: Date, stopped: () => boolean): Promise<number> {
  const { rows: trucks } = await client.query<Truck>(
    'SELECT t.id, c.ancestors FROM truck t JOIN organisation c ON c.id = t.organisation_id WHERE t.enabled ORDER BY t.id',
  )
  const thresholdsOf = await readThresholds(db)
  const alone = new Map<string, readonly Nuisance[]>()
  for (const { id, ancestors } of trucks) {
    if (stopped()) return 0
    const sigmas = thresholdsOf(id, ancestors)
    for (const { tank, observations } of observationsOf(await readTruckFacts(client, id, now)))
      if (observations.length > 0) {
        alone.set(nameOf(id, tank.compartment), learnGauge(observations, sigmas).messages)
        await turnOfOthers()
      }
  }
  const heard = heardOf([...alone].flatMap(([from, messages]) => messages.map((message) => ({ ...message, from }))))
  let rows = 0
  for (const truck of trucks) {
    if (stopped()) return rows
    rows += await learnTruck(client, truck.id, { sigmas: thresholdsOf(truck.id, truck.ancestors), heard, alone, now })
  }
  return rows
}

/** Learns the gauges of one truck with the last meter estimates of the rest of the fleet. */
export async function learnOneTruck({ pool, db }: Learning, truckId: number, now: Date): Promise<number> {
  const { rows: trucks } = await pool.query<Truck>(
    'SELECT t.id, c.ancestors FROM truck t JOIN organisation c ON c.id = t.organisation_id WHERE t.id = $1',
    [truckId],
  )
  const truck = trucks[0]
  if (!truck) return 0
  const thresholdsOf = await readThresholds(db)
  const { rows } = await pool.query<{ from: string; key: string; mean: number; sigma: number }>(
    `SELECT o.truck_id || '/' || o.compartment AS "from", m.key, (m.value ->> 'mean')::float8 AS mean, (m.value ->> 'sigma')::float8 AS sigma
     FROM gauge_learning o, jsonb_each(o.messages) AS m
     WHERE o.truck_id <> $1 AND m.key IN (SELECT jsonb_object_keys(messages) FROM gauge_learning WHERE truck_id = $1)
     ORDER BY 4 LIMIT ${MAX_MESSAGES}`,
    [truckId],
  )
  return learnTruck(pool, truckId, { sigmas: thresholdsOf(truckId, truck.ancestors), heard: heardOf(rows), alone: new Map(), now })
}

const turnOfOthers = (): Promise<void> => new Promise((done) => setImmediate(done))

type Around = {
  readonly sigmas: ReadingSigmas
  readonly heard: ReadonlyMap<string, readonly MeterMessage[]>
  /** Meter estimates of compartments learned separately, by name, as far as already computed. */
  readonly alone: ReadonlyMap<string, readonly Nuisance[]>
  readonly now: Date
}

async function learnTruck(client: pg.Pool | pg.ClientBase, truckId: number, { sigmas, heard, alone, now }: Around): Promise<number> {
  const learned: object[] = []
  for (const seen of observationsOf(await readTruckFacts(client, truckId, now))) {
    if (seen.observations.length === 0 && !seen.tank.decided) continue
    const name = nameOf(truckId, seen.tank.compartment)
    const known = knownMeters(seen.observations, sigmas, heard, name)
    // Its meter estimate is the one without the others' estimates.
    const messages = alone.get(name) ?? learnGauge(seen.observations, sigmas).messages
    // A fit takes some hundredths of a second: yield to the event loop between two of them.
    await turnOfOthers()
    learned.push(rowOf(truckId, seen, { ...learnGauge(seen.observations, sigmas, known), messages }, now))
    await turnOfOthers()
  }
  await keepRows(client, truckId, learned)
  return learned.length
}

function rowOf(truckId: number, { tank, observations, loads }: CompartmentObservations, learned: GaugeLearned, now: Date) {
  const { values, sigmas } = learned
  const [first, last] = [observations[0], observations.at(-1)]
  const days = Math.max(leastDays, (now.getTime() - Math.max(tank.since.getTime(), first?.at ?? 0)) / dayMs)
  const countOf = (kind: GaugeObservation['kind']): number => observations.filter((one) => one.kind === kind).length
  return {
    truck_id: truckId,
    compartment: tank.compartment,
    oil_code: tank.oilCode,
    since: tank.since,
    learned_at: now,
    first_at: first && new Date(first.at),
    last_at: last && new Date(last.at),
    loadings: countOf('loading'),
    unloadings: countOf('unloading'),
    left_out: learned.points.filter(({ leftOut }) => leftOut).length,
    verdict: learned.verdict,
    rivals: learned.rivals,
    scale_permille: values.scale,
    scale_sigma: sigmas.scale,
    offset_mm: values.offset,
    offset_sigma: sigmas.offset,
    temperature_c: values.temperature,
    temperature_sigma: sigmas.temperature,
    condition: learned.condition,
    noise: learned.noise,
    unsteady: learned.unsteady,
    litres_a_load: learned.litresALoad,
    litres_a_load_sigma: learned.litresALoadSigma,
    litres_a_month: (learned.litresALoad * loads * 30) / days,
    correction: learned.correction,
    messages: Object.fromEntries(learned.messages.map(({ key, mean, sigma }) => [key, { mean, sigma }])),
    points: pointsOf(observations, learned),
    curve: curveOf(observations, learned),
  }
}

const tenth = (value: number): number => Math.round(value * 10) / 10

const pointsOf = (observations: readonly GaugeObservation[], { points }: GaugeLearned): GaugePointRow[] =>
  points.flatMap(({ observation, differenceL, sigmaL, leftOut }) => {
    const seen = observations[observation]
    if (!seen) return []
    const { levelMm, volumeL } = seen.full
    return [
      {
        at: seen.at,
        kind: seen.kind,
        levelMm: tenth(levelMm),
        volumeL: tenth(volumeL),
        differenceL: tenth(differenceL),
        sigmaL: tenth(sigmaL),
        leftOut,
      },
    ]
  })

/** The line over the observed levels, for loads from empty to each. */
function curveOf(observations: readonly GaugeObservation[], learned: GaugeLearned): GaugeCurveRow[] {
  const byLevel = observations.toSorted((a, b) => a.full.levelMm - b.full.levelMm)
  const step = Math.max(1, Math.ceil((byLevel.length - 1) / (MAX_CURVE_POINTS - 1)))
  return byLevel
    .filter((_, index) => index % step === 0 || index === byLevel.length - 1)
    .map(({ full, expansion }) => {
      const load = { scale: full.v20L / 1000, offset: full.slopeLPerMm, temperature: -expansion * full.volumeL }
      const { litres, sigma } = effectAt(learned, load)
      return { levelMm: tenth(full.levelMm), litres: tenth(litres), sigma: tenth(sigma) }
    })
}

/** Columns written by learning; the others are written by users. */
const KEEP = `
  WITH fresh AS (SELECT * FROM jsonb_populate_recordset(NULL::gauge_learning, $2::jsonb)),
  gone AS (
    DELETE FROM gauge_learning g WHERE g.truck_id = $1 AND g.accepted_at IS NULL
      AND NOT EXISTS (SELECT FROM fresh WHERE fresh.compartment = g.compartment))
  INSERT INTO gauge_learning (COLUMNS) SELECT COLUMNS FROM fresh
  ON CONFLICT (truck_id, compartment) DO UPDATE SET (COLUMNS) = ROW (EXCLUDED_COLUMNS)`

async function keepRows(client: pg.Pool | pg.ClientBase, truckId: number, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) {
    await client.query('DELETE FROM gauge_learning WHERE truck_id = $1 AND accepted_at IS NULL', [truckId])
    return
  }
  const text = KEEP.replaceAll('EXCLUDED_COLUMNS', columns.map((name) => `excluded.${name}`).join(', ')).replaceAll(
    'COLUMNS',
    columns.join(', '),
  )
  await client.query(text, [truckId, JSON.stringify(rows)])
}
