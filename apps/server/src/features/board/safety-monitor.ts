import type { SafetyMonitor } from '@tanker/contract/safety-monitor'
import { SAFETY_KIND_NAMES } from '@tanker/contract/safety-monitor'
import { propertiesIn } from '@tanker/database/fact-properties'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { signInFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { readTrucksNow, type TruckNow } from '../../fleet/fleet-now.ts'
import { countedEvents, kindOf, levelOf, newestEvents } from './safety-events.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Pieces of driving are of clock hours: what is driven now is written at the latest after so long. */
const longestPieceMs = hourMs

type Driven = { readonly truck_id: number; readonly last_at: Date; readonly day_s: number; readonly continuous_s: number }

/**
 * Driving since midnight and since the last rest, by the pieces of at least the last 24 hours. A pause between two pieces is a rest when it
 * is as long as the truck's threshold says.
 */
async function readDriven(db: ScopedDb, trucks: readonly TruckNow[], midnight: Date, now: Date): Promise<Map<number, Driven>> {
  const from = new Date(Math.min(midnight.getTime(), now.getTime() - dayMs))
  const { rows } = await sql<Driven>`
    WITH rest AS (SELECT * FROM unnest(${trucks.map(({ truckId }) => truckId)}::int[], ${trucks.map(({ thresholds }) => thresholds.restMin)}::float8[])
      AS rest (truck_id, minutes)),
    piece AS (SELECT p.truck_id, p.started_at, p.ended_at, p.driving_s,
        p.started_at - lag(p.ended_at) OVER (PARTITION BY p.truck_id ORDER BY p.started_at) >= rest.minutes * interval '1 minute' AS rested
      FROM driven_piece p JOIN rest ON rest.truck_id = p.truck_id
      WHERE p.organisation_id = ANY (${organisationIds(db.scope)}) AND p.started_at >= ${from} AND p.started_at <= ${now} AND p.ended_at IS NOT NULL),
    spell AS (SELECT truck_id, max(started_at) FILTER (WHERE rested) AS since FROM piece GROUP BY truck_id)
    SELECT piece.truck_id, max(piece.ended_at) AS last_at,
      coalesce(sum(piece.driving_s) FILTER (WHERE piece.started_at >= ${midnight}), 0)::float8 AS day_s,
      coalesce(sum(piece.driving_s) FILTER (WHERE spell.since IS NULL OR piece.started_at >= spell.since), 0)::float8 AS continuous_s
    FROM piece JOIN spell ON spell.truck_id = piece.truck_id GROUP BY piece.truck_id`.execute(db.read)
  return new Map(rows.map((row) => [row.truck_id, row]))
}

/** Seconds driven since midnight and since the last rest; of a truck that drives now also what is not written yet. */
function drivingOf(
  { live, thresholds }: TruckNow,
  driven: Driven | undefined,
  midnight: Date,
  now: Date,
): { readonly drivingS: number; readonly continuousS: number } {
  if (!driven) return { drivingS: 0, continuousS: 0 }
  const lastAt = driven.last_at.getTime()
  const restMs = thresholds.restMin * 60_000
  const unwrittenMs = live?.moving === true ? Math.max(0, Math.min(live.at - lastAt, longestPieceMs)) : 0
  const ofToday = Math.max(0, Math.min(unwrittenMs, (live?.at ?? 0) - midnight.getTime()))
  const stoodMs = live?.moving === true ? 0 : now.getTime() - Math.max(lastAt, live?.stoppedSince ?? 0)
  return {
    drivingS: Math.round(driven.day_s + ofToday / 1000),
    continuousS: stoodMs >= restMs ? 0 : Math.round(driven.continuous_s + unwrittenMs / 1000),
  }
}

type Person = { readonly name: string | null; readonly phone: string | null; readonly signedInAt: Date | null }

const signIn = propertiesIn('record', signInFact)

/** The driver of each truck: who signed in last within 24 hours and has not signed out, else the usual one. */
async function readDrivers(db: ScopedDb, now: Date): Promise<Map<number, Person>> {
  const [usual, signIns] = await Promise.all([
    db
      .from('truck')
      .innerJoin('driver', 'driver.id', 'truck.driver_id')
      .where('truck.enabled', '=', true)
      .select(['truck.id', 'driver.name', 'driver.mobile'])
      .execute(),
    db
      .from('record')
      .innerJoin('truck', 'truck.id', 'record.truck_id')
      .leftJoin('driver', (join) =>
        join
          .on(sql<boolean>`ltrim(driver.code, '0') = record.object::text`)
          .onRef('driver.organisation_id', '=', 'truck.organisation_id')
          .on('driver.enabled', '=', true),
      )
      .where('record.kind', '=', signInFact.kind)
      .where('record.started_at', '>', new Date(now.getTime() - dayMs))
      .where('record.started_at', '<=', now)
      .distinctOn('record.truck_id')
      .orderBy('record.truck_id')
      .orderBy('record.started_at', 'desc')
      .select(['record.truck_id', 'record.object', 'record.started_at', signIn.text('event').as('event'), 'driver.name', 'driver.mobile'])
      .execute(),
  ])
  const people = new Map<number, Person>(usual.map(({ id, name, mobile }) => [id, { name, phone: mobile || null, signedInAt: null }]))
  for (const { truck_id, object, started_at, event, name, mobile } of signIns)
    if (event === 'driver-signed-in') people.set(truck_id, { name: name ?? String(object), phone: mobile || null, signedInAt: started_at })
  return people
}

/** How the fleet that the user sees is driven today. Pictures are named for those who may see them. */
export async function readSafetyMonitor(db: ScopedDb, now: Date, midnight: Date, withPictures: boolean): Promise<SafetyMonitor> {
  const trucks = await readTrucksNow(db, now)
  const hourAgo = new Date(now.getTime() - hourMs)
  const [driven, people, counted, newest] = await Promise.all([
    readDriven(db, trucks, midnight, now),
    readDrivers(db, now),
    countedEvents(db, new Date(Math.min(midnight.getTime(), hourAgo.getTime())), midnight, hourAgo, now),
    newestEvents(db, new Date(now.getTime() - dayMs), now, withPictures),
  ])
  const events = new Map<number, number[]>()
  const lastHour = new Map<number, number>()
  for (const { truck_id, type, grade, today, last_hour } of counted) {
    lastHour.set(truck_id, (lastHour.get(truck_id) ?? 0) + last_hour)
    if (today === 0) continue
    const counts = events.get(truck_id) ?? Array.from({ length: SAFETY_KIND_NAMES.length * 2 }, () => 0)
    const index = SAFETY_KIND_NAMES.indexOf(kindOf(type)) * 2 + levelOf(grade) - 1
    counts[index] = (counts[index] ?? 0) + today
    events.set(truck_id, counts)
  }
  const driving = trucks.map((truck) => drivingOf(truck, driven.get(truck.truckId), midnight, now))
  const persons = trucks.map(({ truckId }) => people.get(truckId))
  return {
    at: now.getTime(),
    truckId: trucks.map(({ truckId }) => truckId),
    driverName: persons.map((person) => person?.name ?? null),
    driverPhone: persons.map((person) => person?.phone ?? null),
    signedInAt: persons.map((person) => person?.signedInAt?.getTime() ?? null),
    continuousS: driving.map(({ continuousS }) => continuousS),
    drivingS: driving.map(({ drivingS }) => drivingS),
    events: trucks.map(({ truckId }) => events.get(truckId) ?? []),
    lastHour: trucks.map(({ truckId }) => lastHour.get(truckId) ?? 0),
    last: trucks.map(({ truckId }) => newest.get(truckId) ?? null),
  }
}
