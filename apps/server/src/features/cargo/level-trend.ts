import type { LevelTrend, TrendEvent } from '@tanker/contract/level-trend'
import type { ScopedDb } from '@tanker/database/scope'
import { STAFF_ONLY_TYPES } from '../../alarms/alarm-settings.ts'
import { plateOf } from './chosen-trucks.ts'
import { thinnedIndexes } from './thin-curve.ts'
import { type GaugeReading, readGauges } from '../../fleet/truck-readings.ts'

/** Records marked on the curve: movements of litres and openings. */
const MARKED_KINDS = ['cover', 'operation', 'emptying', 'valve', 'water', 'gauge-fault', 'power-cut', 'product-change'] as const
/** Marks on one curve; the screen says when there are more. */
const MAX_EVENTS = 500

type Asked = {
  readonly truckId: number
  readonly from: Date
  readonly to: Date
  /** Empty for all. */
  readonly compartments: ReadonlySet<number>
  readonly stretches: number
}

/** The curves of a truck's tanks, thinned to what a screen can show, and the events in that period. */
export async function readLevelTrend(db: ScopedDb, asked: Asked): Promise<LevelTrend> {
  const { truckId, from, to, compartments } = asked
  const signCode = await plateOf(db, truckId)
  const [setups, readings, events] = await Promise.all([
    db.read.selectFrom('compartment').where('truck_id', '=', truckId).selectAll().orderBy('compartment').execute(),
    readGauges(db, truckId, from, to),
    readEvents(db, asked),
  ])
  const wanted = setups.filter(({ compartment }) => compartments.size === 0 || compartments.has(compartment))
  return {
    truckId,
    signCode,
    readings: readings.length,
    compartments: wanted.map((setup) => ({
      compartment: setup.compartment,
      oilCode: setup.oil_code,
      oilName: setup.oil_name,
      capacityL: Number(setup.capacity_l),
      ...curveOf(readings, setup.compartment, asked),
    })),
    speed: speedOf(readings, asked),
    events: events.slice(0, MAX_EVENTS),
    moreEvents: events.length > MAX_EVENTS,
  }
}

type Curve = Pick<LevelTrend['compartments'][number], 'at' | 'levelMm' | 'volumeL' | 'v20L' | 'temperatureC'>

function curveOf(readings: readonly GaugeReading[], compartment: number, { from, to, stretches }: Asked): Curve {
  const at: number[] = []
  const levelMm: number[] = []
  const volumeL: number[] = []
  const v20L: number[] = []
  const temperatureC: number[] = []
  for (const reading of readings) {
    const gauge = reading.compartments.find((one) => one.compartment === compartment)
    if (!gauge) continue
    // A faulty gauge has no level.
    const sound = gauge.fault === 0
    at.push(reading.at)
    levelMm.push(sound ? gauge.levelMm : Number.NaN)
    volumeL.push(sound ? gauge.volumeL : Number.NaN)
    v20L.push(sound ? gauge.v20L : Number.NaN)
    temperatureC.push(sound ? gauge.temperatureC : Number.NaN)
  }
  const kept = thinnedIndexes(at, [levelMm, volumeL, v20L, temperatureC], from.getTime(), to.getTime(), stretches)
  const pick = (values: readonly number[]): (number | null)[] =>
    kept.map((index) => {
      const value = values[index] as number
      return Number.isNaN(value) ? null : value
    })
  return {
    at: kept.map((index) => at[index] as number),
    levelMm: pick(levelMm),
    volumeL: pick(volumeL),
    v20L: pick(v20L),
    temperatureC: pick(temperatureC),
  }
}

function speedOf(readings: readonly GaugeReading[], { from, to, stretches }: Asked): LevelTrend['speed'] {
  const at = readings.map((reading) => reading.at)
  const speedKmh = readings.map((reading) => reading.speedKmh)
  const kept = thinnedIndexes(at, [speedKmh], from.getTime(), to.getTime(), stretches)
  return { at: kept.map((index) => at[index] as number), speedKmh: kept.map((index) => speedKmh[index] as number) }
}

async function readEvents(db: ScopedDb, { truckId, from, to }: Asked): Promise<TrendEvent[]> {
  const hidden = db.scope.customer ? [...STAFF_ONLY_TYPES] : []
  const [alarms, records] = await Promise.all([
    db
      .from('alarm')
      .where('alarm.truck_id', '=', truckId)
      .where('alarm.superseded_at', 'is', null)
      .where('alarm.started_at', '>=', from)
      .where('alarm.started_at', '<=', to)
      .$if(hidden.length > 0, (query) => query.where('alarm.type', 'not in', hidden))
      .select(['alarm.id', 'alarm.type', 'alarm.started_at', 'alarm.ended_at', 'alarm.object', 'alarm.grade', 'alarm.properties'])
      .orderBy('alarm.started_at')
      .limit(MAX_EVENTS + 1)
      .execute(),
    db
      .from('record')
      .where('record.truck_id', '=', truckId)
      .where('record.kind', 'in', [...MARKED_KINDS])
      .where('record.started_at', '>=', from)
      .where('record.started_at', '<=', to)
      .select(['record.kind', 'record.started_at', 'record.ended_at', 'record.object', 'record.properties'])
      .orderBy('record.started_at')
      .limit(MAX_EVENTS + 1)
      .execute(),
  ])
  return [
    ...alarms.map((row) => ({
      key: `alarm ${row.id}`,
      at: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      kind: 'alarm' as const,
      name: String(row.type),
      object: row.object,
      grade: row.grade,
      properties: row.properties,
    })),
    ...records.map((row) => ({
      key: `${row.kind} ${row.started_at.getTime()} ${row.object}`,
      at: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      kind: 'record' as const,
      name: row.kind,
      object: row.object,
      grade: null,
      properties: row.properties,
    })),
  ].sort((a, b) => a.at.localeCompare(b.at) || a.key.localeCompare(b.key))
}
