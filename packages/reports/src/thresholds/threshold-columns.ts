import { THRESHOLD_SCREENS } from '@tanker/contract/thresholds'
import { inForceSql } from '@tanker/database/thresholds-in-force'
import { THRESHOLDS, type ThresholdName } from '@tanker/domain/thresholds'
import { THRESHOLD_UNITS } from '@tanker/domain/thresholds/threshold'
import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../define-report.ts'
import { decimal, text, time, wholeNumber } from '../kinds.ts'

/** What its declaration says of a threshold in a list of owners. */
export function thresholdColumn(name: ThresholdName): Column<number | null> {
  const threshold = THRESHOLDS.get(name)
  if (threshold === undefined) throw new Error(`no threshold ${name}`)
  const { label, unit, step, hint } = threshold
  const digits = String(step).split('.')[1]?.length ?? 0
  // An hour of the day has no unit behind it.
  const column = decimal(label, unit === 'hour' ? null : THRESHOLD_UNITS[unit].text.en, digits)
  return hint === undefined ? column : { ...column, hint }
}

/** Whose values a list counts: SQL of a `threshold_value` named `t`. */
type Owned = RawBuilder<boolean>

const namesOn = (screen: keyof typeof THRESHOLD_SCREENS): string[] =>
  THRESHOLD_SCREENS[screen].flatMap(({ thresholds }) => Object.keys(thresholds))

/** How many values an owner has of its own, and who set the newest of them when. */
export const ownValues = (screen: keyof typeof THRESHOLD_SCREENS, owned: Owned) => {
  const own = sql`FROM threshold_value AS t WHERE ${owned} AND t.name = ANY (${namesOn(screen)}::text[])`
  const inForce = sql.raw<boolean>(inForceSql('t'))
  return [
    sql<number>`(SELECT count(*)::int ${own} AND ${inForce})`.as('own'),
    sql<string | null>`(SELECT nullif(t.set_by, '') ${own} ORDER BY t.id DESC LIMIT 1)`.as('operator'),
    sql<Date | null>`(SELECT t.set_at ${own} ORDER BY t.id DESC LIMIT 1)`.as('changed'),
  ] as const
}

export const ownColumns = () => ({
  own: {
    ...wholeNumber({ zh: '自有值', en: 'Own values' }),
    hint: { zh: '其余取自上级组织或默认值', en: 'The others are inherited from above, or defaults' },
  },
  operator: text({ zh: '操作人', en: 'Set by' }),
  changed: time({ zh: '修改时间', en: 'Set at' }),
})
