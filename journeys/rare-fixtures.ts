import { operationFact } from '@tanker/domain/facts/cargo-facts'
import type { PropertiesOf, RecordDeclaration } from '@tanker/domain/facts/declaration'
import { powerCutFact } from '@tanker/domain/facts/equipment-facts'
import { probeSensingFact } from '@tanker/domain/facts/seal-facts'
import type { RunningProduct } from './running-product.ts'

/** Alarms of the cargo monitor (spec 4.4, docs/decisions/0004-alarm-codes.md). */
const CARGO_ALARMS = [1, 3, 202, 207, 208, 209, 210, 211, 213, 320, 321, 322, 326, 327, 329, 330]

const unloading: Partial<PropertiesOf<typeof operationFact>> = {
  compartment: 1,
  oilCode: 92,
  direction: 'unloading',
  opKind: 'unloading',
  way: 'gravity',
  judge: 'normal',
  startVolumeL: 6000,
  endVolumeL: 30,
  startV20L: 5970,
  endV20L: 29.8,
  startLevelMm: 1400,
  endLevelMm: 12,
  averageLpm: 480,
}

/** Of a probe at an API valve. */
const CALIBRATED: Partial<PropertiesOf<typeof probeSensingFact>> = {
  probeType: 0,
  line: 0,
  error: 'none',
  closeMv: 2_400,
  gateMv: 600,
  zeroMv: 200,
  midMv: 400,
  maxMv: 3_000,
  wet: false,
}
/** What a quiet day of a few trucks does not bring about, as detection would have stored it: one row of each for a truck. */
export async function storeRareFixtures({ database }: RunningProduct, truckId: number): Promise<void> {
  const record = <D extends RecordDeclaration>(
    { kind }: D,
    object: number,
    minutesAgo: number,
    lastedMin: number,
    properties: Partial<PropertiesOf<D>>,
  ) =>
    database.pool.query(
      `INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, ended_at, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties)
       SELECT id, $2, date_trunc('minute', now()) - $4 * interval '1 minute', $3, organisation_id, 'fixture',
         date_trunc('minute', now()) - $5 * interval '1 minute', 31.9, 119.8, NULL, NULL, 0, 90, $6 FROM truck WHERE id = $1`,
      [truckId, kind, object, minutesAgo, minutesAgo - lastedMin, JSON.stringify(properties)],
    )
  await record(operationFact, 1, 25, 12, unloading)
  await record(powerCutFact, 0, 50, 5, { loaded: true, distanceM: 310, lowestV: 0.4 })
  // Sensor values of its API valves: sound, aged, and open.
  const sensed = [
    { sensorMv: 2_380, marginPercent: 99, state: 'normal', open: false },
    { sensorMv: 840, marginPercent: 13, state: 'near', open: false },
    { sensorMv: 60, marginPercent: 70, state: 'normal', open: true },
  ] as const
  for (const [at, values] of sensed.entries()) {
    const compartment = at + 1
    await record(probeSensingFact, compartment * 100, 4, 0, { ...CALIBRATED, ...values, compartment, serial: `000014010${compartment}` })
  }
  // A compartment unloaded at a second station of its trip.
  await database.pool.query(
    `INSERT INTO delivery_line
     SELECT part.* FROM (SELECT * FROM delivery_line WHERE leg > 0 ORDER BY trip_started_at DESC LIMIT 1) AS line,
       jsonb_populate_record(NULL::delivery_line, to_jsonb(line) || '{"leg": 9, "first": false}') AS part`,
  )
  await database.pool.query(
    `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, ended_at, grade, live, lat, lng, speed_kmh, heading_deg, properties)
     SELECT truck.id, organisation_id, type, now() - interval '2 hours', 101, 'fixture', now() - interval '1 hour', 'red', false, 31.9, 119.8, 0, 90,
       '{"compartment": 1, "probeType": 1, "oilCode": 92}' FROM truck, unnest($2::int[]) AS type WHERE truck.id = $1`,
    [truckId, CARGO_ALARMS],
  )
  // What weeks of tickets and receipts would teach of a gauge.
  await database.pool.query(
    `INSERT INTO gauge_learning (truck_id, compartment, oil_code, since, learned_at, first_at, last_at, loadings, unloadings, left_out,
       verdict, rivals, scale_permille, scale_sigma, offset_mm, offset_sigma, temperature_c, temperature_sigma, condition, noise,
       unsteady, litres_a_load, litres_a_load_sigma, litres_a_month, correction, messages, points, curve)
     VALUES ($1, 1, 92, now() - interval '60 days', now(), now() - interval '50 days', now(), 30, 0, 1, 'scale', '{}',
       3.1, 0.6, 0.2, 0.8, 0.1, 0.2, 3, 1, false, -21.5, 4.2, -645, '{"scale": {"value": 3.1, "sigma": 0.6}}', '{}', '[]', '[]')`,
    [truckId],
  )
}
