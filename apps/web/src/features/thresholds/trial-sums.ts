import type { TrialAlarm } from '@tanker/contract/threshold-trials'
import type { TriedTruck } from './use-trial.ts'

/** Alarms of one type, of all tried trucks. */
export type TrialSum = {
  readonly type: number
  readonly now: number
  readonly tried: number
  readonly appear: readonly PlacedAlarm[]
  readonly vanish: readonly PlacedAlarm[]
}
export type PlacedAlarm = TrialAlarm & Pick<TriedTruck, 'truckId' | 'plate'>

/** What differs, by type: the greatest differences first. Types that stay as they are stand behind. */
export function trialSums(trucks: readonly TriedTruck[]): readonly TrialSum[] {
  const sums = new Map<number, TrialSum>()
  const sumOf = (type: number): TrialSum => sums.get(type) ?? { type, now: 0, tried: 0, appear: [], vanish: [] }
  for (const { truckId, plate, counts, appear, vanish } of trucks) {
    const placed = (alarms: readonly TrialAlarm[], type: number): PlacedAlarm[] =>
      alarms.filter((alarm) => alarm.type === type).map((alarm) => ({ ...alarm, truckId, plate }))
    for (const { type, now, tried } of counts) {
      const sum = sumOf(type)
      sums.set(type, {
        type,
        now: sum.now + now,
        tried: sum.tried + tried,
        appear: [...sum.appear, ...placed(appear, type)],
        vanish: [...sum.vanish, ...placed(vanish, type)],
      })
    }
  }
  const difference = ({ appear, vanish }: TrialSum): number => appear.length + vanish.length
  return [...sums.values()].toSorted((a, b) => difference(b) - difference(a) || b.now - a.now || a.type - b.type)
}
