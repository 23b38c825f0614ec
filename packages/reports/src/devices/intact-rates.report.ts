import type { ScopedDb } from '@tanker/database/scope'
import { DEVICE_PARTS, type DevicePart, DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, count, dimension, month, percent, shortNameOf, text, truckOrOrganisation } from '../kinds.ts'
import { deviceDays, hasFailed } from './device-days.ts'

const filters = {
  scope: truckOrOrganisation(),
  month: month(),
  by: dimension(
    { zh: '汇总方式', en: 'Summed up by' },
    { truck: { zh: '按车辆', en: 'Truck' }, organisation: { zh: '按组织', en: 'Organisation' } },
  ),
}

const days = sql<number>`count(*)::int`
const intact = (part: DevicePart) => sql<number>`(count(*) FILTER (WHERE NOT ${hasFailed(part)}) * 100.0::float8 / count(*))`
const intactDays = sql<number>`(count(*) FILTER (WHERE cardinality(device_day.failed) = 0))::int`

/** The part with the most days on which it failed; null where none did. */
const mainFault = sql<string | null>`(SELECT part FROM (VALUES ${sql.join(
  DEVICE_PARTS.map((part) => sql`(${sql.lit(part)}, count(*) FILTER (WHERE ${hasFailed(part)}))`),
)}) AS failing (part, days) WHERE days > 0 ORDER BY days DESC, part LIMIT 1)`

const rows = (db: ScopedDb, { scope, month: chosen, by }: ValuesOf<typeof filters>) => {
  const isTruck = by === 'truck'
  return db.read
    .selectFrom(deviceDays(db, scope, chosen).as('device_day'))
    .innerJoin('truck', 'truck.id', 'device_day.truck_id')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .groupBy(isTruck ? ['truck.id', 'organisation.id'] : ['organisation.id'])
    .select([
      (isTruck ? sql<string>`truck.id::text` : sql<string>`organisation.id::text`).as('id'),
      (isTruck ? sql<string>`truck.plate` : shortNameOf('organisation')).as('name'),
      (isTruck ? shortNameOf('organisation') : sql<string>`''`).as('organisation'),
      days.as('days'),
      intactDays.as('intactDays'),
      sql<number>`(${days} - ${intactDays})`.as('badDays'),
      sql<number | null>`${intactDays} * 100.0::float8 / ${days}`.as('intact'),
      intact('console').as('console'),
      intact('power').as('power'),
      intact('positioning').as('positioning'),
      intact('seal').as('seal'),
      intact('gauge').as('gauge'),
      intact('camera').as('camera'),
      mainFault.as('mainFault'),
    ])
}

/** On how many days of a month all devices of a truck worked, and each of its parts. */
export default defineReport({
  path: 'device_monitor/console/complete_analysis',
  title: { zh: '设备完好率分析', en: 'Device intact rates' },
  filters,
  rows,
  columns: {
    name: text({ zh: '名称', en: 'Name' }),
    intact: {
      ...percent({ zh: '完好率', en: 'Intact' }, { of: 'intactDays', by: 'days' }),
      hint: { zh: '所有设备都正常的天数占比', en: 'Share of days on which every part worked' },
    },
    days: count({ zh: '运行天数', en: 'Days in service' }),
    intactDays: count({ zh: '完好天数', en: 'Intact days' }),
    badDays: count({ zh: '故障天数', en: 'Days with faults' }),
    mainFault: choice({ zh: '主要故障', en: 'Main fault' }, DEVICE_PART_TEXTS),
    console: percent(DEVICE_PART_TEXTS.console),
    power: percent(DEVICE_PART_TEXTS.power),
    positioning: percent(DEVICE_PART_TEXTS.positioning),
    seal: percent(DEVICE_PART_TEXTS.seal),
    gauge: percent(DEVICE_PART_TEXTS.gauge),
    camera: percent(DEVICE_PART_TEXTS.camera),
    organisation: { ...text({ zh: '所属组织', en: 'Organisation' }), audience: 'sign' },
  },
  sort: { by: 'intact', order: 'asc' },
  rowIs: 'record',
  summed: true,
  chart: { kind: 'bars', title: { zh: '故障天数', en: 'Days with faults' }, x: 'name', y: ['badDays'], rowsFor: 'all' },
})
