import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { abnormalText, abnormalTypesFor, isOfKind } from '../analysis-words.ts'
import { isWholeHappening } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { organisation, count, dimension, isChosen, month, monthColumn, monthOf, percent, text, truckOrOrganisation } from '../kinds.ts'

const filters = {
  scope: truckOrOrganisation(),
  month: month(),
  by: dimension(
    { zh: '汇总方式', en: 'Summed up by' },
    { organisation: { zh: '按组织', en: 'Organisation' }, truck: { zh: '按车辆', en: 'Truck' } },
  ),
}

/** A row for each organisation or truck with abnormal events in the month or in the one before. */
const rows = (db: ScopedDb, { scope, month: chosen, by }: ValuesOf<typeof filters>) => {
  const key = by === 'truck' ? sql<string>`truck.id` : sql<string>`organisation.id`
  const name = by === 'truck' ? sql<string>`truck.plate` : sql<string>`organisation.name`
  const now = sql<boolean>`alarm.started_at >= ${chosen.from}`
  // Counted by truck and type first: a month of a large fleet has a million of them.
  const counts = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', abnormalTypesFor(db.scope))
    .where('alarm.superseded_at', 'is', null)
    .where(isWholeHappening('alarm'))
    .where('alarm.started_at', '>=', chosen.previousFrom)
    .where('alarm.started_at', '<=', chosen.to)
    .groupBy(['alarm.truck_id', 'alarm.organisation_id', 'alarm.type'])
    .select([
      'alarm.truck_id',
      'alarm.organisation_id',
      'alarm.type',
      sql<number>`count(*) FILTER (WHERE ${now})`.as('now'),
      sql<number>`count(alarm.handled_at) FILTER (WHERE ${now})`.as('handled'),
      sql<number>`count(*) FILTER (WHERE NOT ${now})`.as('before'),
    ])
  const many = (kind: Parameters<typeof isOfKind>[0]) => sql<number>`coalesce(sum(alarm.now) FILTER (WHERE ${isOfKind(kind)}), 0)::int`
  const total = sql<number>`sum(alarm.now)::int`
  const handled = sql<number>`sum(alarm.handled)::int`
  const before = sql<number>`sum(alarm.before)::int`
  const growth = sql<number>`${total} - ${before}`
  return db.read
    .selectFrom(counts.as('alarm'))
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .groupBy([key, name, 'organisation.name'])
    .select([
      sql<string>`${key}::text`.as('id'),
      name.as('name'),
      // Beside an organisation's own name its name again says nothing.
      (by === 'truck' ? sql<string>`organisation.name` : sql<string>`''`).as('organisation'),
      monthOf(sql<Date>`${chosen.from}::timestamptz`, chosen.zone).as('month'),
      many('unsealing').as('unsealing'),
      many('seal-break').as('sealBreak'),
      many('not-empty').as('notEmpty'),
      many('water').as('water'),
      many('loading').as('loading'),
      many('loss').as('highLoss'),
      many('air').as('air'),
      many('device').as('device'),
      total.as('total'),
      handled.as('handled'),
      sql<number | null>`${handled} * 100.0::float8 / nullif(${total}, 0)`.as('handledRate'),
      before.as('before'),
      growth.as('growth'),
      sql<number | null>`(${growth}) * 100.0::float8 / nullif(${before}, 0)`.as('change'),
    ])
}

export default defineReport({
  path: 'cargo_monitor/data_analysis/adnormal_month_summary',
  title: { zh: '异常月汇总', en: 'Abnormal month summary' },
  filters,
  rows,
  columns: {
    name: text({ zh: '名称', en: 'Name' }),
    organisation: organisation(),
    unsealing: count(abnormalText('unsealing')),
    sealBreak: count(abnormalText('seal-break')),
    notEmpty: count(abnormalText('not-empty')),
    water: count(abnormalText('water')),
    loading: count(abnormalText('loading')),
    highLoss: count(abnormalText('loss')),
    air: count(abnormalText('air')),
    device: count(abnormalText('device')),
    total: count({ zh: '合计', en: 'Total' }),
    handled: count({ zh: '已处理', en: 'Handled' }),
    handledRate: percent({ zh: '处理率', en: 'Handled' }, { of: 'handled', by: 'total' }),
    month: monthColumn({ zh: '月份', en: 'Month' }),
    before: count({ zh: '上月合计', en: 'Month before' }),
    change: percent({ zh: '环比', en: 'Change' }, { of: 'growth', by: 'before' }),
  },
  sort: { by: 'total', order: 'desc' },
  rowIs: 'record',
  chart: {
    kind: 'stacked',
    title: { zh: '各类异常', en: 'Abnormal events by kind' },
    x: 'name',
    y: ['unsealing', 'sealBreak', 'notEmpty', 'water', 'loading', 'highLoss', 'air', 'device'],
    rowsFor: 'all',
  },
})
