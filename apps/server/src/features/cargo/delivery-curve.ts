import type { DeliveryCurve } from '@tanker/contract/delivery-proof'
import { MAX_LEVEL_TREND_DAYS } from '@tanker/contract/level-trend'
import type { CargoTables } from '@tanker/database/cargo-tables'
import type { ScopedDb } from '@tanker/database/scope'
import { coverFact } from '@tanker/domain/facts/seal-facts'
import { compartmentUncertaintyL } from '@tanker/domain/loss/uncertainty'
import { judge, overQuota } from '@tanker/reports/loss/delivery-verdict'
import type { Selectable } from 'kysely'
import { type GaugeReading, readGauges } from '../../fleet/truck-readings.ts'
import { cargoErrors } from './cargo-errors.ts'
import { plateOf } from './chosen-trucks.ts'
import { thinnedIndexes } from './thin-curve.ts'

export type DeliveryRow = Selectable<CargoTables['delivery']> & {
  readonly verdict: CargoTables['delivery']['judge'] | null
  readonly over: number | null
}
export type LineRow = Selectable<CargoTables['delivery_line']>
type Key = { readonly truckId: number; readonly startedAt: Date }

/** Openings drawn on one curve. */
const MAX_OPENINGS = 200
/** Lines of one delivery: ten compartments at ten stations. */
const MAX_LINES = 100
const STRETCHES = 500
const minuteMs = 60_000
const dayMs = 86_400_000
/** So much before the loading and after the last unloading is drawn too. */
const aroundMs = 10 * minuteMs
/** Where the loading is not known, the trip is drawn from so long before its departure. */
const loadingMs = 60 * minuteMs

/** A delivery of the user's organisations with its lines; refuses one that does not exist there. */
export async function readDelivery(db: ScopedDb, { truckId, startedAt }: Key): Promise<{ delivery: DeliveryRow; lines: LineRow[] }> {
  const delivery = await db
    .from('delivery')
    .where('delivery.truck_id', '=', truckId)
    .where('delivery.trip_started_at', '=', startedAt)
    .selectAll('delivery')
    // As the lists have them: nothing of a trip under way.
    .select([judge.as('verdict'), overQuota.as('over')])
    .executeTakeFirst()
  if (!delivery) throw cargoErrors.deliveryNotFound()
  const lines = await db
    .from('delivery_line')
    .where('delivery_line.truck_id', '=', truckId)
    .where('delivery_line.trip_started_at', '=', startedAt)
    .selectAll('delivery_line')
    .orderBy('delivery_line.compartment')
    .orderBy('delivery_line.leg')
    .limit(MAX_LINES)
    .execute()
  return { delivery, lines }
}

/** From before the loading to after the last unloading; up to now while the truck is on its way. A week at most. */
export function periodOfTrip(delivery: Pick<DeliveryRow, 'trip_started_at' | 'load_started_at' | 'left_at' | 'ended_at'>, now: Date) {
  const beganAt = delivery.load_started_at?.getTime() ?? delivery.trip_started_at.getTime() - loadingMs
  const from = beganAt - aroundMs
  const over = delivery.ended_at?.getTime() ?? delivery.left_at?.getTime()
  const last = Math.max(over ?? now.getTime(), delivery.left_at?.getTime() ?? 0)
  return { from: new Date(from), to: new Date(Math.min(last + aroundMs, from + MAX_LEVEL_TREND_DAYS * dayMs)) }
}

