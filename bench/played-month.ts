import { BinaryArray } from '@tanker/database/binary-array'
import { LiveRowBytes } from '@tanker/database/live-row'
import { packReading, positionFlags } from '@tanker/database/packed-readings'
import { createTruckState, step } from '@tanker/detection/truck-engine'
import type { Fact } from '@tanker/detection/fact'
import { createTruckParts, readTruckParts } from '@tanker/detection/truck-parts'
import type { Reading, SafetyEvent } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { lifeMaker } from '@tanker/fleet/fleet'
import type { ReportingRates } from '@tanker/fleet/reporter'
import type { TruckRow, World } from '@tanker/fleet/world'
import { Dice } from './accuracy/dice.ts'

/** About 570 readings a truck and day: ten million of 576 trucks in a month. */
const RATES: ReportingRates = {
  moving: 90_000,
  busy: 30_000,
  idling: 300_000,
  asleep: 600_000,
  levelsWhileMoving: 180_000,
  allProbes: 1_800_000,
  sensing: 21_600_000,
  air: 300_000,
  stopsAfter: 50_000,
}
const HOUR_MS = 3_600_000
/** Far more than the virtual fleet meets: analyses must have something to count. */
const SCENARIOS_PER_HOUR = 0.05
/** Of the readings of a moving truck, those with an event of active safety. */
const SAFETY_SHARE = 0.05
/** Hours after which a truck falls silent, and for how long; every second time it uploads what it measured. */
const SILENT_EVERY_H = [60, 160] as const
const SILENT_H = [1, 40] as const
/** Item and types of events as T/JSATL 12 has them. */
const EVENTS: readonly (readonly [item: number, types: number])[] = [
  [0x64, 5],
  [0x65, 4],
  [0x67, 3],
  [0x70, 3],
]
const AIR = { humidityPercent: 55, pressureKPa: 101.2, doorBits: 0 }
/** Trucks, of the first ones, whose console measures air in every reading. */
const MEASURES_AIR_EVERY = 4

type PlayedTruck = {
  readonly readings: readonly Reading[]
  readonly facts: readonly Fact[]
  readonly live: Buffer
}

/** The readings of one truck of the virtual fleet over a month, with what detection makes of them. */
export function playMonth(
  world: World,
  row: TruckRow,
  context: TruckContext,
  { from, to, number }: { from: number; to: number; number: number },
): PlayedTruck {
  const life = lifeMaker(world, 5, () => SCENARIOS_PER_HOUR)(row, from, { rates: RATES })
  const dice = new Dice(number)
  const state = createTruckState()
  const live = new LiveRowBytes()
  const readings: Reading[] = []
  const facts = new Map<string, Fact>()
  let silentFrom = from + dice.between(...SILENT_EVERY_H) * HOUR_MS
  let silentTo = silentFrom + dice.between(...SILENT_H) * HOUR_MS
  let uploads = true
  let digest = 0n
  for (let until = from; until <= to; until += HOUR_MS) {
    for (const output of life.advance(until)) {
      if (output.kind !== 'report') continue
      const { report } = output
      if (report.at > silentTo) {
        silentFrom = report.at + dice.between(...SILENT_EVERY_H) * HOUR_MS
        silentTo = silentFrom + dice.between(...SILENT_H) * HOUR_MS
        uploads = !uploads
      }
      const isSilent = report.at > silentFrom
      if (isSilent && !uploads) continue
      digest += 1n
      const isUnsafe = report.position.speedKmh > 20 && dice.chance(SAFETY_SHARE)
      const reading: Reading = {
        ...report,
        clockError: false,
        resent: isSilent,
        kind: 0x0200,
        digest: digest * 4096n + BigInt(number),
        receivedAt: (isSilent ? silentTo : report.at) + 2_000,
        safety: isUnsafe ? [safetyEvent(dice, Number(digest))] : report.safety,
        ...(number % MEASURES_AIR_EVERY === 0 ? { environment: { temperatureC: dice.between(5, 30), ...AIR } } : {}),
      }
      readings.push(reading)
      // Stored, and not judged yet: the alarm of the silence stands.
      if (isSilent) continue
      for (const fact of step(state, reading, context).facts) facts.set(keyOf(fact), fact)
      for (const compartment of reading.compartments) live.keep(compartment)
      if (reading.power) live.power(reading.power)
      if (reading.tilt) live.tilt(reading.tilt)
      live.mileage(reading.position.mileageKm ?? null)
    }
  }
  const parts = createTruckParts()
  readTruckParts(state, parts)
  live.seal(state.newestAt, parts)
  return { readings, facts: [...facts.values()], live: Buffer.from(live.bytes) }
}

