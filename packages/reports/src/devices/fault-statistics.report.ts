import type { ScopedDb } from '@tanker/database/scope'
import { DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import { type RawBuilder, sql } from 'kysely'
import { among, isKnownTo } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DEVICE_AGES } from '../device-words.ts'
import {
  alarmTypeOf,
  choice,
  count,
  decimal,
  dimension,
  isChosen,
  oneOf,
  percent,
  period,
  text,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { PART_ALARM_TYPES, partOfAlarm } from './device-days.ts'

const PART = { zh: '设备', en: 'Device' } as const

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  by: dimension(
    { zh: '统计方式', en: 'Counted by' },
    {
      fault: { zh: '按故障', en: 'Fault' },
      manufacturer: { zh: '按生产厂家', en: 'Manufacturer' },
      age: { zh: '按使用年限', en: 'Age' },
    },
  ),
  part: oneOf(PART, DEVICE_PART_TEXTS),
}

/** What a truck has of the part in base data, by its kind of device. */
const installed = (what: RawBuilder<string | null>): RawBuilder<string | null> => sql`(SELECT ${what} FROM installed_device AS device
  WHERE device.truck_id = fault.truck_id AND device.enabled AND device.device_type = CASE fault.part
    WHEN 'seal' THEN 'probe' WHEN 'gauge' THEN 'gauge' WHEN 'camera' THEN 'camera' ELSE 'console' END
  ORDER BY device.installed_on DESC NULLS LAST, device.id LIMIT 1)`
const manufacturer = installed(sql`nullif(device.manufacturer, '')`)
const age =
  installed(sql`CASE WHEN device.installed_on IS NULL THEN NULL WHEN device.installed_on > fault.started_at - interval '1 year' THEN 'new'
  WHEN device.installed_on > fault.started_at - interval '3 years' THEN 'usual' ELSE 'old' END`)

const hours = (ms: RawBuilder<unknown>) => sql<number | null>`(extract(epoch FROM ${ms}) / 3600)::float8`

/** Faults of devices, how often they come and how long they last. */
const rows = (db: ScopedDb, { scope, when, by, part }: ValuesOf<typeof filters>) => {
  const faults = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', [...PART_ALARM_TYPES])
    .where(isKnownTo(db.scope, 'alarm'))
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', when.from)
    .where('alarm.started_at', '<=', when.to)
    .select(['alarm.truck_id', 'alarm.type', 'alarm.started_at', 'alarm.ended_at', partOfAlarm.as('part')])
  // Hours in which the chosen trucks reported: what a mean time between faults is counted by.
  const served = db
    .from('upload_hour')
    .where(isChosen(scope, 'upload_hour'))
    .where('upload_hour.hour', '>=', when.from)
    .where('upload_hour.hour', '<=', when.to)
    .select(sql<number>`count(*)::float8`.as('hours'))
  const none = sql<string | null>`NULL::text`
  const group = by === 'manufacturer' ? manufacturer : by === 'age' ? age : none
  return db.read
    .with('grouped', (query) =>
      query
        .selectFrom(faults.as('fault'))
        .where(sql<boolean>`fault.part IS NOT NULL`)
        .selectAll()
        .select(group.as('value')),
    )
    .selectFrom('grouped')
    .where(among(sql<string>`grouped.part`, part))
    .groupBy(['grouped.part', 'grouped.type', 'grouped.value'])
    .select([
      sql<string>`concat_ws('-', ${sql.lit(by)}, grouped.part, grouped.type, grouped.value)`.as('id'),
      sql<string>`grouped.part`.as('part'),
      'grouped.type',
      (by === 'manufacturer' ? sql<string | null>`grouped.value` : none).as('manufacturer'),
      (by === 'age' ? sql<string | null>`grouped.value` : none).as('age'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(DISTINCT grouped.truck_id)::int`.as('trucks'),
      sql<number | null>`nullif((${served}), 0) / count(*)`.as('between'),
      hours(sql`avg(grouped.ended_at - grouped.started_at)`).as('repair'),
      sql<number>`count(*) * 100.0::float8 / sum(count(*)) OVER ()`.as('share'),
    ])
}

export default defineReport({
  path: 'device_monitor/device_analysis/abnormal_statistics',
  title: { zh: '异常统计', en: 'Device fault statistics' },
  filters,
  rows,
  columns: {
    part: choice(PART, DEVICE_PART_TEXTS),
    type: alarmTypeOf(PART_ALARM_TYPES),
    manufacturer: text({ zh: '生产厂家', en: 'Manufacturer' }),
    age: choice({ zh: '使用年限', en: 'Age' }, DEVICE_AGES),
    count: count({ zh: '次数', en: 'Faults' }),
    trucks: wholeNumber({ zh: '车辆数', en: 'Trucks' }),
    between: {
      ...decimal({ zh: '平均间隔', en: 'Mean time between' }, 'h', 1),
      hint: { zh: '所选车辆上报的小时数除以次数（MTBF）', en: 'Hours in which the chosen trucks reported, by the number of faults (MTBF)' },
    },
    repair: {
      ...decimal({ zh: '平均恢复', en: 'Mean time to recover' }, 'h', 1),
      hint: { zh: '已结束故障的平均时长（MTTR）', en: 'Mean length of the faults that have ended (MTTR)' },
    },
    share: percent({ zh: '占比', en: 'Share' }),
  },
  sort: { by: 'count', order: 'desc' },
  rowIs: 'record',
  summed: true,
  chart: { kind: 'bars', title: { zh: '故障次数', en: 'Faults' }, x: 'part', y: ['count'], rowsFor: 'all' },
})
