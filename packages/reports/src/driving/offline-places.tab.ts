import type { RowLeads } from '@tanker/contract/report-view'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { SILENCE_CAUSES } from '../driving-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type PlaceCell, type ValuesOf } from '../define-report.ts'
import { count, duration, isChosen, leading, oneOf, period, place, text, truckOrOrganisation, wholeNumber } from '../kinds.ts'
import { lostPlace, silenceCause, silentMs } from './silences.ts'

const filters = { scope: truckOrOrganisation(), when: period({ maxDays: 31 }), cause: oneOf({ zh: '原因', en: 'Cause' }, SILENCE_CAUSES) }

/** A row for each fence, or stretch outside all of them, where trucks were heard last. */
const rows = (db: ScopedDb, { scope, when, cause }: ValuesOf<typeof filters>) => {
  const silences = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', '=', ALARM.offline)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', when.from)
    .where('alarm.started_at', '<=', when.to)
    .select([
      'alarm.truck_id as truckId',
      'alarm.lat',
      'alarm.lng',
      sql<string>`coalesce(alarm.fence_name, '')`.as('fence'),
      lostPlace.as('key'),
      silentMs.as('silent'),
      silenceCause.as('cause'),
    ])
  const many = (of: string) => sql<number>`(count(*) FILTER (WHERE silence.cause = ${sql.lit(of)}))::int`
  return db.read
    .selectFrom(silences.as('silence'))
    .where(among(sql<string>`silence.cause`, cause))
    .groupBy('silence.key')
    .select([
      'silence.key as id',
      sql<string>`split_part(silence.key, ':', 2)`.as('name'),
      sql<PlaceCell>`json_build_object('name', min(silence.fence), 'lat', avg(silence.lat), 'lng', avg(silence.lng))`.as('place'),
      sql<number>`count(*)::int`.as('times'),
      sql<number>`count(DISTINCT silence."truckId")::int`.as('trucks'),
      sql<number>`sum(silence.silent)::float8`.as('total'),
      sql<number>`max(silence.silent)`.as('longest'),
      many('power').as('power'),
      many('network').as('network'),
      many('unknown').as('unknown'),
      sql<RowLeads>`jsonb_build_object('picked', jsonb_build_object('ofPlace', silence.key))`.as('leads'),
    ])
}

export default defineReport({
  path: 'places',
  title: { zh: '按地点', en: 'By place' },
  filters,
  rows,
  columns: {
    place: place({ zh: '最后位置', en: 'Last heard at' }),
    name: {
      ...text({ zh: '围栏或区域', en: 'Fence or area' }),
      hint: { zh: '围栏外为约五公里的区域中心', en: 'Outside fences: the middle of an area of about 5 km' },
    },
    times: leading(count({ zh: '离线次数', en: 'Times offline' })),
    trucks: leading(wholeNumber({ zh: '离线车辆', en: 'Trucks' })),
    total: leading(duration({ zh: '离线总时长', en: 'Offline in all' })),
    longest: duration({ zh: '最长离线', en: 'Longest' }),
    power: leading(count(SILENCE_CAUSES.power), { cause: ['power'] }),
    network: leading(count(SILENCE_CAUSES.network), { cause: ['network'] }),
    unknown: leading(count(SILENCE_CAUSES.unknown), { cause: ['unknown'] }),
  },
  sort: { by: 'times', order: 'desc' },
  rowIs: 'record',
  leadsTo: { path: 'driving_monitor/exception_report/alarm_off_line', keeps: { scope: 'scope', when: 'when', cause: 'cause' } },
  summed: true,
  chart: {
    kind: 'stacked',
    title: { zh: '各地点离线', en: 'Offline by place' },
    x: 'name',
    y: ['power', 'network', 'unknown'],
    rowsFor: 'all',
  },
})
