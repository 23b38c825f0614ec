import { NAMED_PERIODS, PERIOD_NAMES } from '@tanker/domain/texts/named-period'
import type { FilterOf } from '../platform/screen-frame/filter-values.ts'
import type { QuickPeriod } from '../platform/ui/period.ts'
import { periodProblem } from './period-limits.ts'
import { periodNow } from './view-content.ts'

/** The periods that dispatchers choose most, as they are now, those that the filter allows (spec 9). */
export const quickRanges = (
  now: Date,
  limits: Pick<FilterOf, 'maxDays' | 'backDays'> = { maxDays: null, backDays: null },
): readonly QuickPeriod[] =>
  PERIOD_NAMES.map((name) => ({ name: NAMED_PERIODS[name].name, period: periodNow(name, now) })).filter(
    ({ period: { from, to } }) => periodProblem(limits, from, to, now) === null,
  )
