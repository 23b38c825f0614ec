import { expect, test } from 'vitest'
import { ellipticLevelMm } from '@tanker/domain/tank/test-elliptic-tank'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck, tank } from './a-day.ts'
import { runDay } from './run-day.ts'

/** What a gauge that hangs or has jumped up says is left aboard. */
const loaded = () => aDay().waits(300).loads([7000, 7000, 6000], 60)
const stuck = (run: ReturnType<typeof runDay>) => run.alarmsOf(329).filter(({ properties }) => properties['kind'] === 'stuck')
const alarmsIn = (run: ReturnType<typeof runDay>, ...types: number[]) => run.alarms.filter(({ type }) => types.includes(type))
const slip = (...compartments: number[]) => ({ slip: { stops: [{ placeId: 20, compartments }] } })

/** Unloads the three; the float of the second one hangs from half of it on. It leaves and drives home. */
const hangsHalfway = (everyS: number, pipeProbes: boolean, keepL = 0) => {
  const day = loaded().roughRoad(25).drivesTo(90).waits(240)
  if (!pipeProbes) for (const compartment of [1, 2, 3]) day.probe(compartment, 3, { answering: false })
  for (const compartment of [1, 2, 3]) {
    day.opens(compartment, 0, 2).waits(30)
    day.flows(compartment, -3000, 500)
    if (compartment === 2 && keepL === 0) day.gauge(2, { heldMm: ellipticLevelMm(tank, day.truly(2)) })
    day.flows(compartment, (compartment === 2 ? keepL : 0) - day.truly(compartment), 500).waits(60)
    day.closes(compartment, 0, 2).waits(20)
  }
  day.waits(300).drivesFor(600, 50, everyS)
  return day.stands(0).waits(1200)
}

for (const everyS of [10, 30])
  for (const pipeProbes of [true, false])
    for (const context of [slip(1, 2, 3), {}])
      test(`[fault-3] a float that hangs halfway through the unloading, a frame each ${everyS} s, ${pipeProbes ? 'with' : 'without'} pipe probes, ${'slip' in context ? 'with' : 'without'} a slip: its gauge is stuck, nothing was left aboard`, () => {
        const run = runDay(hangsHalfway(everyS, pipeProbes).readings, aTruck(context))
        expect(stuck(run).map(({ object }) => object)).toEqual([202])
        expect(alarmsIn(run, 1, 202, 207, 208, 330)).toEqual([])
      })

for (const everyS of [10, 30])
  test(`[fault-3] what truly stays aboard swings and keeps its pipe wet, a frame each ${everyS} s: not unloaded`, () => {
    const run = runDay(hangsHalfway(everyS, true, 2500).readings, aTruck(slip(1, 2, 3)))
    expect(stuck(run)).toEqual([])
    expect(alarmsIn(run, 207)).toHaveLength(1)
    expect(alarmsIn(run, 207)[0]?.properties['compartments']).toEqual([2])
  })

test('[fault-3] a float that hangs is found from frames that come late, and by a state restored as the truck drives off', () => {
  const context = aTruck(slip(1, 2, 3))
  const { readings } = hangsHalfway(10, false)
  const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(alarmsIn(runDay(late, context), 207, 329).map(({ type, object, live }) => [type, object, live])).toEqual([[329, 202, false]])
  const state = createTruckState()
  const whole = readings.map((reading) => step(state, reading, context).facts)
  const found = whole.findIndex((facts) => facts.some((fact) => fact.is === 'alarm' && fact.type === 329))
  const before = createTruckState()
  for (const [cut, reading] of readings.slice(0, found).entries()) {
    step(before, reading, context)
    if (cut < found - 12) continue
    const recent = readings.slice(0, cut + 1).filter(({ at }) => at > before.newestAt - 900_000)
    const restored = restoreTruckState(encodeTruckState(before), recent, context)
    expect(readings.slice(cut + 1, cut + 31).map((next) => step(restored, next, context).facts)).toEqual(whole.slice(cut + 1, cut + 31))
  }
})

/** A gauge that has jumped up on the road or at a stop; the compartments are unloaded to the last drop, or not. */
const jumpsUp = (offsetMm: number, standing: boolean, keepL: number) => {
  const day = loaded().drivesTo(30)
  if (standing) day.waits(600).gauge(2, { offsetMm }).waits(900)
  else day.drivesFor(300, 50).gauge(2, { offsetMm }).drivesFor(300, 50)
  return day.drivesTo(90).waits(240).unloads([0, keepL, 0], 60).waits(400).shuts().waits(300).drivesTo(95).waits(300).drivesTo(0).waits(900)
}

for (const standing of [true, false])
  for (const offsetMm of [60, 120, 180])
    test(`[fault-3] a gauge that jumped up by ${offsetMm} mm ${standing ? 'at a stop' : 'on the road'}: no residue, nothing left aboard, the trip is delivered`, () => {
      const run = runDay(jumpsUp(offsetMm, standing, 0).readings, aTruck(slip(1, 2, 3)))
      expect(alarmsIn(run, 329).map(({ properties }) => properties['kind'])).toContain('level-jump')
      expect(alarmsIn(run, 1, 202, 207, 208, 330)).toEqual([])
      expect(run.recordsOf('trip')[0]?.properties['outcome']).toBe('delivered')
    })

test('[fault-3] a compartment that stays full under a gauge that jumped up is not unloaded', () => {
  const run = runDay(jumpsUp(120, true, 2500).readings, aTruck(slip(1, 2, 3)))
  expect(alarmsIn(run, 207)).toHaveLength(1)
  expect(alarmsIn(run, 207)[0]?.properties['compartments']).toEqual([2])
})

test('[fault-3] a gauge that read 0 and is back hides nothing that stays aboard', () => {
  const day = loaded().drivesTo(30).waits(600).gauge(2, { heldMm: 0 }).waits(300).gauge(2, { heldMm: -1 }).waits(300)
  day.drivesTo(90).waits(240).unloads([0, 7000, 0], 60).waits(400).shuts().waits(300)
  expect(alarmsIn(runDay(day.drivesTo(95).readings, aTruck(slip(1, 2, 3))), 207)).toHaveLength(1)
})

const meter = { meter: 1, oilCode: 92, mode: 2, answering: true, temperatureC: 28, flowLpm: 500, receipt: 17 }

test('[fault-3] a meter goes on while the only open compartment stands still halfway: its float hangs', () => {
  const delivered = (hangs: boolean) => {
    const day = loaded().drivesTo(90).waits(240).opens(2, 0, 2).waits(20)
    const counts = (deliveryL: number) =>
      day.metered({ ...meter, deliveryL, deliveryV20L: deliveryL * 0.99, deliveryKg: deliveryL * 0.728, totalL: 50_000 + deliveryL })
    for (let litres = 0; litres < 6000; litres += 500) {
      if (hangs && litres === 3000) day.gauge(2, { heldMm: ellipticLevelMm(tank, day.truly(2)) })
      day.flows(2, -500, 500)
      counts(litres + 500)
    }
    return stuck(runDay(day.waits(60).readings, aTruck()))
  }
  expect(delivered(true).map(({ object }) => object)).toEqual([202])
  expect(delivered(false)).toEqual([])
})
