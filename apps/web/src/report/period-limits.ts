import type { Text } from '@tanker/domain/texts/text'
import type { FilterOf } from '../platform/screen-frame/filter-values.ts'

const dayMs = 86_400_000

/** What is wrong with a period, by the limits of its filter; null where nothing is. A day has 24 hours, as on the server. */
export const periodProblem = (
  { maxDays, backDays }: Pick<FilterOf, 'maxDays' | 'backDays'>,
  from: Date,
  to: Date,
  now: Date,
): Text | null => {
  if (maxDays !== null && to.getTime() - from.getTime() > maxDays * dayMs)
    return { zh: `时间范围不能超过 ${maxDays} 天`, en: `The period may be at most ${maxDays} days` }
  if (backDays !== null && now.getTime() - from.getTime() > backDays * dayMs)
    return { zh: `只能查询最近 ${backDays} 天的数据`, en: `Only the last ${backDays} days are available` }
  return null
}
