import type { ScopedDb } from '@tanker/database/scope'
import { SAFETY_FAMILIES, SAFETY_TYPES, TYPES_OF_FAMILY } from '@tanker/domain/alarms/safety-score'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ValuesOf } from '../define-report.ts'
import { drivers, isChosen, isDrivenBy, oneOf, period, truckOrOrganisation } from '../kinds.ts'
import { SAFETY_LEVELS, SAFETY_VERDICTS } from './safety-words.ts'

/** What counts of active-safety alarms have in common: which alarms count, and by what. */

export type SafetyFamily = keyof typeof SAFETY_FAMILIES
export const FAMILY_NAMES = Object.keys(SAFETY_FAMILIES) as SafetyFamily[]

export const driverName = sql.ref<string | null>('alarm.driver_name')

/** SQL of an alarm's family and level, without parameters: rows are grouped by them. */
export const familyOf: RawBuilder<SafetyFamily> = sql`CASE ${sql.join(
  Object.entries(TYPES_OF_FAMILY).map(
    ([name, codes]) => sql`WHEN alarm.type = ANY (${sql.lit(`{${codes.join(',')}}`)}::int[]) THEN ${sql.lit(name)}`,
  ),
  sql` `,
)} END`
export const levelOf = sql<number>`CASE WHEN alarm.grade = 'yellow' THEN 1 ELSE 2 END`

export const FAMILY_LABEL = { zh: '类别', en: 'Family' } as const
export const LEVEL_LABEL = { zh: '级别', en: 'Level' } as const
export const VERDICT_LABEL = { zh: '判定', en: 'Verdict' } as const

/** What the counts of a period ask. */
export const countFilters = () => ({
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }), // spec 5.4
  driver: drivers(),
  family: oneOf(FAMILY_LABEL, SAFETY_FAMILIES),
  level: oneOf(LEVEL_LABEL, SAFETY_LEVELS),
  verdict: oneOf(VERDICT_LABEL, SAFETY_VERDICTS),
})
type Counted = ValuesOf<ReturnType<typeof countFilters>>
type AskedOfCounts = { readonly scope: Counted['scope']; readonly when: { readonly from: Date; readonly to: Date } } & Partial<
  Pick<Counted, 'driver' | 'family' | 'level' | 'verdict'>
>

/** Where the numbers lead: the list of the alarms, with what was asked of the counts. */
export const ALARM_LIST = {
  path: 'active_safety/exception_report/alarm_adas_can',
  keeps: { scope: 'scope', when: 'when', driver: 'driver', family: 'family', level: 'level', verdict: 'verdict' },
} as const

/** Alarms of active safety as the filters ask; superseded ones never count. */
export const safetyAlarmsIn = (db: ScopedDb, { scope, when, driver, family, level, verdict }: AskedOfCounts) =>
  db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', [...SAFETY_TYPES])
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', when.from)
    .where('alarm.started_at', '<=', when.to)
    .where(isDrivenBy('alarm', driverName, driver))
    .where(among(familyOf, family))
    .where(among(levelOf, level))
    .where(among(sql<string>`alarm.confirm`, verdict))

/** SQL over rows with `type` and `many`: the sum of these types. */
export const sumOfTypes = (types: readonly number[]): RawBuilder<number> =>
  sql`coalesce(sum(counted.many) FILTER (WHERE counted.type = ANY (${[...types]}::int[])), 0)::int`

/** SQL: the hour of an alarm in the user's day, as `HOURS` has it. */
export const hourOf = (zone: string): RawBuilder<string> => sql`to_char(alarm.started_at AT TIME ZONE ${sql.lit(zone)}, 'HH24')`
