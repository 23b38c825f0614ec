import type { ReportRows } from '@tanker/contract/report-view'
import type { visibleColumns } from './report-view-for.ts'

type Columns = ReturnType<typeof visibleColumns>
type Row = Readonly<Record<string, unknown>>

const numberIn = (row: Row, name: string): number | null => (typeof row[name] === 'number' ? row[name] : null)

/** Sums of a list, row by row, as its last line shows them; a rate comes from the sums of its two columns over rows that have both. */
export class RunningTotals {
  readonly #columns: Columns
  readonly #sums = new Map<string, { of: number; by: number; leftOut: number }>()

  constructor(columns: Columns) {
    this.#columns = columns.filter(([, { total, rateOf }]) => total || rateOf !== null)
    for (const [name] of this.#columns) this.#sums.set(name, { of: 0, by: 0, leftOut: 0 })
  }

  add(row: Row): void {
    for (const [name, { rateOf, sumWith }] of this.#columns) {
      const sum = this.#sums.get(name)
      if (!sum) continue
      if (rateOf === null) {
        const known = [name, ...sumWith].filter((one) => row[one] !== null && row[one] !== undefined).length
        if (known === sumWith.length + 1) sum.of += numberIn(row, name) ?? 0
        else if (known > 0) sum.leftOut += 1
        continue
      }
      const [of, by] = [numberIn(row, rateOf.of), numberIn(row, rateOf.by)]
      if (of === null || by === null) continue
      sum.of += of
      sum.by += by
    }
  }

  /** Totals are null for a list without sums; a rate over an empty base is absent. */
  answer(): Pick<ReportRows, 'totals' | 'leftOut'> {
    if (this.#columns.length === 0) return { totals: null }
    const sums = this.#columns.flatMap(([name, { rateOf }]) => {
      const sum = this.#sums.get(name)
      if (!sum) return []
      if (rateOf === null) return [{ name, total: sum.of, leftOut: sum.leftOut }]
      return sum.by === 0 ? [] : [{ name, total: (sum.of / sum.by) * rateOf.times, leftOut: 0 }]
    })
    return {
      totals: Object.fromEntries(sums.map(({ name, total }) => [name, total])),
      ...leftOutIn(sums.map(({ name, leftOut }) => [name, leftOut])),
    }
  }
}

/** Rows left out by column; nothing where all rows count. */
export const leftOutIn = (counts: readonly (readonly [string, number])[]): Pick<ReportRows, 'leftOut'> => {
  const some = counts.filter(([, count]) => count > 0)
  return some.length === 0 ? {} : { leftOut: Object.fromEntries(some) }
}
