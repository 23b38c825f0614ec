import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { expect } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'

/** How far back a gateway has the readings when it restores a state. */
const RECENT_MS = 900_000

type Cuts = {
  /** The first reading after which the state is restored. */
  readonly from: number
  readonly to?: number
  /** After every how many readings; default: each. */
  readonly every?: number
  /** How many readings further the facts are compared. */
  readonly ahead?: number
}

/** Restores the state between readings: it must have the same bytes again and go on to the same facts as one that was never stored. */
export function expectSameOnceRestored(
  readings: readonly Reading[],
  context: TruckContext,
  { from, to = readings.length, every = 1, ahead = 30 }: Cuts,
): void {
  const state = createTruckState()
  const whole = readings.map((reading) => step(state, reading, context).facts)
  const before = createTruckState()
  let restorations = 0
  for (const [cut, reading] of readings.entries()) {
    step(before, reading, context)
    if (cut < from || cut > to || cut % every !== 0) continue
    const recent = readings.slice(0, cut + 1).filter(({ at }) => at > before.newestAt - RECENT_MS)
    const bytes = encodeTruckState(before)
    const restored = restoreTruckState(bytes, recent, context)
    expect(encodeTruckState(restored)).toEqual(bytes)
    const next = readings.slice(cut + 1, cut + 1 + ahead)
    expect(next.map((one) => step(restored, one, context).facts)).toEqual(whole.slice(cut + 1, cut + 1 + ahead))
    restorations += 1
  }
  expect(restorations).toBeGreaterThan(0)
}
