import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { SILENCE_CAUSES } from '../driving-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { count, date, isChosen, leading, oneOf, period, truckOrOrganisation, wholeNumber } from '../kinds.ts'
import { dayOf } from './driven-columns.ts'
import { dayLeads } from './leads.ts'
import { silenceCause } from './silences.ts'

const filters = { scope: truckOrOrganisation(), when: period({ maxDays: 31 }), cause: oneOf({ zh: '原因', en: 'Cause' }, SILENCE_CAUSES) }

const rows = (db: ScopedDb, { scope, when, cause }: ValuesOf<typeof filters>) => {
  const silences = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', '=', ALARM.offline)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', when.from)
    .where('alarm.started_at', '<=', when.to)
    .select(['alarm.truck_id as truckId', dayOf('alarm.started_at', when.zone).as('day'), silenceCause.as('cause')])
  const many = (of: string) => sql<number>`(count(*) FILTER (WHERE silence.cause = ${sql.lit(of)}))::int`
  return db.read
    .selectFrom(silences.as('silence'))
    .where(among(sql<string>`silence.cause`, cause))
    .groupBy('silence.day')
    .select([
      'silence.day as id',
      'silence.day',
      dayLeads(sql<string>`silence.day`, when).as('leads'),
      sql<number>`count(*)::int`.as('times'),
      sql<number>`count(DISTINCT silence."truckId")::int`.as('trucks'),
      many('power').as('power'),
      many('network').as('network'),
      many('unknown').as('unknown'),
    ])
}

export default defineReport({
  path: 'days',
  title: { zh: '按日', en: 'By day' },
  filters,
  rows,
  columns: {
    day: date({ zh: '日期', en: 'Day' }),
    times: leading(count({ zh: '离线次数', en: 'Times offline' })),
    trucks: leading(wholeNumber({ zh: '离线车辆', en: 'Trucks' })),
    power: leading(count(SILENCE_CAUSES.power), { cause: ['power'] }),
    network: leading(count(SILENCE_CAUSES.network), { cause: ['network'] }),
    unknown: leading(count(SILENCE_CAUSES.unknown), { cause: ['unknown'] }),
  },
  sort: { by: 'day', order: 'desc' },
  rowIs: 'record',
  leadsTo: { path: 'driving_monitor/exception_report/alarm_off_line', keeps: { scope: 'scope', when: 'when', cause: 'cause' } },
  summed: true,
  chart: {
    kind: 'stacked',
    title: { zh: '每日离线', en: 'Offline by day' },
    x: 'day',
    y: ['power', 'network', 'unknown'],
    limit: 31,
    rowsFor: 'all',
  },
})
