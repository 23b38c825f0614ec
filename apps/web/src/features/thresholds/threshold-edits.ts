import type { OwnThresholds } from '@tanker/contract/thresholds'
import { THRESHOLDS } from '@tanker/domain/thresholds'
import { thresholdProblem, thresholdText } from '@tanker/domain/thresholds/check-value'
import type { Threshold } from '@tanker/domain/thresholds/threshold'
import { plainNumber } from '@tanker/contract/input-bounds'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'

/** What the user typed, by threshold; empty: it is to inherit again. What was not touched is missing. */
export type Edits = Readonly<Record<string, string>>
export type OwnThreshold = OwnThresholds['values'][number]

const NOT_A_NUMBER = { zh: '请输入数字。', en: 'Please enter a number.' } as const

/** What is wrong with a typed value; null where nothing is. */
export function editProblem(threshold: Threshold, typed: string): string | null {
  if (typed === '') return null
  const value = plainNumber(typed)
  if (Number.isNaN(value)) return text(NOT_A_NUMBER)
  const problem = thresholdProblem(threshold, value)
  return problem === null ? null : text(problem)
}

/** The edits with another one; one that changes nothing is left out. `own`: of a single owner what it has, else undefined. */
export function withEdit(edits: Edits, name: string, typed: string, own: number | null | undefined): Edits {
  const { [name]: _, ...others } = edits
  const isSame = own !== undefined && (typed === '' ? own === null : plainNumber(typed) === own)
  return isSame ? others : { ...others, [name]: typed }
}

/** The edits as the call takes them; null while one of them is wrong. */
export function editsToSend(edits: Edits): string | null {
  const entries = Object.entries(edits)
  const isWrong = ([name, typed]: [string, string]): boolean => {
    const threshold = THRESHOLDS.get(name)
    return threshold === undefined || editProblem(threshold, typed) !== null
  }
  // `+'1.50'` as 1.5: two ways to write a number are one value.
  return entries.some(isWrong) ? null : entries.map(([name, typed]) => `${name}=${typed === '' ? '' : plainNumber(typed)}`).join()
}

/** Where the value of a single owner comes from, and what follows it. */
export function sourceText(threshold: Threshold, { own, ownSince, inherited, inheritedFrom, next }: OwnThreshold): string {
  const value = text(thresholdText(threshold, inherited))
  const above =
    inheritedFrom === null
      ? text({ zh: `默认 ${value}`, en: `Default ${value}` })
      : text({ zh: `上级“${inheritedFrom}” ${value}`, en: `${value} from ${inheritedFrom}` })
  const since = ownSince === null || Date.parse(ownSince) <= 0 ? '' : shownTime(ownSince, 'minute')
  const source =
    own === null
      ? above
      : text({
          zh: `自有值${since === '' ? '' : `，自 ${since}`}；${above}`,
          en: `Own value${since === '' ? '' : ` since ${since}`}; ${above}`,
        })
  if (next === null) return source
  const from = shownTime(next.from, 'minute')
  const coming = next.value === null ? text({ zh: '恢复继承', en: 'inherits again' }) : text(thresholdText(threshold, next.value))
  return text({ zh: `${source}；${from} 起 ${coming}`, en: `${source}; from ${from}: ${coming}` })
}
