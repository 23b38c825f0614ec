import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DRIVING_DIMENSIONS, type DrivingKindName, drivingText, isDrivingKind } from '../driving-words.ts'
import { count, decimal, dimension, leading, period, text, totalDistance, truckOrOrganisation } from '../kinds.ts'
import { drivenBy, type DrivingDimension, drivingAlarms, nameOfKey } from './exceptions-by.ts'
import { leadsOf, toDrives } from './leads.ts'

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  by: dimension({ zh: '汇总方式', en: 'Summed up by' }, DRIVING_DIMENSIONS),
}

/** A row for each truck, driver or organisation with driving exceptions: how many of each kind, and of all for 100 km. */
const rows = (db: ScopedDb, { scope, when, by }: ValuesOf<typeof filters>) => {
  const asked = { scope, from: when.from, to: when.to, by: by as DrivingDimension }
  const many = (kind: DrivingKindName) => sql<number>`(count(*) FILTER (WHERE ${isDrivingKind(kind)}))::int`
  const counts = db.read
    .selectFrom(drivingAlarms(db, asked).as('alarm'))
    .groupBy('alarm.key')
    .select([
      'alarm.key',
      many('overspeed').as('overspeed'),
      many('harsh').as('harsh'),
      many('curve').as('curve'),
      many('fatigue').as('fatigue'),
      many('parking').as('parking'),
      many('offline').as('offline'),
      many('emergency').as('emergency'),
      many('deviation').as('deviation'),
      many('safety').as('safety'),
      sql<number>`count(*)::int`.as('total'),
    ])
  return db.read
    .selectFrom(counts.as('alarm'))
    .leftJoin(drivenBy(db, asked).as('way'), 'way.key', 'alarm.key')
    .select([
      'alarm.key as id',
      leadsOf(asked.by, 'alarm.key').as('leads'),
      nameOfKey(asked.by, 'alarm.key').as('name'),
      'alarm.total',
      'alarm.overspeed',
      'alarm.harsh',
      'alarm.curve',
      'alarm.fatigue',
      'alarm.parking',
      'alarm.offline',
      'alarm.emergency',
      'alarm.deviation',
      'alarm.safety',
      sql<number>`coalesce(way.km, 0)`.as('distance'),
      sql<number | null>`alarm.total * 100 / nullif(way.km, 0)`.as('per100km'),
    ])
}

export default defineReport({
  path: 'rows',
  title: { zh: '汇总', en: 'Summary' },
  filters,
  rows,
  columns: {
    name: { ...text({ zh: '名称', en: 'Name' }), hint: { zh: '空白为未登记驾驶员', en: 'Blank: no driver was assigned' } },
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
    distance: leading(totalDistance({ zh: '里程', en: 'Distance' }), {}, { ...toDrives(), onlyRows: true }),
    per100km: decimal({ zh: '百公里次数', en: 'Per 100 km' }, null, 2),
  },
  sort: { by: 'total', order: 'desc' },
  rowIs: 'record',
  leadsTo: { path: 'monitor/alarm_record', keeps: { scope: 'scope', when: 'when' } },
  summed: true,
  chart: {
    kind: 'stacked',
    title: { zh: '行车异常', en: 'Driving exceptions' },
    x: 'name',
    y: ['overspeed', 'harsh', 'curve', 'fatigue', 'parking', 'offline', 'emergency', 'deviation', 'safety'],
    rowsFor: 'all',
  },
})
