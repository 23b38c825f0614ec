import { TRAIL_HOURS, type TruckTrail } from '@tanker/contract/board'
import type { ScopedDb } from '@tanker/database/scope'
import { operationFact } from '@tanker/domain/facts/cargo-facts'
import { coverFact } from '@tanker/domain/facts/seal-facts'
import { readFixes } from './read-fixes.ts'
import { thinTrail } from './thin-trail.ts'

/** Openings and operations marked on one trail; more than these lie over each other. */
const MAX_TRAIL_MARKS = 200

/** Where a truck was in the last two hours, and what it opened, loaded and unloaded there. */
export async function readTruckTrail(db: ScopedDb, truckId: number, now: Date): Promise<TruckTrail> {
  const from = new Date(now.getTime() - TRAIL_HOURS * 3_600_000)
  const [fixes, records] = await Promise.all([
    readFixes(db, truckId, from, now),
    db
      .from('record')
      .where('record.truck_id', '=', truckId)
      .where('record.kind', 'in', [coverFact.kind, operationFact.kind])
      .where('record.started_at', '>=', from)
      .where('record.started_at', '<=', now)
      .where('record.lat', 'is not', null)
      .where('record.lng', 'is not', null)
      .select(['record.kind', 'record.started_at', 'record.ended_at', 'record.object', 'record.properties', 'record.lat', 'record.lng'])
      .orderBy('record.started_at', 'desc')
      .limit(MAX_TRAIL_MARKS)
      .execute(),
  ])
  const { points, gaps } = thinTrail(fixes)
  return {
    at: points.map(({ at }) => at),
    lat: points.map(({ lat }) => lat),
    lng: points.map(({ lng }) => lng),
    speedKmh: points.map(({ speedKmh }) => speedKmh),
    gaps: [...gaps],
    marks: records.reverse().map((row) => ({
      key: `${row.kind} ${row.started_at.getTime()} ${row.object}`,
      at: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      kind: 'record' as const,
      name: row.kind,
      object: row.object,
      grade: null,
      properties: row.properties,
      lat: row.lat ?? 0,
      lng: row.lng ?? 0,
    })),
  }
}
