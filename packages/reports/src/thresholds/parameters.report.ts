import { setParameters } from '@tanker/contract/actions/thresholds'
import { THRESHOLD_SCREENS } from '@tanker/contract/thresholds'
import type { ScopedDb } from '@tanker/database/scope'
import { THRESHOLD_UNITS, type Threshold } from '@tanker/domain/thresholds/threshold'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, containsText, oneOf, organisations, text, textContains, time } from '../kinds.ts'

const DECLARED = THRESHOLD_SCREENS.parameters.flatMap(({ key: group, thresholds }) =>
  Object.values<Threshold>(thresholds).map((threshold) => ({ ...threshold, group })),
)
const NAMES: Readonly<Record<string, Text>> = Object.fromEntries(DECLARED.map(({ key, label }) => [key, label]))
const GROUPS: Readonly<Record<string, Text>> = Object.fromEntries(THRESHOLD_SCREENS.parameters.map(({ key, label }) => [key, label]))
/** Units as a column names them, and what the values of a choice mean. */
const UNITS: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(Object.entries(THRESHOLD_UNITS).flatMap(([unit, { text: words }]) => (unit === 'choice' ? [] : [[unit, words]]))),
  kmh: { zh: '公里/小时', en: 'km/h' },
  kgM3: { zh: '千克/立方米', en: 'kg/m³' },
  ...Object.fromEntries(
    DECLARED.flatMap(({ key, choices = [] }) => choices.map(({ value, text: words }): [string, Text] => [`${key}=${value}`, words])),
  ),
}
const LEVELS = {
  default: { zh: '默认', en: 'Default' },
  organisation: { zh: '组织', en: 'Organisation' },
  truck: { zh: '车辆', en: 'Truck' },
} as const

const SCOPE = { zh: '范围', en: 'Scope' } as const
const GROUP = { zh: '类别', en: 'Group' } as const

const filters = {
  scope: organisations(),
  search: textContains({ zh: '参数名称', en: 'Parameter' }),
  group: oneOf(GROUP, GROUPS),
  level: oneOf(SCOPE, LEVELS),
}

type Listed = {
  id: string
  name: string
  search: string
  group: string
  value: string
  unit: string | null
  level: keyof typeof LEVELS
  owner: string | null
  effect: Date | null
  reason: string | null
  operator: string | null
}

/** SQL: name, both labels, group, unit and default of every parameter. */
const declared = sql`(VALUES ${sql.join(
  DECLARED.map(
    ({ key, label, group, unit, default: usual }) =>
      sql`(${sql.lit(key)}, ${sql.lit(`${key} ${label.zh} ${label.en}`)}, ${sql.lit(group)}, ${sql.lit(unit)}, ${sql.lit(usual)}::float8)`,
  ),
)}) AS declared (name, search, "group", unit, usual)`

const unitOf = (value: string) =>
  sql.raw(`CASE WHEN declared.unit = 'choice' THEN declared.name || '=' || ${value} ELSE declared.unit END AS unit`)

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db.read
    .selectFrom(
      sql<Listed>`(
        SELECT 'd ' || declared.name AS id, declared.name, declared.search, declared."group", declared.usual::text AS value, ${unitOf('declared.usual')},
          'default' AS level, NULL AS owner, NULL::timestamptz AS effect, NULL AS reason, NULL AS operator FROM ${declared}
        UNION ALL
        SELECT concat_ws(' ', CASE WHEN t.truck_id IS NULL THEN 'c' || t.organisation_id ELSE 't' || t.truck_id END, declared.name, t.id),
          declared.name, declared.search, declared."group", t.value::text, ${unitOf('t.value')},
          CASE WHEN t.truck_id IS NULL THEN 'organisation' ELSE 'truck' END, coalesce(truck.plate, organisation.name),
          t.from_at, nullif(t.reason, ''), nullif(t.set_by, '')
        FROM threshold_value AS t JOIN ${declared} ON declared.name = t.name
          LEFT JOIN truck ON truck.id = t.truck_id LEFT JOIN organisation ON organisation.id = t.organisation_id
        WHERE (t.until_at IS NULL OR t.until_at > now())
          AND coalesce(t.organisation_id, truck.organisation_id) = ANY (${[...asked.scope]}::int[])
      )`.as('listed'),
    )
    .where(containsText(sql<string>`listed.search`, asked.search ?? ''))
    .where(among(sql<string>`listed."group"`, asked.group))
    .where(among(sql<string>`listed.level`, asked.level))
    .select(['listed.id', 'listed.group', 'listed.name', 'listed.value', 'listed.unit', 'listed.level', 'listed.owner'])
    .select(['listed.effect', 'listed.reason', 'listed.operator'])

/** Every parameter with its default, and the values that organisations and trucks have or will have of their own. */
export default defineReport({
  path: 'setting/alarm_threshold/manage_patameter',
  title: { zh: '参数管理', en: 'Parameter management' },
  filters,
  rows,
  columns: {
    name: { ...choice({ zh: '参数', en: 'Parameter' }, NAMES), sortable: true },
    group: { ...choice(GROUP, GROUPS), sortable: true },
    value: text({ zh: '值', en: 'Value' }),
    unit: choice({ zh: '单位 / 含义', en: 'Unit / meaning' }, UNITS),
    level: { ...choice(SCOPE, LEVELS), sortable: true },
    owner: { ...text({ zh: '组织 / 车辆', en: 'Organisation / truck' }), sortable: true },
    effect: time({ zh: '生效时间', en: 'Counts from' }),
    reason: text({ zh: '原因', en: 'Reason' }),
    operator: text({ zh: '操作人', en: 'Set by' }),
  },
  sort: { by: 'group', order: 'asc' },
  actions: [setParameters],
  rowIs: 'record',
})
