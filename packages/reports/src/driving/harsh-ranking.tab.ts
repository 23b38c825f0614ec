import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DRIVING_DIMENSIONS, HARSH_KINDS } from '../driving-words.ts'
import { count, decimal, dimension, isChosen, leading, period, text, totalDistance, truckOrOrganisation } from '../kinds.ts'
import { drivenBy, driverOfAlarm, type DrivingDimension, keyOf, nameOfKey } from './exceptions-by.ts'
import { harsh, HARSH_TYPES, harshKind } from './harsh-alarms.ts'
import { leadsOf, toDrives } from './leads.ts'

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  by: dimension({ zh: '汇总方式', en: 'Summed up by' }, DRIVING_DIMENSIONS),
}

/** A row for each driver, truck or organisation with harsh driving: how often, how hard, and how often for 100 km. */
const rows = (db: ScopedDb, { scope, when, by: dimensionName }: ValuesOf<typeof filters>) => {
  const by = dimensionName as DrivingDimension
  const alarms = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', HARSH_TYPES)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', when.from)
    .where('alarm.started_at', '<=', when.to)
    .select([keyOf(by, 'alarm', driverOfAlarm).as('key'), harshKind.as('kind'), harsh.number('peakMs2').as('rate')])
  const counts = db.read
    .selectFrom(alarms.as('alarm'))
    .groupBy('alarm.key')
    .select([
      'alarm.key',
      sql<number>`count(*)::int`.as('times'),
      sql<number>`(count(*) FILTER (WHERE alarm.kind = 'acceleration'))::int`.as('acceleration'),
      sql<number>`(count(*) FILTER (WHERE alarm.kind = 'braking'))::int`.as('braking'),
      sql<number | null>`max(alarm.rate)`.as('hardest'),
    ])
  return db.read
    .selectFrom(counts.as('alarm'))
    .leftJoin(drivenBy(db, { scope, from: when.from, to: when.to, by }).as('way'), 'way.key', 'alarm.key')
    .select([
      'alarm.key as id',
      leadsOf(by, 'alarm.key').as('leads'),
      nameOfKey(by, 'alarm.key').as('name'),
      'alarm.times',
      'alarm.acceleration',
      'alarm.braking',
      'alarm.hardest',
      sql<number>`coalesce(way.km, 0)`.as('distance'),
      sql<number | null>`alarm.times * 100 / nullif(way.km, 0)`.as('per100km'),
    ])
}

export default defineReport({
  path: 'ranking',
  title: { zh: '排名', en: 'Ranking' },
  filters,
  rows,
  columns: {
    name: { ...text({ zh: '名称', en: 'Name' }), hint: { zh: '空白为未登记驾驶员', en: 'Blank: no driver was assigned' } },
    times: leading(count({ zh: '次数', en: 'Times' })),
    acceleration: leading(count(HARSH_KINDS.acceleration), { kind: ['acceleration'] }),
    braking: leading(count(HARSH_KINDS.braking), { kind: ['braking'] }),
    hardest: decimal({ zh: '最大加减速度', en: 'Hardest' }, 'm/s²', 2),
    distance: leading(totalDistance({ zh: '里程', en: 'Distance' }), {}, { ...toDrives(), onlyRows: true }),
    per100km: decimal({ zh: '百公里次数', en: 'Per 100 km' }, null, 2),
  },
  sort: { by: 'times', order: 'desc' },
  rowIs: 'record',
  leadsTo: { path: 'driving_monitor/exception_report/alarm_urgent', keeps: { scope: 'scope', when: 'when' } },
  summed: true,
  chart: {
    kind: 'stacked',
    title: { zh: '急加速、急减速次数', en: 'Harsh driving' },
    x: 'name',
    y: ['acceleration', 'braking'],
    rowsFor: 'all',
  },
})
