import { organisationIds, type ScopedDb } from '@tanker/database/scope'
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

/**
 * One row for each truck and day, also for days without a word. Expected is what came and what is missing, as the job that sums
 * up by the hour judges it (apps/server/src/features/uploads). Days are the user's; where the zone is not of whole hours they are cut at
 * the nearest hour.
 */
const rows = (db: ScopedDb, { scope, when, missing }: ValuesOf<typeof filters>) => {
  const local = (at: Date) => sql`${at}::timestamptz AT TIME ZONE ${sql.lit(when.zone)}`
  const days = sql<{ day: Date }>`(SELECT day FROM generate_series(date_trunc('day', ${local(when.from)}),
    least(${local(when.to)}, now() AT TIME ZONE ${sql.lit(when.zone)}), interval '1 day') AS day)`
  return db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin(days.as('d'), (join) => join.onTrue())
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('upload_hour as u')
          .whereRef('u.truck_id', '=', 'truck.id')
          .where(sql<boolean>`u.organisation_id = ANY (${organisationIds(db.scope)})`)
          .where(
            sql<boolean>`u.hour >= d.day AT TIME ZONE ${sql.lit(when.zone)} AND u.hour < (d.day + interval '1 day') AT TIME ZONE ${sql.lit(when.zone)}`,
          )
          .where(sql<boolean>`u.hour >= date_trunc('hour', ${when.from}::timestamptz) AND u.hour <= ${when.to}`)
          .select([
            sql<number>`coalesce(sum(u.received), 0)::int`.as('received'),
            sql<number>`coalesce(sum(u.positions), 0)::int`.as('positions'),
            sql<number>`coalesce(sum(u.levels), 0)::int`.as('levels'),
            sql<number>`coalesce(sum(u.seals), 0)::int`.as('seals'),
            sql<number>`coalesce(sum(u.safety), 0)::int`.as('safety'),
            sql<number>`coalesce(sum(u.missing), 0)::int`.as('missing'),
            sql<number>`coalesce(sum(u.resent), 0)::int`.as('resent'),
            sql<number>`coalesce(sum(u.late), 0)::int`.as('late'),
            sql<Date | null>`min(u.first_at)`.as('first'),
            sql<Date | null>`max(u.last_at)`.as('last'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .where(isChosen(scope, 'truck'))
    .where(notBelow(sql<number>`sums.missing::float8`, missing))
    .select([
      sql<string>`truck.id || '-' || to_char(d.day, 'YYYYMMDD')`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'),
      'sums.received',
      sql<number>`sums.received + sums.missing`.as('expected'),
      sql<number | null>`sums.received * 100.0::float8 / nullif(sums.received + sums.missing, 0)`.as('rate'),
      'sums.missing',
      'sums.positions',
      'sums.levels',
      'sums.seals',
      'sums.safety',
      'sums.resent',
      'sums.late',
      'sums.first',
      'sums.last',
    ])
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
})