/** The litres of a trip with a sigma for each compartment, the readings its sums use, and what happened. */
export async function readDeliveryCurve(db: ScopedDb, key: Key, now: Date): Promise<DeliveryCurve> {
  // One after the other: which of two refusals comes must not depend on chance.
  const { delivery, lines } = await readDelivery(db, key)
  const signCode = await plateOf(db, key.truckId)
  const { from, to } = periodOfTrip(delivery, now)
  const [readings, openings] = await Promise.all([
    readGauges(db, key.truckId, from, to),
    db
      .from('record')
      .where('record.truck_id', '=', key.truckId)
      .where('record.kind', '=', coverFact.kind)
      .where('record.started_at', '>=', from)
      .where('record.started_at', '<=', to)
      .select(['record.started_at', 'record.object'])
      .orderBy('record.started_at')
      .limit(MAX_OPENINGS + 1)
      .execute(),
  ])
  const numbers = [...new Set(lines.map(({ compartment }) => compartment))]
  return {
    truckId: key.truckId,
    signCode,
    from: from.toISOString(),
    to: to.toISOString(),
    compartments: numbers.map((compartment) => curveOf(compartment, lines, readings, from, to)),
    marks: [
      ...marksOf(delivery, lines),
      // The object of a cover record is compartment × 100 + probe type.
      ...openings.slice(0, MAX_OPENINGS).map((row) => ({
        at: row.started_at.getTime(),
        kind: 'opening' as const,
        compartment: Math.floor(row.object / 100),
      })),
    ].toSorted((a, b) => a.at - b.at),
    anchors: lines.flatMap(anchorsOf),
    moreMarks: openings.length > MAX_OPENINGS,
  }
}

function curveOf(compartment: number, lines: readonly LineRow[], readings: readonly GaugeReading[], from: Date, to: Date) {
  const own = lines.filter((line) => line.compartment === compartment)
  const at: number[] = []
  const litres: number[] = []
  for (const reading of readings) {
    const gauge = reading.compartments.find((one) => one.compartment === compartment)
    if (!gauge) continue
    at.push(reading.at)
    litres.push(gauge.fault === 0 ? gauge.v20L : Number.NaN)
  }
  const kept = thinnedIndexes(at, [litres], from.getTime(), to.getTime(), STRETCHES)
  return {
    compartment,
    oilCode: own[0]?.oil_code ?? 0,
    at: kept.map((index) => at[index] as number),
    v20L: kept.map((index) => (Number.isNaN(litres[index]) ? null : (litres[index] as number))),
    sigmaL: sigmaOf(own),
  }
}

/** A loss is the difference of two readings that are equally uncertain: one of them is √2 less so. */
function sigmaOf(lines: readonly LineRow[]): number {
  const known = lines.flatMap((line) => line.uncertainty_l ?? [])
  const ofLoss = known.length > 0 ? Math.max(...known) : compartmentUncertaintyL(lines[0]?.load_v20_l ?? 0, true)
  return Math.round((ofLoss / Math.SQRT2) * 100) / 100
}

function marksOf(delivery: DeliveryRow, lines: readonly LineRow[]): DeliveryCurve['marks'] {
  const stops = new Map<string, DeliveryCurve['marks'][number]>()
  for (const line of lines) {
    if (line.arrived_at) stops.set(`arrived ${line.leg}`, { at: line.arrived_at.getTime(), kind: 'arrived', compartment: null })
    if (line.left_at) stops.set(`left ${line.leg}`, { at: line.left_at.getTime(), kind: 'left-station', compartment: null })
  }
  return [{ at: delivery.trip_started_at.getTime(), kind: 'left-depot', compartment: null }, ...stops.values()]
}

function anchorsOf(line: LineRow): DeliveryCurve['anchors'] {
  const anchors: DeliveryCurve['anchors'] = []
  const add = (at: Date | null, kind: DeliveryCurve['anchors'][number]['kind'], v20L: number | null): void => {
    if (at !== null && v20L !== null) anchors.push({ at: at.getTime(), kind, compartment: line.compartment, v20L })
  }
  if (line.first) add(line.trip_started_at, 'loaded', line.load_v20_l)
  add(line.unload_started_at ?? line.arrived_at, 'arrived', line.arrive_v20_l)
  add(line.unload_ended_at ?? line.left_at, 'unloaded', line.leave_v20_l)
  return anchors
}
