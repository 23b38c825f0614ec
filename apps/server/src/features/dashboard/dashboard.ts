import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { Dashboard } from '@tanker/contract/dashboard'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM_TYPES, INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { tripFact, tripLegFact } from '@tanker/domain/facts/cargo-facts'
import { boxDoorFact, sealBreakFact, unsealingFact } from '@tanker/domain/facts/seal-facts'
import { isWholeHappening } from '@tanker/reports/conditions'
import { alarmsOf } from '../../alarms/alarm-rows.ts'
import { heartbeatTimeoutsOf } from '../../fleet/heartbeat-timeouts.ts'

const windowDays = 30 // spec 9
const dayMs = 86_400_000
const listed = 5
const UNSEALING = [ALARM.unsealing, ALARM.unsealingJournal]
const trip = propertiesIn('record', tripFact)
const lost = propertiesIn('alarm', unsealingFact, highLossFact, boxDoorFact, sealBreakFact, privateDischargeFact)
/** Litres above the limit of a high loss may also be details of an unsealing or of a growing discharge. */
const isHighLoss = sql<boolean>`(alarm.type = ${sql.lit(ALARM.highLoss)} OR coalesce(${lost.flag('highLoss')}, false))`

const familyOf = new Map(ALARM_TYPES.map(({ code, family }) => [code, family]))

/** The user's overview: today, the last 30 days, open tasks. */
export async function readDashboard(db: ScopedDb, now: Date, timeZone: string): Promise<Dashboard> {
  const days = await daysOf(db, now, timeZone)
  const [from, today] = [days[0]?.at ?? now, days.at(-1)?.at ?? now]
  const alarms = () =>
    alarmsOf(db)
      .where('alarm.type', 'not in', [...INFORMATION_TYPES])
      .where('alarm.started_at', '>=', from)
      .where('alarm.started_at', '<=', now)
  const happenings = () => alarms().where(isWholeHappening('alarm'))
  const count = sql<string>`count(*)`.as('count')
  const dayOf = (column: string) => sql<string>`to_char(${sql.ref(column)} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`

  const trips = db
    .from('record')
    .where('record.kind', '=', tripFact.kind)
    .where('record.ended_at', '>=', from)
    .where('record.started_at', '>=', new Date(from.getTime() - 7 * dayMs))
  const lossL = sql<number>`coalesce(sum(${trip.number('transitLossV20L')}), 0)::float8`
  const loadedL = sql<number>`coalesce(sum((SELECT sum(${trip.rowsOf('lines', 'line').number('loadV20L')}) FROM jsonb_array_elements(${trip.json('lines')}) AS line)), 0)::float8`

  const [alarmDays, lossDays, byTruck, lossByTruck, unhandled, begun, unloaded, unsealed, highLoss, fences, silent, trucks] =
    await Promise.all([
      happenings()
        .select([dayOf('alarm.started_at').as('day'), 'alarm.type', count])
        .groupBy([sql.ref('day'), 'alarm.type'])
        .execute(),
      trips
        .select([dayOf('record.ended_at').as('day'), lossL.as('lossL'), loadedL.as('loadedL')])
        .groupBy(sql.ref('day'))
        .execute(),
      happenings()
        .select(['truck.id', 'truck.plate', count])
        .groupBy(['truck.id', 'truck.plate'])
        .orderBy('count', 'desc')
        .limit(listed)
        .execute(),
      trips
        .innerJoin('truck', 'truck.id', 'record.truck_id')
        .select(['truck.id', 'truck.plate', lossL.as('lossL'), loadedL.as('loadedL')])
        .groupBy(['truck.id', 'truck.plate'])
        .orderBy('lossL', 'desc')
        .limit(listed)
        .execute(),
      // Each has a row in a list of open tasks.
      alarms().where('alarm.handled_at', 'is', null).select(['alarm.type', count]).groupBy('alarm.type').orderBy('count', 'desc').execute(),
      db
        .from('record')
        .where('kind', '=', tripFact.kind)
        .where('started_at', '>=', today)
        .where('started_at', '<=', now)
        .select(count)
        .executeTakeFirst(),
      db
        .from('record')
        .where('kind', '=', tripLegFact.kind)
        .where('ended_at', '>=', today)
        .where('started_at', '>=', new Date(today.getTime() - dayMs))
        .where(propertiesIn('record', tripLegFact).is('unloaded', true))
        .select(count)
        .executeTakeFirst(),
      happenings().where('alarm.type', 'in', UNSEALING).where('alarm.started_at', '>=', today).select(count).executeTakeFirst(),
      happenings().where(isHighLoss).where('alarm.started_at', '>=', today).select(count).executeTakeFirst(),
      db.from('fence_approval').where('fence_approval.status', '=', 'pending').select(count).executeTakeFirst(),
      heartbeatTimeoutsOf(db, now),
      db.from('truck').where('truck.enabled', '=', true).select(count).executeTakeFirst(),
    ])

  const lossOf = new Map(lossDays.map((row) => [row.day, row]))
  return {
    window: { from: from.toISOString(), to: now.toISOString(), today: today.toISOString() },
    today: {
      tripsBegun: Number(begun?.count ?? 0),
      unloadings: Number(unloaded?.count ?? 0),
      unsealings: Number(unsealed?.count ?? 0),
      highLosses: Number(highLoss?.count ?? 0),
    },
    fleet: {
      trucks: Number(trucks?.count ?? 0),
      offlineOverADay: silent.filter(({ heartTime }) => now.getTime() - Date.parse(heartTime) > dayMs).length,
      heartbeatTimeouts: silent.length,
    },
    unhandled: unhandled.map(({ type, count: n }) => ({ type, count: Number(n) })),
    fencesAwaitingApproval: Number(fences?.count ?? 0),
    days: days.map(({ day }) => {
      const families: Record<string, number> = {}
      for (const row of alarmDays) {
        const family = familyOf.get(row.type)
        if (row.day !== day || family === undefined) continue
        families[family] = (families[family] ?? 0) + Number(row.count)
      }
      return { day, alarms: families, lossL: lossOf.get(day)?.lossL ?? 0, loadedL: lossOf.get(day)?.loadedL ?? 0 }
    }),
    trucksByAlarms: byTruck.map(({ id, plate, count: n }) => ({ truckId: id, signCode: plate, count: Number(n) })),
    trucksByLoss: lossByTruck
      .filter((row) => row.lossL > 0)
      .map((row) => ({ truckId: row.id, signCode: row.plate, lossL: row.lossL, loadedL: row.loadedL })),
  }
}

/** The last 30 days in the zone, oldest first, each with its start; days may have 23 or 25 hours. */
async function daysOf(db: ScopedDb, now: Date, timeZone: string): Promise<{ day: string; at: Date }[]> {
  const { rows } = await sql<{ day: string; at: Date }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, day AT TIME ZONE ${timeZone} AS at
    FROM generate_series(
      date_trunc('day', ${now}::timestamptz AT TIME ZONE ${timeZone}) - ${windowDays - 1} * interval '1 day',
      date_trunc('day', ${now}::timestamptz AT TIME ZONE ${timeZone}), interval '1 day') AS day`.execute(db.read)
  return rows
}
