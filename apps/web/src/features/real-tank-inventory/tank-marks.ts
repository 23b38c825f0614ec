import { INVENTORY_STALE_MS, type TankInventory } from '@tanker/contract/tank-inventory'
import type { Text } from '@tanker/domain/texts/text'
import { waterThresholds } from '@tanker/domain/thresholds/water'

/** What may be odd about a tank, the worst first. */
export const TANK_MARKS = ['fault', 'over-full', 'water', 'stale', 'silent'] as const
export type TankMark = (typeof TANK_MARKS)[number]

export const TANK_MARK_TEXTS: Readonly<Record<TankMark, Text>> = {
  fault: { zh: '液位仪故障', en: 'Gauge fault' },
  'over-full': { zh: '超装', en: 'Overfull' },
  water: { zh: '含水', en: 'Water' },
  stale: { zh: '数据过期', en: 'Stale' },
  silent: { zh: '无数据', en: 'No data' },
}

/** A compartment that holds more than this share of what its table ends with leaves no room for expansion. */
const fullShare = 0.98

/** What is odd about one tank, the worst first; empty when nothing is. */
export function marksOf({ readAt, trucks, tanks }: TankInventory, tank: number): readonly TankMark[] {
  const at = trucks.at[tanks.truck[tank] ?? 0] ?? null
  const volumeL = tanks.volumeL[tank] ?? null
  if (at === null || volumeL === null) return ['silent']
  const marks: TankMark[] = []
  const capacityL = tanks.capacityL[tank] ?? 0
  if (tanks.fault[tank] !== 0) marks.push('fault')
  else {
    // Litres and water of a faulty gauge are unknown.
    if (capacityL > 0 && volumeL > capacityL * fullShare) marks.push('over-full')
    if ((tanks.waterMm[tank] ?? 0) >= waterThresholds.thresholds.waterMm.default) marks.push('water')
  }
  if (readAt - at > INVENTORY_STALE_MS) marks.push('stale')
  return marks
}

/** How many tanks carry each mark. */
export function countMarks(marks: readonly (readonly TankMark[])[]): Readonly<Record<TankMark, number>> {
  const counts: Record<TankMark, number> = { fault: 0, 'over-full': 0, water: 0, stale: 0, silent: 0 }
  for (const own of marks) for (const mark of own) counts[mark] += 1
  return counts
}
