import type { WaterMonitor, WaterState } from '@tanker/contract/water-monitor'
import type { LiveRow } from '@tanker/database/live-row'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { BOTTOM_VALVE } from '@tanker/domain/devices/probe-type'
import { OFFLINE } from '@tanker/domain/trucks/truck-status'
import { type WaterAboard, waterTruckState, waterWindowMs } from '@tanker/domain/trucks/water-truck-state'
import { MAX_OPEN_H, openWorksOf, worksOf } from '@tanker/reports/sprinklers/water-works'
import { sql } from 'kysely'
import { readTrucksNow, sourcesOf, statusOf, type TruckNow, volumeAboard } from '../../fleet/fleet-now.ts'
import { readDrivenToday } from './driven-today.ts'

const longestOpenMs = MAX_OPEN_H * 3_600_000

const ids = (trucks: readonly TruckNow[]): number[] => trucks.map(({ truckId }) => truckId)

/** All the water aboard each truck at each of its readings in the last three minutes that it spoke, oldest first. */
async function readAboard(db: ScopedDb, trucks: readonly TruckNow[]): Promise<Map<number, WaterAboard[]>> {
  const heard = trucks.flatMap(({ truckId, live }) => (live === null ? [] : [{ truckId, at: new Date(live.at) }]))
  const { rows } = await sql<{ truck_id: number; at: Date; volume: number }>`
    SELECT heard.truck_id, reading.at, sum(reading.volume_l)::float8 AS volume
    FROM unnest(${heard.map(({ truckId }) => truckId)}::int[], ${heard.map(({ at }) => at)}::timestamptz[]) AS heard (truck_id, at)
    JOIN LATERAL (SELECT at, kind, digest, volume_l FROM compartment_reading r WHERE r.truck_id = heard.truck_id
      AND r.organisation_id = ANY (${organisationIds(db.scope)})
      AND r.at BETWEEN heard.at - ${waterWindowMs} * interval '1 millisecond' AND heard.at) AS reading ON true
    GROUP BY heard.truck_id, reading.at, reading.kind, reading.digest ORDER BY reading.at`.execute(db.read)
  const aboard = new Map<number, WaterAboard[]>()
  for (const { truck_id, at, volume } of rows) {
    const reading = { at: at.getTime(), volumeL: volume }
    const held = aboard.get(truck_id)
    if (held) held.push(reading)
    else aboard.set(truck_id, [reading])
  }
  return aboard
}

type Done = { workS: number; sprayedL: number; sprayedKm: number; fills: number; filledL: number }

/** Fillings and sprayings since midnight that have ended, as the lists of water trucks count them. */
async function readDone(db: ScopedDb, trucks: readonly TruckNow[], midnight: Date, now: Date): Promise<Map<number, Done>> {
  const works = worksOf(db, { scope: { of: 'trucks', ids: ids(trucks) }, when: { from: midnight, to: now } })
  const rows = await db.read
    .selectFrom(works.as('work'))
    .groupBy('work.truckId')
    .select([
      'work.truckId',
      sql<number>`(coalesce(sum(extract(epoch FROM work."endedAt" - work."startedAt")) FILTER (WHERE work.work = 'spray'), 0))::float8`.as(
        'workS',
      ),
      sql<number>`(coalesce(sum(work.litres) FILTER (WHERE work.work = 'spray'), 0))::float8`.as('sprayedL'),
      sql<number>`(coalesce(sum(work.meters), 0) / 1000)::float8`.as('sprayedKm'),
      sql<number>`(count(*) FILTER (WHERE work.work = 'fill'))::int`.as('fills'),
      sql<number>`(coalesce(sum(work.litres) FILTER (WHERE work.work = 'fill'), 0))::float8`.as('filledL'),
    ])
    .execute()
  return new Map(rows.map(({ truckId, ...done }) => [truckId, done]))
}

/** Since when bottom valves stand open, by the journal of covers: the first of those of a truck. */
async function readOpenings(db: ScopedDb, trucks: readonly TruckNow[], now: Date): Promise<Map<number, number>> {
  const when = { from: new Date(now.getTime() - longestOpenMs), to: now }
  const rows = await db.read
    .selectFrom(openWorksOf(db, { scope: { of: 'trucks', ids: ids(trucks) }, when }).as('open'))
    .where('open.work', '=', 'spray')
    .groupBy('open.truckId')
    .select(['open.truckId', sql<Date>`min(open."startedAt")`.as('since')])
    .execute()
  return new Map(rows.map(({ truckId, since }) => [truckId, since.getTime()]))
}

/** Whether a bottom valve stands open; null where none reports, or none can be trusted. */
function spraysNow(live: LiveRow | null): boolean | null {
  const valves = (live?.probes ?? []).filter(({ type, answering, condition }) => type === BOTTOM_VALVE && answering && condition === 'ok')
  return valves.length === 0 ? null : valves.some(({ open }) => open)
}

/** The valve says whether it sprays; without one the water does, which also says whether the truck is being filled. */
function stateOf({ live }: TruckNow, isOnline: boolean, sprays: boolean | null, aboard: readonly WaterAboard[]): WaterState {
  if (!isOnline || live === null) return 'offline'
  if (sprays === true) return 'spraying'
  const byWater = waterTruckState(aboard, live.moving)
  if (byWater === 'spraying' && sprays === false) return live.moving ? 'driving' : 'parked'
  return byWater
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/** What the water trucks that the user sees are doing, and what they have done today. */
export async function readWaterMonitor(db: ScopedDb, now: Date, midnight: Date): Promise<WaterMonitor> {
  const trucks = (await readTrucksNow(db, now)).filter(({ carriesWater }) => carriesWater)
  const at = now.getTime()
  if (trucks.length === 0) return { at, trucks: [] }
  const [aboard, done, driven, openings, capacities] = await Promise.all([
    readAboard(db, trucks),
    readDone(db, trucks, midnight, now),
    readDrivenToday(db, trucks, midnight, now),
    readOpenings(db, trucks, now),
    db
      .from('truck')
      .innerJoin('compartment', 'compartment.truck_id', 'truck.id')
      .where(sql<boolean>`truck.id = ANY (${ids(trucks)}::int[])`)
      .groupBy('truck.id')
      .select(['truck.id', sql<number>`sum(compartment.capacity_l)::float8`.as('litres')])
      .execute(),
  ])
  const capacityOf = new Map(capacities.map(({ id, litres }) => [id, litres]))
  return {
    at,
    trucks: trucks.map((truck) => {
      const { truckId, live } = truck
      const isOnline = statusOf(sourcesOf(truck), at) !== OFFLINE
      const sprays = isOnline ? spraysNow(live) : null
      const works = done.get(truckId)
      return {
        truckId,
        state: stateOf(truck, isOnline, sprays, aboard.get(truckId) ?? []),
        waterL: live === null || live.compartments.length === 0 ? null : round(volumeAboard(live), 1),
        capacityL: capacityOf.get(truckId) ?? 0,
        sprays,
        spraysSince: sprays === true ? (openings.get(truckId) ?? null) : null,
        workS: Math.round(works?.workS ?? 0),
        sprayedL: round(works?.sprayedL ?? 0, 1),
        sprayedKm: round(works?.sprayedKm ?? 0, 3),
        fills: works?.fills ?? 0,
        filledL: round(works?.filledL ?? 0, 1),
        drivenKm: round(driven.get(truckId) ?? 0, 3),
      }
    }),
  }
}
