import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DRIVING_DIMENSIONS, DRIVING_KINDS } from '../driving-words.ts'
import {
  count,
  decimal,
  dimension,
  month,
  percent,
  rankChange,
  text,
  totalDecimal,
  totalDistance,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { drivenBy, type DrivingDimension, drivingAlarms, nameOfKey } from './exceptions-by.ts'

const filters = {
  scope: truckOrOrganisation(),
  month: month(),
  by: dimension({ zh: '排名对象', en: 'Rank by' }, DRIVING_DIMENSIONS),
  kind: dimension({ zh: '异常类别', en: 'Exceptions' }, { all: { zh: '全部', en: 'All' }, ...DRIVING_KINDS }),
}

/** Exceptions for 100 km and for an hour of driving, this month and the one before; the highest rate is first. */
const rows = (db: ScopedDb, { scope, month: chosen, by, kind }: ValuesOf<typeof filters>) => {
  const asked = { scope, from: chosen.previousFrom, to: chosen.to, by: by as DrivingDimension }
  return db.read
    .with('counted', (query) =>
      query
        .selectFrom(drivingAlarms(db, asked, kind === 'all' ? undefined : [kind]).as('alarm'))
        .groupBy([sql`1`, sql`2`])
        .select(['alarm.key', sql<boolean>`alarm."startedAt" >= ${chosen.from}`.as('current'), sql<number>`count(*)`.as('total')]),
    )
    .with('monthly', (query) =>
      query
        .selectFrom(drivenBy(db, asked).as('way'))
        .groupBy([sql`1`, sql`2`])
        .select([
          'way.key',
          sql<boolean>`way."startedAt" >= ${chosen.from}`.as('current'),
          sql<number>`sum(way.km)::float8`.as('km'),
          sql<number>`sum(way.hours)::float8`.as('hours'),
        ]),
    )
    .with('rated', (query) =>
      query
        .selectFrom('monthly')
        .fullJoin('counted', (join) => join.onRef('counted.key', '=', 'monthly.key').onRef('counted.current', '=', 'monthly.current'))
        .select([
          sql<string>`coalesce(monthly.key, counted.key)`.as('key'),
          sql<boolean>`coalesce(monthly.current, counted.current)`.as('current'),
          sql<number>`coalesce(monthly.km, 0)`.as('km'),
          sql<number>`coalesce(monthly.hours, 0)`.as('hours'),
          sql<number>`coalesce(counted.total, 0)::int`.as('total'),
          sql<number | null>`coalesce(counted.total, 0) * 100 / nullif(monthly.km, 0)`.as('rate'),
        ]),
    )
    .with('ranked', (query) =>
      query
        .selectFrom('rated')
        .selectAll()
        .select(sql<number>`(rank() OVER (PARTITION BY rated.current ORDER BY rated.rate DESC NULLS LAST))::int`.as('rank')),
    )
    .selectFrom('ranked as now')
    .leftJoin('ranked as before', (join) => join.onRef('before.key', '=', 'now.key').on(sql<boolean>`NOT before.current`))
    .where(sql<boolean>`now.current`)
    .select([
      'now.key as id',
      'now.rank',
      sql<number | null>`before.rank - now.rank`.as('rankChange'),
      nameOfKey(asked.by, 'now.key').as('name'),
      'now.total',
      'now.km as distance',
      'now.hours',
      'now.rate as per100km',
      sql<number | null>`now.total / nullif(now.hours, 0)`.as('perHour'),
      'before.rate as before',
      sql<number | null>`(now.rate - before.rate) * 100 / nullif(before.rate, 0)`.as('change'),
    ])
}

export default defineReport({
  path: 'driving_monitor/data_analysis/exception_rate',
  title: { zh: '行车异常率', en: 'Driving exception rates' },
  filters,
  rows,
  columns: {
    rank: wholeNumber({ zh: '排名', en: 'Rank' }),
    rankChange: rankChange({ zh: '较上月', en: 'Since last month' }),
    name: { ...text({ zh: '名称', en: 'Name' }), hint: { zh: '空白为未登记驾驶员', en: 'Blank: no driver was assigned' } },
    per100km: decimal({ zh: '百公里次数', en: 'Per 100 km' }, null, 2),
    perHour: decimal({ zh: '每小时次数', en: 'Per hour' }, null, 2),
    total: count({ zh: '异常次数', en: 'Exceptions' }),
    distance: totalDistance({ zh: '里程', en: 'Distance' }),
    hours: totalDecimal({ zh: '行驶小时', en: 'Driven' }, 'h', 1),
    before: decimal({ zh: '上月百公里次数', en: 'Per 100 km last month' }, null, 2),
    change: percent({ zh: '环比', en: 'Change' }),
  },
  sort: { by: 'rank', order: 'asc' },
  rowIs: 'record',
  chart: { kind: 'bars', title: { zh: '百公里异常次数', en: 'Exceptions per 100 km' }, x: 'name', y: ['per100km'], rowsFor: 'all' },
})
