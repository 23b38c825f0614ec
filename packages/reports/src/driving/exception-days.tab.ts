import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { type DrivingKindName, drivingText, isDrivingKind } from '../driving-words.ts'
import { count, date, leading, period, truckOrOrganisation } from '../kinds.ts'
import { dayOf } from './driven-columns.ts'
import { drivingAlarms } from './exceptions-by.ts'
import { dayLeads } from './leads.ts'

const filters = { scope: truckOrOrganisation(), when: period({ maxDays: 31 }) } // spec 5.4

/** A row for each day of the user with driving exceptions. */
const rows = (db: ScopedDb, { scope, when }: ValuesOf<typeof filters>) => {
  const days = drivingAlarms(db, { scope, from: when.from, to: when.to, by: 'truck' }).select(
    dayOf('alarm.started_at', when.zone).as('day'),
  )
  const many = (kind: DrivingKindName) => sql<number>`(count(*) FILTER (WHERE ${isDrivingKind(kind)}))::int`
  return db.read
    .selectFrom(days.as('alarm'))
    .groupBy('alarm.day')
    .select([
      'alarm.day as id',
      'alarm.day',
      dayLeads(sql<string>`alarm.day`, when).as('leads'),
      sql<number>`count(*)::int`.as('total'),
      many('overspeed').as('overspeed'),
      many('harsh').as('harsh'),
      many('curve').as('curve'),
      many('fatigue').as('fatigue'),
      many('parking').as('parking'),
      many('offline').as('offline'),
      many('emergency').as('emergency'),
      many('deviation').as('deviation'),
      many('safety').as('safety'),
    ])
}

export default defineReport({
  path: 'days',
  title: { zh: '按日', en: 'By day' },
  filters,
  rows,
  columns: {
    day: date({ zh: '日期', en: 'Day' }),
    total: leading(count({ zh: '合计', en: 'Total' }), { driving: 'all' }),
    overspeed: leading(count(drivingText('overspeed')), { driving: 'overspeed' }),
    harsh: leading(count(drivingText('harsh')), { driving: 'harsh' }),
    curve: leading(count(drivingText('curve')), { driving: 'curve' }),
    fatigue: leading(count(drivingText('fatigue')), { driving: 'fatigue' }),
    parking: leading(count(drivingText('parking')), { driving: 'parking' }),
    offline: leading(count(drivingText('offline')), { driving: 'offline' }),
    emergency: leading(count(drivingText('emergency')), { driving: 'emergency' }),
    deviation: leading(count(drivingText('deviation')), { driving: 'deviation' }),
    safety: leading(count(drivingText('safety')), { driving: 'safety' }),
  },
  sort: { by: 'day', order: 'desc' },
  rowIs: 'record',
  leadsTo: { path: 'monitor/alarm_record', keeps: { scope: 'scope', when: 'when' } },
  chart: {
    kind: 'stacked',
    title: { zh: '每日行车异常', en: 'Driving exceptions by day' },
    x: 'day',
    y: ['overspeed', 'harsh', 'curve', 'fatigue', 'parking', 'offline', 'emergency', 'deviation', 'safety'],
    limit: 31,
    rowsFor: 'all',
  },
})
