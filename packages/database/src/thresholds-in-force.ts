import { type Thresholds, defaultThresholds } from '@tanker/domain/thresholds'
import { type ThresholdPeriod, thresholdsAt } from '@tanker/domain/thresholds/periods'

/** A value that an organisation or a truck has of its own, and in which time it counts. */
export type ThresholdValueRow = {
  readonly organisation_id: number | null
  readonly truck_id: number | null
  readonly name: string
  readonly value: number
  /** Ms since 1970 UTC. */
  readonly from_ms: number
  /** Null while no other value follows. */
  readonly until_ms: number | null
}

/** Values that readings of the last year, or those to come, are judged by. Older periods are not judged again. */
export const THRESHOLD_VALUES_SQL = `SELECT organisation_id, truck_id, name, value, (extract(epoch FROM from_at) * 1000)::float8 AS from_ms,
  (extract(epoch FROM until_at) * 1000)::float8 AS until_ms
  FROM threshold_value WHERE until_at IS NULL OR until_at > now() - interval '400 days' ORDER BY id`

/** SQL: the value of this alias counts now. */
export const inForceSql = (alias: string): string =>
  `${alias}.from_at <= now() AND (${alias}.until_at IS NULL OR ${alias}.until_at > now())`

/** Periods of a truck, the newest: more than weekly changes over a year. What is older counts as the first of these. */
const MAX_PERIODS = 64

const ALWAYS_DEFAULT: readonly ThresholdPeriod[] = [{ fromAt: 0, thresholds: defaultThresholds }]

/**
 * Resolves thresholds: the truck's own value, else its organisation's, else that of the nearest organisation above, else the default.
 * Trucks with the same values share one object.
 */
export class ThresholdsInForce {
  readonly #ofOrganisation = new Map<number, ThresholdValueRow[]>()
  readonly #ofTruck = new Map<number, ThresholdValueRow[]>()
  /** By the organisations that have values, the top first: trucks without values of their own. */
  readonly #byChain = new Map<string, readonly ThresholdPeriod[]>()
  readonly #thresholds = new Map<string, Thresholds>([['[]', defaultThresholds]])
  readonly #numbers = new Map<Thresholds, number>([[defaultThresholds, 0]])
  readonly #periods = new Map<string, readonly ThresholdPeriod[]>()

  constructor(rows: readonly ThresholdValueRow[]) {
    for (const row of rows) {
      // A threshold that a later version of the product does not have any more.
      if (!Object.hasOwn(defaultThresholds, row.name)) continue
      const [owners, id] = row.truck_id === null ? [this.#ofOrganisation, row.organisation_id ?? 0] : [this.#ofTruck, row.truck_id]
      const held = owners.get(id)
      if (held) held.push(row)
      else owners.set(id, [row])
    }
  }

  /**
   * All that the truck is, was and will be judged by, oldest first, at least one period.
   * @param ancestors its organisation and all above, the top first
   */
  periodsOf(truckId: number, ancestors: readonly number[]): readonly ThresholdPeriod[] {
    const own = this.#ofTruck.get(truckId)
    const owners = ancestors.filter((id) => this.#ofOrganisation.has(id))
    if (owners.length === 0 && own === undefined) return ALWAYS_DEFAULT
    const rows = owners.map((id) => this.#ofOrganisation.get(id) ?? [])
    if (own !== undefined) return this.#resolve([...rows, own])
    const chain = owners.join(' ')
    const known = this.#byChain.get(chain) ?? this.#resolve(rows)
    this.#byChain.set(chain, known)
    return known
  }

  /** What counts for the truck at a time, ms since 1970 UTC. */
  at(truckId: number, ancestors: readonly number[], at: number): Thresholds {
    return thresholdsAt({ thresholds: defaultThresholds, thresholdPeriods: this.periodsOf(truckId, ancestors) }, at)
  }

  /** @param owners the values of each, the one that counts most at the end */
  #resolve(owners: readonly (readonly ThresholdValueRow[])[]): readonly ThresholdPeriod[] {
    const starts = new Set([0])
    for (const { from_ms, until_ms } of owners.flat()) {
      starts.add(from_ms)
      if (until_ms !== null) starts.add(until_ms)
    }
    const periods: ThresholdPeriod[] = []
    for (const fromAt of [...starts].toSorted((a, b) => a - b)) {
      const thresholds = this.#valuesAt(owners, fromAt)
      if (periods.at(-1)?.thresholds !== thresholds) periods.push({ fromAt, thresholds })
    }
    const kept = periods.slice(-MAX_PERIODS)
    const key = kept.map(({ fromAt, thresholds }) => `${fromAt}:${this.#numbers.get(thresholds)}`).join(' ')
    const known = this.#periods.get(key) ?? kept
    this.#periods.set(key, known)
    return known
  }

  #valuesAt(owners: readonly (readonly ThresholdValueRow[])[], at: number): Thresholds {
    const values = new Map<string, number>()
    for (const rows of owners)
      for (const { name, value, from_ms, until_ms } of rows)
        if (from_ms <= at && (until_ms === null || at < until_ms)) values.set(name, value)
    const key = JSON.stringify([...values].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const known = this.#thresholds.get(key) ?? { ...defaultThresholds, ...Object.fromEntries(values) }
    this.#thresholds.set(key, known)
    if (!this.#numbers.has(known)) this.#numbers.set(known, this.#numbers.size)
    return known
  }
}
