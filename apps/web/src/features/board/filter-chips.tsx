import type { Text } from '@tanker/domain/texts/text'
import { text } from '../../platform/language.ts'

export const toggled = <T,>(set: ReadonlySet<T>, member: T): ReadonlySet<T> => {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}

export type FilterChip<T> = {
  readonly value: T
  readonly words: Text
  /** Name of the colour of its dot; without one it has none. */
  readonly colour?: string
  /** How many trucks it would show. */
  readonly count?: number
}

type FilterChipsProps<T> = {
  readonly label: Text
  readonly chips: readonly FilterChip<T>[]
  readonly chosen: ReadonlySet<T>
  readonly onChange: (chosen: ReadonlySet<T>) => void
}

/** What the list and the map may be narrowed to, each a button that stays pressed; none pressed means all. */
export const FilterChips = <T extends string | number>({ label, chips, chosen, onChange }: FilterChipsProps<T>) => (
  <div className="fleet-statuses" role="group" aria-label={text(label)}>
    {chips.map(({ value, words, colour, count }) => (
      <button key={value} className="fleet-status" aria-pressed={chosen.has(value)} onClick={() => onChange(toggled(chosen, value))}>
        {colour !== undefined && <span className="state-dot" style={{ background: `var(--${colour})` }} />}
        {text(words)}
        {count !== undefined && <span className="fleet-status-count">{count}</span>}
      </button>
    ))}
  </div>
)
