import { roundHalfAway } from '@tanker/domain/loss/loss'
import { expect, test } from 'vitest'
import { aDay, aTruck } from '../scenarios/a-day.ts'
import { runDay } from '../scenarios/run-day.ts'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'

/** 3000 L of gasoline at 28 °C in compartment 1, carried to the station. */
const day = aDay().gaugeNoise(0).waits(300).loads([3000, 0, 0], 60).waits(120).drivesTo(90).waits(300)
const v20Of = (thresholds: Parameters<typeof aTruck>[1]) => {
  const run = runDay(day.readings, aTruck({}, thresholds))
  const [operation] = run.recordsOf('operation')
  const [posted] = run.recordsOf('ledger')
  const [trip] = run.recordsOf('trip')
  const [line] = (trip?.properties['lines'] ?? []) as readonly { loadV20L: number; v20Method: string }[]
  return {
    operation: [operation?.properties['endV20L'], operation?.properties['v20Method']],
    ledger: [posted?.properties['v20L'], posted?.properties['v20Method']],
    trip: [line?.loadV20L, line?.v20Method],
  }
}
const everywhere = (v20L: number, method: string) => ({ operation: [v20L, method], ledger: [v20L, method], trip: [v20L, method] })

test('V20 is the one that the console sent, unless the product has a method of its own; each row says which', () => {
  expect(v20Of({})).toEqual(everywhere(2970, 'device'))
  // 3000 × 0.990062 (B.2: 735 at 28 °C); 3000 × (1 − 0.0012 × 8).
  expect(v20Of({ v20MethodGasoline: 1 })).toEqual(everywhere(roundHalfAway(3000 * 0.9900621, 2), 'vcf'))
  expect(v20Of({ v20MethodGasoline: 2 })).toEqual(everywhere(2971.2, 'simple'))
  expect(v20Of({ v20MethodGasoline: 2, expansionGasolinePerC: 0.001 })).toEqual(everywhere(2976, 'simple'))
  // Diesel's choice is not gasoline's.
  expect(v20Of({ v20MethodDiesel: 1 })).toEqual(everywhere(2970, 'device'))
})

test('a state restored from its bytes goes on with the method of the product', () => {
  const truck = aTruck({}, { v20MethodGasoline: 1 })
  const state = createTruckState()
  const half = day.readings.slice(0, 150)
  for (const reading of half) step(state, reading, truck)
  const restored = restoreTruckState(encodeTruckState(state), half.slice(-90), truck)
  for (const reading of day.readings.slice(150)) {
    step(state, reading, truck)
    step(restored, reading, truck)
  }
  expect(restored.gauges.map(({ calm, stood }) => [calm.v20L, stood.v20L])).toEqual(
    state.gauges.map(({ calm, stood }) => [calm.v20L, stood.v20L]),
  )
  expect(state.gauges[0]?.stood.v20L).toBeCloseTo(2970.19, 1)
})
