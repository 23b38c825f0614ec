import type { RowLeads } from '@tanker/contract/report-view'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  count,
  duration,
  isChosen,
  leading,
  oneOf,
  percent,
  period,
  plateCell,
  shortNameOf,
  thisMinute,
  truckOrOrganisation,
} from '../kinds.ts'
import { SILENCE_CAUSES, SILENCE_CLASSES } from '../driving-words.ts'
import { truckColumns } from '../record-columns.ts'
import { ofTruck } from './leads.ts'
import { lostAt, silenceCause, silentMs } from './silences.ts'

const filters = { scope: truckOrOrganisation(), when: period({ maxDays: 31 }), cause: oneOf({ zh: '原因', en: 'Cause' }, SILENCE_CAUSES) }

/** A silence that began before the period counts too. */
const SILENCES = {
  path: 'driving_monitor/exception_report/alarm_off_line',
  with: { times: 'silent' },
  keeps: { scope: 'scope', when: 'when', cause: 'cause' },
} as const

/** Silences of each truck; what lies outside the period does not count for its online rate. */
const rows = (db: ScopedDb, { scope, when, cause }: ValuesOf<typeof filters>) => {
  const until = sql`least(${when.to}::timestamptz, ${thisMinute})`
  const within = sql<number>`greatest(0, extract(epoch FROM least(coalesce(alarm.ended_at, ${thisMinute}), ${until}) - greatest(${lostAt}, ${when.from})))`
  const silences = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', '=', ALARM.offline)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '<=', when.to)
    .where(sql<boolean>`coalesce(alarm.ended_at, ${thisMinute}) >= ${when.from}`)
    .select([
      'alarm.truck_id as truckId',
      silentMs.as('silent'),
      within.as('within'),
      silenceCause.as('cause'),
      among(silenceCause, cause).as('chosen'),
    ])
  // A chosen cause narrows all but the online rate, of which every silence is a part.
  const many = (of: string) => sql<number>`(count(*) FILTER (WHERE silence.chosen AND silence.cause = ${sql.lit(of)}))::int`
  const longer = (condition: string) => sql<number>`(count(*) FILTER (WHERE silence.chosen AND ${sql.raw(condition)}))::int`
  const mainCause = sql<string>`mode() WITHIN GROUP (ORDER BY silence.cause) FILTER (WHERE silence.chosen)`
  return db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin(silences.as('silence'), 'silence.truckId', 'truck.id')
    .groupBy(['truck.id', 'organisation.id'])
    .having(sql<boolean>`bool_or(silence.chosen)`)
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      longer('true').as('times'),
      sql<number>`(sum(silence.within) FILTER (WHERE silence.chosen) * 1000)::float8`.as('total'),
      sql<number>`max(silence.silent) FILTER (WHERE silence.chosen)`.as('longest'),
      sql<number | null>`100 - 100 * sum(silence.within)::float8 / nullif(extract(epoch FROM ${until} - ${when.from}), 0)::float8`.as(
        'online',
      ),
      longer('silence.silent <= 86400000').as('day'),
      longer('silence.silent > 86400000 AND silence.silent <= 172800000').as('two'),
      longer('silence.silent > 172800000').as('more'),
      mainCause.as('cause'),
      many('power').as('power'),
      many('network').as('network'),
      many('unknown').as('unknown'),
      sql<RowLeads>`jsonb_build_object('picked', jsonb_build_object('ofTruck', ${ofTruck}),
        'of', jsonb_build_object('cause', jsonb_build_object('cause', jsonb_build_array(${mainCause}))))`.as('leads'),
    ])
}

export default defineReport({
  path: 'trucks',
  title: { zh: '按车辆', en: 'By truck' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    times: leading(count({ zh: '离线次数', en: 'Times offline' })),
    total: leading(duration({ zh: '离线总时长', en: 'Offline in all' })),
    longest: duration({ zh: '最长离线', en: 'Longest' }),
    online: percent({ zh: '在线率', en: 'Online' }),
    day: leading(count(SILENCE_CLASSES.day), { silence: ['day'] }),
    two: leading(count(SILENCE_CLASSES.two), { silence: ['two'] }),
    more: leading(count(SILENCE_CLASSES.more), { silence: ['more'] }),
    cause: leading(choice({ zh: '主要原因', en: 'Main cause' }, SILENCE_CAUSES)),
    power: leading(count({ zh: '断电次数', en: 'By power' }), { cause: ['power'] }),
    network: leading(count({ zh: '信号次数', en: 'By network' }), { cause: ['network'] }),
    unknown: leading(count({ zh: '未知原因次数', en: 'By unknown cause' }), { cause: ['unknown'] }),
  },
  sort: { by: 'total', order: 'desc' },
  rowIs: 'record',
  leadsTo: SILENCES,
  summed: true,
  chart: { kind: 'stacked', title: { zh: '离线次数', en: 'Times offline' }, x: 'plate', y: ['day', 'two', 'more'], rowsFor: 'all' },
})
