import { type Transaction, sql } from 'kysely'
import type { IntegrationKind } from '@tanker/contract/integration'
import type { ScopedDb } from '@tanker/database/scope'
import type { Database } from '@tanker/database/tables'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { markDue } from '../integration/feature.ts'

type MatchByHand = {
  readonly kind: IntegrationKind
  readonly id: number
  /** null: the manual match is removed, and the job matches the row again. */
  readonly trip: { readonly truckId: number; readonly startedAt: Date; readonly leg: number } | null
}

const TABLES = { slips: 'slip', 'meter-tickets': 'meter_ticket', 'station-gauges': 'station_gauge' } as const

type Row = {
  id: number
  organisation_id: number
  truck_id: number | null
  trip_started_at: Date | null
  at: Date
  station_id: number | null
  old: Record<string, unknown>
}

/**
 * Assigns a slip, ticket or station gauge to a trip for a user; recorded in the history. False if the
 * row or the trip is outside the user's scope, closed by a signed handover, or if a slip or ticket belongs to another truck.
 */
export async function matchByHand(db: ScopedDb, { kind, id, trip }: MatchByHand, changer: Changer): Promise<boolean> {
  const table = TABLES[kind]
  const visible = await db
    .from(table)
    .where(sql.ref(`${table}.id`), '=', id)
    .select(sql<number>`1`.as('found'))
    .executeTakeFirst()
  if (!visible) return false
  if (trip) {
    const delivery = await db
      .from('delivery')
      .where('delivery.truck_id', '=', trip.truckId)
      .where('delivery.trip_started_at', '=', trip.startedAt)
      .select('delivery.truck_id')
      .executeTakeFirst()
    if (!delivery) return false
  }
  return db.unscoped.transaction().execute(async (transaction) => {
    const row = await lockedRow(transaction, kind, id)
    if (!row || (trip && kind !== 'station-gauges' && row.truck_id !== trip.truckId)) return false
    if (await isSigned(transaction, row.truck_id, row.trip_started_at)) return false
    if (trip && (await isSigned(transaction, trip.truckId, trip.startedAt))) return false
    await keepMatch(transaction, kind, id, trip)
    if (row.truck_id !== null && row.trip_started_at)
      await markDue(transaction, { truckId: row.truck_id, stationId: null, from: row.trip_started_at, to: row.trip_started_at })
    if (trip) await markDue(transaction, { truckId: trip.truckId, stationId: null, from: trip.startedAt, to: trip.startedAt })
    await markDue(transaction, {
      truckId: kind === 'station-gauges' ? null : row.truck_id,
      stationId: row.station_id,
      from: row.at,
      to: row.at,
    })
    await recordChanges(transaction, changer, [
      {
        entity: table,
        rowId: id,
        organisationId: row.organisation_id,
        action: trip ? 'match' : 'unmatch',
        old: row.old,
        new: trip && { truckId: trip.truckId, tripStartedAt: trip.startedAt.toISOString(), leg: trip.leg },
      },
    ])
    return true
  })
}

async function lockedRow(db: Transaction<Database>, kind: IntegrationKind, id: number): Promise<Row | undefined> {
  const at = { slips: 'planned_at', 'meter-tickets': 'loaded_at', 'station-gauges': 'started_at' }[kind]
  const state = kind === 'station-gauges' ? 'state' : 'match'
  const station = kind === 'station-gauges' ? sql`station_id` : sql`NULL::int`
  const { rows } = await sql<Row>`SELECT id, organisation_id, truck_id, trip_started_at, ${sql.ref(at)} AS at, ${station} AS station_id,
    jsonb_build_object('truckId', truck_id, 'tripStartedAt', trip_started_at, 'match', ${sql.ref(state)}) AS old
    FROM ${sql.table(TABLES[kind])} WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0]
}

async function isSigned(db: Transaction<Database>, truckId: number | null, startedAt: Date | null): Promise<boolean> {
  if (truckId === null || startedAt === null) return false
  const signed = await db
    .selectFrom('handover')
    .where('truck_id', '=', truckId)
    .where('trip_started_at', '=', startedAt)
    .where('status', '=', 'signed')
    .select('leg')
    .executeTakeFirst()
  return signed !== undefined
}

async function keepMatch(db: Transaction<Database>, kind: IntegrationKind, id: number, trip: MatchByHand['trip']): Promise<void> {
  if (kind === 'station-gauges') {
    await db
      .updateTable('station_gauge')
      .set({
        truck_id: trip?.truckId ?? null,
        trip_started_at: trip?.startedAt ?? null,
        leg: trip?.leg ?? null,
        state: trip ? 'manual' : 'unmatched',
      })
      .where('id', '=', id)
      .execute()
    return
  }
  await db
    .updateTable(TABLES[kind] as 'slip' | 'meter_ticket')
    .set({ trip_started_at: trip?.startedAt ?? null, match: trip ? 'manual' : null })
    .where('id', '=', id)
    .execute()
}
