import type { ScopedDb } from '@tanker/database/scope'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { SAFETY_FAMILIES, SAFETY_TYPES, TYPES_OF_FAMILY } from '@tanker/domain/alarms/safety-score'
import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { drivenBy, type DrivingDimension, keyOf, nameOfKey } from '../driving/exceptions-by.ts'
import { leadsOf, toDrives } from '../driving/leads.ts'
import { DRIVING_DIMENSIONS } from '../driving-words.ts'
import { count, decimal, dimension, leading, text, totalDistance } from '../kinds.ts'
import { ALARM_LIST, countFilters, driverName, FAMILY_NAMES, levelOf, safetyAlarmsIn, sumOfTypes } from './safety-counts.ts'
import { SAFETY_LEVELS } from './safety-words.ts'

const { scope, when, ...others } = countFilters()
const filters = { scope, when, by: dimension({ zh: '汇总方式', en: 'Summed up by' }, DRIVING_DIMENSIONS), ...others }

type KindName = `kind${number}`
const kindOf = (type: number): KindName => `kind${type}`

/** A row for each truck, driver or organisation with alarms: how many of each family and kind, by level, and for 100 km. */
const rows = (db: ScopedDb, { by: chosen, ...asked }: ValuesOf<typeof filters>) => {
  const by = chosen as DrivingDimension
  // Counted by kind first: of a month of a large fleet few rows are left.
  const counted = safetyAlarmsIn(db, asked)
    .groupBy([sql`1`, sql`2`, sql`3`])
    .select([keyOf(by, 'alarm', driverName).as('key'), 'alarm.type', levelOf.as('level'), sql<number>`count(*)`.as('many')])
  const ofLevel = (level: number) => sql<number>`coalesce(sum(counted.many) FILTER (WHERE counted.level = ${sql.lit(level)}), 0)::int`
  const counts = db.read
    .selectFrom(counted.as('counted'))
    .groupBy('counted.key')
    .select(['counted.key', sql<number>`sum(counted.many)::int`.as('total'), ofLevel(1).as('level1'), ofLevel(2).as('level2')])
    .select(FAMILY_NAMES.map((family) => sumOfTypes(TYPES_OF_FAMILY[family]).as(family)))
    .select(SAFETY_TYPES.map((type) => sql<number | null>`nullif(${sumOfTypes([type])}, 0)`.as(kindOf(type))))
  return db.read
    .selectFrom(counts.as('alarm'))
    .leftJoin(drivenBy(db, { scope: asked.scope, ...asked.when, by }, asked.when.from, asked.driver).as('way'), 'way.key', 'alarm.key')
    .selectAll('alarm')
    .select([
      'alarm.key as id',
      leadsOf(by, 'alarm.key').as('leads'),
      nameOfKey(by, 'alarm.key').as('name'),
      sql<number>`coalesce(way.km, 0)`.as('distance'),
      sql<number | null>`alarm.total * 100 / nullif(way.km, 0)`.as('per100km'),
    ])
}

const kindColumns = Object.fromEntries(
  SAFETY_TYPES.map((type) => [kindOf(type), leading(count(alarmType(type)?.name ?? NOT_NAMED), { type: [String(type)] })]),
) as Record<KindName, ReturnType<typeof count>>

export default defineReport({
  path: 'rows',
  title: { zh: '汇总', en: 'Summary' },
  filters,
  rows,
  columns: {
    name: { ...text({ zh: '名称', en: 'Name' }), hint: { zh: '空白为未登记驾驶员', en: 'Blank: no driver was assigned' } },
    total: leading(count({ zh: '合计', en: 'Total' })),
    level1: leading(count(SAFETY_LEVELS[1]), { level: ['1'] }),
    level2: leading(count(SAFETY_LEVELS[2]), { level: ['2'] }),
    distance: leading(totalDistance({ zh: '里程', en: 'Distance' }), {}, { ...toDrives(), onlyRows: true }),
    per100km: decimal({ zh: '百公里次数', en: 'Per 100 km' }, null, 2),
    adas: leading(count(SAFETY_FAMILIES.adas), { family: ['adas'] }),
    dsm: leading(count(SAFETY_FAMILIES.dsm), { family: ['dsm'] }),
    bsd: leading(count(SAFETY_FAMILIES.bsd), { family: ['bsd'] }),
    harsh: leading(count(SAFETY_FAMILIES.harsh), { family: ['harsh'] }),
    device: leading(count(SAFETY_FAMILIES.device), { family: ['device'] }),
    // Kinds without an alarm are null, so the page leaves their columns out.
    ...kindColumns,
  },
  sort: { by: 'total', order: 'desc' },
  rowIs: 'record',
  summed: true,
  leadsTo: ALARM_LIST,
  chart: {
    kind: 'stacked',
    title: { zh: '主动安全报警', en: 'Active-safety alarms' },
    x: 'name',
    y: FAMILY_NAMES,
    rowsFor: 'all',
  },
})
