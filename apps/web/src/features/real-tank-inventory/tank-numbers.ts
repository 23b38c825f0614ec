import type { TankInventory } from '@tanker/contract/tank-inventory'

type Tanks = TankInventory['tanks']
type NumberOf = (tanks: Tanks, tank: number) => number | null

/** Share of the compartment's capacity, percent; null where either is unknown. */
export const fillPercent: NumberOf = ({ volumeL, capacityL }, tank) => {
  const capacity = capacityL[tank] ?? 0
  const volume = volumeL[tank] ?? null
  return volume === null || capacity === 0 ? null : (volume / capacity) * 100
}

/** Litres that still go in; null where the capacity or the volume is unknown. */
export const ullageL: NumberOf = ({ volumeL, capacityL }, tank) => {
  const volume = volumeL[tank] ?? null
  const capacity = capacityL[tank] ?? 0
  return volume === null || capacity === 0 ? null : capacity - volume
}

/** How far the console is off what the platform computes for the same level. */
export const differenceL: NumberOf = ({ consoleL, platformL }, tank) => {
  const [console, platform] = [consoleL[tank] ?? null, platformL[tank] ?? null]
  return console === null || platform === null ? null : console - platform
}

/** Rows by a number of theirs. Unknown values are last in both sort directions. */
export const sortedBy = <Row>(rows: readonly Row[], valueOf: (row: Row) => number | null, order: 'asc' | 'desc'): Row[] =>
  rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    return (left - right) * (order === 'asc' ? 1 : -1)
  })
