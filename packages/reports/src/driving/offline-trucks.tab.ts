import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, count, duration, isChosen, percent, period, plateCell, shortNameOf, truckOrOrganisation, thisMinute } from '../kinds.ts'
import { SILENCE_CAUSES } from '../driving-words.ts'
import { truckColumns } from '../record-columns.ts'
import { lostAt, silenceCause, silentMs } from './silences.ts'

const filters = { scope: truckOrOrganisation(), when: period({ maxDays: 31 }) }

/** Silences of each truck; what lies outside the period does not count for its online rate. */
const rows = (db: ScopedDb, { scope, when }: ValuesOf<typeof filters>) => {
  const until = sql`least(${when.to}::timestamptz, ${thisMinute})`
  const within = sql<number>`greatest(0, extract(epoch FROM least(coalesce(alarm.ended_at, ${thisMinute}), ${until}) - greatest(${lostAt}, ${when.from})))`
  const silences = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', '=', ALARM.offline)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '<=', when.to)
    .where(sql<boolean>`coalesce(alarm.ended_at, ${thisMinute}) >= ${when.from}`)
    .select(['alarm.truck_id as truckId', silentMs.as('silent'), within.as('within'), silenceCause.as('cause')])
  return db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin(silences.as('silence'), 'silence.truckId', 'truck.id')
    .groupBy(['truck.id', 'organisation.id'])
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<number>`count(*)::int`.as('times'),
      sql<number>`(sum(silence.within) * 1000)::float8`.as('total'),
      sql<number>`max(silence.silent)`.as('longest'),
      sql<number | null>`100 - 100 * sum(silence.within)::float8 / nullif(extract(epoch FROM ${until} - ${when.from}), 0)::float8`.as(
        'online',
      ),
      sql<number>`(count(*) FILTER (WHERE silence.silent <= 86400000))::int`.as('day'),
      sql<number>`(count(*) FILTER (WHERE silence.silent > 86400000 AND silence.silent <= 172800000))::int`.as('two'),
      sql<number>`(count(*) FILTER (WHERE silence.silent > 172800000))::int`.as('more'),
      sql<string>`mode() WITHIN GROUP (ORDER BY silence.cause)`.as('cause'),
    ])
}

export default defineReport({
  path: 'trucks',
  title: { zh: '按车辆', en: 'By truck' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    times: count({ zh: '离线次数', en: 'Times offline' }),
    total: duration({ zh: '离线总时长', en: 'Offline in all' }),
    longest: duration({ zh: '最长离线', en: 'Longest' }),
    online: percent({ zh: '在线率', en: 'Online' }),
    day: count({ zh: '24小时以内', en: 'Up to 24 h' }),
    two: count({ zh: '24至48小时', en: '24 to 48 h' }),
    more: count({ zh: '48小时以上', en: 'Over 48 h' }),
    cause: choice({ zh: '主要原因', en: 'Main cause' }, SILENCE_CAUSES),
  },
  sort: { by: 'total', order: 'desc' },
  rowIs: 'record',
  chart: { kind: 'stacked', title: { zh: '离线次数', en: 'Times offline' }, x: 'plate', y: ['day', 'two', 'more'], rowsFor: 'all' },
})