const keyOf = (fact: Fact): string => [fact.is === 'alarm' ? fact.type : fact.kind, fact.startedAt, fact.object].join('/')

function safetyEvent(dice: Dice, alarmId: number): SafetyEvent {
  const [item, types] = EVENTS[dice.whole(0, EVENTS.length - 1)] ?? [0x64, 1]
  return { item, type: dice.whole(1, types), flag: 0, level: dice.chance(0.7) ? 1 : 2, alarmId, attachments: 0 }
}

const POSITIONS = `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
  SELECT $1, r.at, r.kind, r.digest, $2, r.received_at, r.lat, r.lng, r.speed, r.heading, r.flags, r.packed
  FROM unnest($3::timestamptz[], $4::int4[], $5::int8[], $6::timestamptz[], $7::int4[], $8::int4[], $9::int2[], $10::int2[], $11::int2[], $12::bytea[])
    AS r (at, kind, digest, received_at, lat, lng, speed, heading, flags, packed) ON CONFLICT DO NOTHING`

/** Parameters of `POSITIONS`, packed as the gateway packs them. */
function positionValues({ truckId, organisationId }: TruckContext, readings: readonly Reading[]): unknown[] {
  const types = ['timestamptz', 'int4', 'int8', 'timestamptz', 'int4', 'int4', 'int2', 'int2', 'int2', 'bytea'] as const
  const columns = types.map((type) => new BinaryArray(type, readings.length))
  const [at, kind, digest, received, lat, lng, speed, heading, flags, packed] = columns as [BinaryArray, ...BinaryArray[]]
  for (const reading of readings) {
    const { position } = reading
    at.time(reading.at)
    kind?.int(reading.kind)
    digest?.bigint(reading.digest)
    received?.time(reading.receivedAt)
    lat?.int(Math.round(position.lat * 1e6))
    lng?.int(Math.round(position.lng * 1e6))
    speed?.int(Math.round(position.speedKmh * 10))
    heading?.int(Math.round(position.headingDeg) % 360)
    flags?.int(positionFlags(reading))
    packed?.bytes(packReading(reading))
  }
  return [truckId, organisationId, ...columns.map((column) => column.parameter())]
}

const FACT = `started_at timestamptz, object int4, name text, ended_at timestamptz, lat float8, lng float8, fence_id int4, fence_name text,
  speed_kmh float4, heading_deg float4, properties jsonb`
const NAMES = 'started_at, object, name, ended_at, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties'

const MAX_READINGS_AT_ONCE = 5_000

/** Writes what was played in the form in which the gateway stores it. */
export async function storePlayed(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  context: TruckContext,
  { readings, facts, live }: PlayedTruck,
): Promise<void> {
  const { truckId, organisationId } = context
  for (let from = 0; from < readings.length; from += MAX_READINGS_AT_ONCE)
    await query(POSITIONS, positionValues(context, readings.slice(from, from + MAX_READINGS_AT_ONCE)))
  const records = JSON.stringify(facts.flatMap((fact) => (fact.is === 'record' ? [{ ...factRow(fact), kind: fact.kind }] : [])))
  await query(
    `INSERT INTO record (truck_id, organisation_id, kind, ${NAMES}) SELECT $1, $2, kind, ${NAMES} FROM jsonb_to_recordset($3) AS f (kind text, ${FACT})`,
    [truckId, organisationId, records],
  )
  const alarms = JSON.stringify(facts.flatMap((fact) => (fact.is === 'alarm' ? [{ ...fact, ...factRow(fact) }] : [])))
  await query(
    `INSERT INTO alarm (truck_id, organisation_id, type, grade, live, remark, remark2, inserted_at, ${NAMES})
     SELECT $1, $2, type, grade, live, remark, remark2, started_at, ${NAMES}
     FROM jsonb_to_recordset($3) AS f (type int4, grade text, live bool, remark text, remark2 text, ${FACT})`,
    [truckId, organisationId, alarms],
  )
  const newest = new Date(readings.at(-1)?.at ?? 0)
  await query('UPDATE truck_state SET last_at = $2, contact_at = $2, live = $3 WHERE truck_id = $1', [truckId, newest, live])
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

function factRow({ name, startedAt, endedAt, object, place, properties }: Fact): object {
  return {
    started_at: timeOf(startedAt),
    object,
    name,
    ended_at: timeOf(endedAt),
    lat: place.lat,
    lng: place.lng,
    fence_id: place.fenceId,
    fence_name: place.fenceName,
    speed_kmh: place.speedKmh,
    heading_deg: place.headingDeg,
    properties,
  }
}
