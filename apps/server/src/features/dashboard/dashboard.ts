import { sql } from 'kysely'
import type { Dashboard } from '@tanker/contract/dashboard'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM_TYPES, INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import { tripFact } from '@tanker/domain/facts/cargo-facts'
import { isWholeHappening } from '@tanker/reports/conditions'
import { alarmsOf } from '../../alarms/alarm-rows.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { type Asked, figuresFor } from './figures.ts'
import { guideFor } from './guide.ts'
import { lastActivityOf } from './last-activity.ts'
import { sinceLast } from './since-last.ts'

const windowDays = 30 // spec 9
const dayMs = 86_400_000
const MAX_LISTED_TRUCKS = 5
/** More types than there are. */
const MAX_LISTED_TYPES = 200
const trip = propertiesIn('record', tripFact)

const familyOf = new Map(ALARM_TYPES.map(({ code, family }) => [code, family]))

/** The user's overview: today, what happened while the user was away, the last 30 days, open tasks. Every number is counted by its list. */
export async function readDashboard(
  db: ScopedDb,
  { user, now, zone }: { readonly user: SignedInUser; readonly now: Date; readonly zone: string },
): Promise<Dashboard> {
  const days = await daysOf(db, now, zone)
  const [from, today] = [days[0]?.at ?? now, days.at(-1)?.at ?? now]
  const figures = figuresFor(user, { db, now, zone })
  const window = { from: from.toISOString(), to: now.toISOString() }
  const sinceToday = { from: today.toISOString(), to: now.toISOString() }
  const ofToday = (path: Asked['path']) => figures.figure({ path, filters: { when: sinceToday } })
  const waiting = (more: Record<string, unknown> = {}) =>
    ({ path: 'monitor/alarm_record', filters: { when: window, times: 'started', handled: 'unhandled', ...more } }) as const
  const alarmsOfTruck = (truckId?: number) =>
    ({
      path: 'monitor/alarm_record',
      filters: { when: window, times: 'started', parts: ['whole'] },
      ...(truckId === undefined ? {} : { truckId }),
    }) as const
  const lossOfTruck = (truckId?: number) =>
    ({
      path: 'cargo_monitor/data_analysis/truck_loss',
      filters: { when: window },
      ...(truckId === undefined ? {} : { truckId }),
    }) as const
  const left = await lastActivityOf(db.unscoped, { userId: user.id, sessionHash: user.sessionHash, now })

  const [tripsBegun, unloadings, unsealings, highLosses, offlineNow, overADay, since, unhandled, fences, byAlarms, byLoss, charted, guide] =
    await Promise.all([
      ofToday('cargo_monitor/event_report/delivery_record'),
      ofToday('cargo_monitor/event_report/station_unload'),
      ofToday('cargo_monitor/exception_report/alarm_switch_cover'),
      ofToday('cargo_monitor/exception_report/alm_high_loss'),
      figures.figure({ path: 'monitor/offline_truck', tab: 'now' }),
      figures.figure({ path: 'monitor/offline_truck', tab: 'now', filters: { silence: ['days', 'weeks'] } }),
      left === null ? null : sinceLast(db, figures, { from: left, to: now }),
      figures.by(waiting(), 'type', MAX_LISTED_TYPES),
      figures.figure({ path: 'setting/base_data/enclosure_approval', filters: { status: ['pending'] } }),
      figures.by(alarmsOfTruck(), 'plate', MAX_LISTED_TRUCKS),
      figures.greatest(lossOfTruck(), 'loss', MAX_LISTED_TRUCKS),
      chartedDays(db, { from, now, zone }),
      guideFor(db, user, now),
    ])

  return {
    window: { ...window, today: today.toISOString() },
    today: { tripsBegun, unloadings, unsealings, highLosses },
    offline: { now: offlineNow, overADay },
    guide,
    since,
    unhandled: unhandled.map(({ value, count }) => ({
      type: Number(value),
      figure: figures.made(waiting({ type: [String(value)] }), count),
    })),
    fencesAwaitingApproval: fences,
    days: days.map(({ day }) => charted(day)),
    trucksByAlarms: byAlarms.map(({ value, count }) => {
      const { truckId, plate } = value as PlateCell
      return { truckId, signCode: plate, figure: figures.made(alarmsOfTruck(truckId), count) }
    }),
    trucksByLoss: byLoss.flatMap((row) => {
      const { truckId, plate } = row['plate'] as PlateCell
      const lossL = Number(row['loss'] ?? 0)
      return lossL > 0
        ? [{ truckId, signCode: plate, lossL, ratePermille: Number(row['rate'] ?? 0), figure: figures.made(lossOfTruck(truckId), 1) }]
        : []
    }),
  }
}

type PlateCell = { readonly truckId: number; readonly plate: string }

/** Alarms by family, loss and load of each day of the window. */
async function chartedDays(
  db: ScopedDb,
  { from, now, zone }: { readonly from: Date; readonly now: Date; readonly zone: string },
): Promise<(day: string) => Dashboard['days'][number]> {
  const dayOf = (column: string) => sql<string>`to_char(${sql.ref(column)} AT TIME ZONE ${zone}, 'YYYY-MM-DD')`
  const lossL = sql<number>`coalesce(sum(${trip.number('transitLossV20L')}), 0)::float8`
  const loadedL = sql<number>`coalesce(sum((SELECT sum(${trip.rowsOf('lines', 'line').number('loadV20L')}) FROM jsonb_array_elements(${trip.json('lines')}) AS line)), 0)::float8`
  const [alarmDays, lossDays] = await Promise.all([
    alarmsOf(db)
      .where('alarm.type', 'not in', [...INFORMATION_TYPES])
      .where('alarm.started_at', '>=', from)
      .where('alarm.started_at', '<=', now)
      .where(isWholeHappening('alarm'))
      .select([dayOf('alarm.started_at').as('day'), 'alarm.type', sql<string>`count(*)`.as('count')])
      .groupBy([sql.ref('day'), 'alarm.type'])
      .execute(),
    db
      .from('record')
      .where('record.kind', '=', tripFact.kind)
      .where('record.ended_at', '>=', from)
      .where('record.started_at', '>=', new Date(from.getTime() - 7 * dayMs))
      .select([dayOf('record.ended_at').as('day'), lossL.as('lossL'), loadedL.as('loadedL')])
      .groupBy(sql.ref('day'))
      .execute(),
  ])
  const lossOf = new Map(lossDays.map((row) => [row.day, row]))
  return (day) => {
    const families: Record<string, number> = {}
    for (const row of alarmDays) {
      const family = familyOf.get(row.type)
      if (row.day !== day || family === undefined) continue
      families[family] = (families[family] ?? 0) + Number(row.count)
    }
    return { day, alarms: families, lossL: lossOf.get(day)?.lossL ?? 0, loadedL: lossOf.get(day)?.loadedL ?? 0 }
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
