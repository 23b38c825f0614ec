import type { LegFact } from './trip-facts.ts'

/** A volume measured by the depot or the station, at the product's temperature and at 20 °C. */
export type Measured = { readonly l: number; readonly v20L: number }

/** The unloading of one compartment at one station. */
export type Unloading = {
  readonly compartment: number
  readonly leg: LegFact
  readonly oilCode: number
  /** By the truck's gauge; null: it has none, or it is stuck. */
  readonly out: Measured | null
  /** Depot's ticket of a compartment without a gauge that was unloaded here alone; null: none, or in parts. */
  readonly ticket: Measured | null
  /** Its gauge is stuck: something flowed, but the volume is unknown. */
  readonly isStuck: boolean
}

export const legProduct = (leg: number, oilCode: number): string => `${leg}/${oilCode}`

/**
 * Splits the volume of a product received by a station over the compartments in the ratio of their unloaded volumes. Compartments
 * without a gauge share the rest in the ratio of their tickets. With a stuck gauge all shares are unknown.
 */
export function stationShares<U extends Unloading>(unloadings: readonly U[], received: ReadonlyMap<string, Measured>): Map<U, Measured> {
  const shares = new Map<U, Measured>()
  const groups = new Map<string, U[]>()
  for (const unloading of unloadings) {
    const key = legProduct(unloading.leg.leg, unloading.oilCode)
    groups.set(key, [...(groups.get(key) ?? []), unloading])
  }
  for (const [key, group] of groups) {
    const all = received.get(key)
    if (!all || group.some(({ isStuck }) => isStuck)) continue
    const unseen = group.filter(({ out }) => out === null)
    const seen = sumOf(group.flatMap(({ out }) => out ?? []))
    if (unseen.length === 0) shareOut(shares, all, group, ({ out }) => out)
    else shareOut(shares, { l: all.l - seen.l, v20L: all.v20L - seen.v20L }, unseen, ({ ticket }) => (unseen.length === 1 ? all : ticket))
  }
  return shares
}

/** Adds nothing if a part or the whole is not known to be above zero. */
function shareOut<U>(shares: Map<U, Measured>, whole: Measured, parts: readonly U[], weightOf: (part: U) => Measured | null): void {
  const weights = parts.flatMap((part) => weightOf(part) ?? [])
  const all = sumOf(weights)
  if (weights.length < parts.length || all.l <= 0 || all.v20L <= 0 || whole.l <= 0 || whole.v20L <= 0) return
  for (const part of parts) {
    const weight = weightOf(part)
    if (weight) shares.set(part, { l: (whole.l * weight.l) / all.l, v20L: (whole.v20L * weight.v20L) / all.v20L })
  }
}

export const sumOf = (all: readonly Measured[]): Measured =>
  all.reduce((sum, one) => ({ l: sum.l + one.l, v20L: sum.v20L + one.v20L }), { l: 0, v20L: 0 })
