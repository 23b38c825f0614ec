import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DRIVING_DIMENSIONS, DRIVING_KINDS } from '../driving-words.ts'
import {
  count,
  decimal,
  dimension,
  leading,
  month,
  percent,
  rankChange,
  text,
  totalDecimal,
  totalDistance,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { type DrivingDimension, monthlySums, nameOfKey } from './exceptions-by.ts'
import { leadsOf, toDrives, toTrips } from './leads.ts'

const filters = {
  scope: truckOrOrganisation(),
  month: month(),
  by: dimension({ zh: '排名对象', en: 'Rank by' }, DRIVING_DIMENSIONS),
  kind: dimension({ zh: '异常类别', en: 'Exceptions' }, { all: { zh: '全部', en: 'All' }, ...DRIVING_KINDS }),
}

/** Per cent more or fewer than the month before. */
const changeOf = (rate: 'rate' | 'perTrip' | 'perHour') =>
  sql<number | null>`(${sql.ref(`now.${rate}`)} - ${sql.ref(`before.${rate}`)}) * 100 / nullif(${sql.ref(`before.${rate}`)}, 0)`

/** Exceptions for 100 km, for a trip and for an hour of driving, this month and the one before; the highest rate for 100 km is first. */
const rows = (db: ScopedDb, { scope, month: chosen, by, kind }: ValuesOf<typeof filters>) => {
  const asked = { scope, from: chosen.previousFrom, to: chosen.to, by: by as DrivingDimension }
  return db.read
    .with('summed', () => monthlySums(db, asked, chosen.from, kind === 'all' ? undefined : [kind]))
    .with('rated', (query) =>
      query
        .selectFrom('summed')
        .selectAll()
        .select([
          sql<number | null>`summed.total * 100 / nullif(summed.km, 0)`.as('rate'),
          sql<number | null>`summed.total::float8 / nullif(summed.trips, 0)`.as('perTrip'),
          sql<number | null>`summed.total / nullif(summed.hours, 0)`.as('perHour'),
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
      leadsOf(asked.by, 'now.key').as('leads'),
      nameOfKey(asked.by, 'now.key').as('name'),
      'now.total',
      'now.km as distance',
      'now.hours',
      'now.rate as per100km',
      'now.trips',
      'now.perTrip',
      'now.perHour',
      'before.rate as before',
      changeOf('rate').as('change'),
      changeOf('perTrip').as('tripChange'),
      changeOf('perHour').as('hourChange'),
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
    change: percent({ zh: '百公里环比', en: 'Per 100 km, change' }),
    perTrip: decimal({ zh: '每趟次数', en: 'Per trip' }, null, 2),
    tripChange: percent({ zh: '每趟环比', en: 'Per trip, change' }),
    perHour: decimal({ zh: '每小时次数', en: 'Per hour' }, null, 2),
    hourChange: percent({ zh: '每小时环比', en: 'Per hour, change' }),
    total: leading(count({ zh: '异常次数', en: 'Exceptions' })),
    distance: leading(totalDistance({ zh: '里程', en: 'Distance' }), {}, toDrives('month')),
    trips: leading(count({ zh: '配送次数', en: 'Trips' }), {}, toTrips('month')),
    hours: leading(totalDecimal({ zh: '行驶小时', en: 'Driven' }, 'h', 1), {}, toDrives('month')),
    before: decimal({ zh: '上月百公里次数', en: 'Per 100 km last month' }, null, 2),
  },
  sort: { by: 'rank', order: 'asc' },
  rowIs: 'record',
  leadsTo: { path: 'monitor/alarm_record', keeps: { scope: 'scope', when: 'month', driving: 'kind' } },
  summed: true,
  chart: { kind: 'bars', title: { zh: '百公里异常次数', en: 'Exceptions per 100 km' }, x: 'name', y: ['per100km'], rowsFor: 'all' },
})
