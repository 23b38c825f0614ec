import type { LedgerEntry } from '@tanker/contract/level-trend'
import { lossThresholds } from '@tanker/domain/thresholds/loss'

export type LedgerSums = {
  /** Litres at 20 °C that came into the compartments, transfers between them left out. */
  readonly loadedL: number
  readonly unloadedL: number
  /** Positive: more litres than the books say; negative: less. */
  readonly unexplainedL: number
  /** Absolute share of what was loaded; null when nothing was. */
  readonly unexplainedPermille: number | null
}

const sumOf = (entries: readonly LedgerEntry[], ...kinds: readonly LedgerEntry['entry'][]): number =>
  entries.reduce((sum, { entry, v20L }) => (kinds.includes(entry) ? sum + v20L : sum), 0)

/** Unexplained litres that need attention: the limit of a high loss. */
export const isHighUnexplained = (litres: number): boolean => Math.abs(litres) >= lossThresholds.thresholds.highLossL.default

/** Sums of the litre ledger of a truck, with the unexplained litres. */
export const sumLedger = (entries: readonly LedgerEntry[]): LedgerSums => {
  const loadedL = sumOf(entries, 'loading')
  const unexplainedL = sumOf(entries, 'unexplained')
  return {
    loadedL,
    unloadedL: Math.abs(sumOf(entries, 'unloading')),
    unexplainedL,
    unexplainedPermille: loadedL > 0 ? (Math.abs(unexplainedL) / loadedL) * 1000 : null,
  }
}

/** Entries by compartment, compartments rising. */
export const byCompartment = (entries: readonly LedgerEntry[]): readonly (readonly [number, readonly LedgerEntry[]])[] => {
  const compartments = new Map<number, LedgerEntry[]>()
  for (const entry of entries) {
    const held = compartments.get(entry.compartment)
    if (held) held.push(entry)
    else compartments.set(entry.compartment, [entry])
  }
  return [...compartments].sort(([a], [b]) => a - b)
}
