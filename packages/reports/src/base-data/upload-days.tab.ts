import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  atLeast,
  organisation,
  count,
  date,
  isChosen,
  percent,
  period,
  plate,
  plateCell,
  time,
  truckOrOrganisation,
  shortNameOf,
} from '../kinds.ts'

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }),
  missing: atLeast({ zh: '缺失不少于', en: 'Missing at least' }, null),
}

const COUNTED = ['received', 'missing', 'positions', 'levels', 'seals', 'safety', 'resent', 'late'] as const

/**
 * One row for each truck and day, also for days without a word. Expected is what came and what is missing, as the job that sums
 * up by the hour judges it (apps/server/src/features/uploads). Days are the user's; where the zone is not of whole hours they are cut at
 * the nearest hour.
 */
const rows = (db: ScopedDb, { scope, when, missing }: ValuesOf<typeof filters>) => {
  const local = (at: Date) => sql`${at}::timestamptz AT TIME ZONE ${sql.lit(when.zone)}`
  const days = sql<{ day: Date }>`(SELECT day FROM generate_series(date_trunc('day', ${local(when.from)}),
    least(${local(when.to)}, now() AT TIME ZONE ${sql.lit(when.zone)}), interval '1 day') AS day)`
  const sums = db
    .from('upload_hour')
    .where('upload_hour.hour', '>=', sql<Date>`date_trunc('hour', ${when.from}::timestamptz)`)
    .where('upload_hour.hour', '<=', when.to)
    .groupBy([sql`1`, sql`2`])
    .select(['upload_hour.truck_id', sql<Date>`date_trunc('day', upload_hour.hour AT TIME ZONE ${sql.lit(when.zone)})`.as('day')])
    .select(COUNTED.map((name) => sql<number>`sum(${sql.ref(`upload_hour.${name}`)})::int`.as(name)))
    .select([sql<Date | null>`min(upload_hour.first_at)`.as('first'), sql<Date | null>`max(upload_hour.last_at)`.as('last')])
  const or0 = (name: (typeof COUNTED)[number]) => sql<number>`coalesce(${sql.ref(`sums.${name}`)}, 0)`
  return db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin(days.as('d'), (join) => join.onTrue())
    .leftJoin(sums.as('sums'), (join) => join.onRef('sums.truck_id', '=', 'truck.id').onRef('sums.day', '=', 'd.day'))
    .where(isChosen(scope, 'truck'))
    .where(notBelow(sql<number>`coalesce(sums.missing, 0)::float8`, missing))
    .select([
      sql<string>`truck.id || '-' || to_char(d.day, 'YYYYMMDD')`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'),
      sql<number>`coalesce(sums.received + sums.missing, 0)`.as('expected'),
      sql<number | null>`sums.received * 100.0::float8 / nullif(sums.received + sums.missing, 0)`.as('rate'),
      'sums.first',
      'sums.last',
    ])
    .select(COUNTED.map((name) => or0(name).as(name)))
}

export default defineReport({
  path: 'days',
  title: { zh: '按日统计', en: 'By day' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    day: date({ zh: '日期', en: 'Day' }),
    received: count({ zh: '实收', en: 'Received' }),
    expected: {
      ...count({ zh: '应收', en: 'Expected' }),
      hint: {
        zh: '实收加缺失；点火期间按本车平常的上报间隔推算',
        en: 'Received and missing, by the truck’s own usual interval while its ignition is on',
      },
    },
    rate: percent({ zh: '完整率', en: 'Complete' }, { of: 'received', by: 'expected' }),
    missing: count({ zh: '缺失', en: 'Missing' }),
    positions: count({ zh: '定位', en: 'Positions' }),
    levels: count({ zh: '液位', en: 'Levels' }),
    seals: count({ zh: '铅封', en: 'Seals' }),
    safety: count({ zh: '主动安全', en: 'Active safety' }),
    resent: count({ zh: '补传', en: 'From memory' }),
    late: {
      ...count({ zh: '迟到', en: 'Late' }),
      hint: { zh: '上报时间比产生时间晚 10 分钟以上', en: 'Arrived more than 10 min late' },
    },
    first: time({ zh: '最早', en: 'First' }),
    last: time({ zh: '最晚', en: 'Last' }),
  },
  sort: { by: 'day', order: 'desc' },
  chart: {
    kind: 'stacked',
    title: { zh: '每日实收与缺失', en: 'Received and missing by day' },
    x: 'day',
    y: ['received', 'missing'],
    limit: 31,
    rowsFor: 'all',
  },
  rowIs: 'record',
  summed: true,
})
