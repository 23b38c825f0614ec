import type { visibleColumns } from './report-view-for.ts'

type Columns = ReturnType<typeof visibleColumns>

/** Sums of a list, row by row, as its last line shows them; rates come from the sums of their two columns. */
export class RunningTotals {
  readonly #columns: Columns
  readonly #sums = new Map<string, number | null>()

  constructor(columns: Columns) {
    this.#columns = columns.filter(([, { total, rateOf }]) => total || rateOf !== null)
    for (const [name, { rateOf }] of this.#columns)
      for (const one of rateOf === null ? [name] : [rateOf.of, rateOf.by]) this.#sums.set(one, null)
  }

  add(row: Readonly<Record<string, unknown>>): void {
    for (const [name, sum] of this.#sums) {
      const value = row[name]
      if (typeof value === 'number') this.#sums.set(name, (sum ?? 0) + value)
    }
  }

  /** Null for a list without sums; a rate over an empty base is absent. */
  totals(): Record<string, number> | null {
    if (this.#columns.length === 0) return null
    return Object.fromEntries(
      this.#columns.flatMap(([name, { rateOf }]) => {
        if (rateOf === null) return [[name, this.#sums.get(name) ?? 0]]
        const [of, by] = [this.#sums.get(rateOf.of) ?? null, this.#sums.get(rateOf.by) ?? null]
        return of === null || by === null || by === 0 ? [] : [[name, (of / by) * rateOf.times]]
      }),
    )
  }
}
