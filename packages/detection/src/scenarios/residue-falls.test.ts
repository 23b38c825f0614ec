import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const slip: DeliverySlip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

const delivers = (day: Day, compartment: number, keepL: number): Day =>
  day
    .opens(compartment, 0, 2)
    .waits(20)
    .flows(compartment, keepL - day.truly(compartment), 450)
    .waits(30)
    .closes(compartment, 0, 2)

/** All are delivered, compartment 2 last but for a residue; so many litres of it leave behind shut seals. */
function leavesResidue(keepL: number, takenL: number, seed = 1): Day {
  const day = aDay(seed).waits(300).loads([7000, 7000, 7000], 60).drivesTo(90).waits(240)
  for (const compartment of [1, 3, 2]) delivers(day, compartment, compartment === 2 ? keepL : 0).waits(60)
  if (takenL > 0) day.flows(2, -takenL, 120)
  return day.waits(240).drivesTo(60).waits(300)
}

/** As a gauge sends it whose float rests on its lower end at 40 mm: below that it says empty. */
const blind = ({ readings }: Day) =>
  readings.map((reading) => ({
    ...reading,
    compartments: reading.compartments.map((gauge) =>
      gauge.levelMm < 40 ? { ...gauge, levelMm: 0, rawLevelMm: 0, volumeL: 0, v20L: 0 } : gauge,
    ),
  }))
const thinned = (readings: Day['readings'], everyS: number) =>
  readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)

const losses = ({ alarms }: Run) =>
  alarms
    .filter(({ type }) => type === 202 || type === 322)
    .map(({ grade, place, properties }) => [grade, place.fenceName, Number(properties['loss'] ?? properties['lossV20L'])] as const)

for (const everyS of [10, 30, 60])
  test(`[theft-7] a residue that leaves behind shut seals at the station is a loss there, a frame each ${everyS} s`, () => {
    for (const litres of [100, 150, 250])
      for (const readings of [leavesResidue(litres, litres).readings, blind(leavesResidue(litres, litres))]) {
        const run = runDay(thinned(readings, everyS), aTruck({ slip }))
        expect(losses(run).length, `${litres} L`).toBe(1)
        expect(losses(run)[0]?.slice(0, 2)).toEqual(['red', station.name])
        expect(Math.abs(Number(losses(run)[0]?.[2]) - litres * 0.99), `${litres} L`).toBeLessThan(12)
      }
  })

test('[theft-7] a residue that stays is no loss, nor are 40 L of it', () => {
  for (let seed = 1; seed <= 8; seed += 1)
    for (const [keepL, takenL] of [
      [70, 0],
      [100, 0],
      [180, 0],
      [180, 40],
    ] as const)
      for (const readings of [leavesResidue(keepL, takenL, seed).readings, blind(leavesResidue(keepL, takenL, seed))])
        expect(losses(runDay(readings, aTruck({ slip }))), `${takenL} of ${keepL} L`).toEqual([])
})

test('[theft-7] what a gauge can distinguish from an empty compartment is the limit: 50 mm where it is blind to 40', () => {
  // 62 L stand 44 mm high in this tank, 85 L 54 mm: near the blind level it may show nothing at any time.
  expect(losses(runDay(blind(leavesResidue(62, 62)), aTruck({ slip })))).toEqual([])
  expect(losses(runDay(blind(leavesResidue(85, 85)), aTruck({ slip })))).toHaveLength(1)
})

test('[theft-7] frames that arrive an hour late find it, as history', () => {
  const readings = leavesResidue(150, 150).readings.map((one) => ({ ...one, receivedAt: one.at + 3_600_000, resent: true }))
  const run = runDay(readings, aTruck({ slip }))
  expect(losses(run)).toEqual(losses(runDay(leavesResidue(150, 150).readings, aTruck({ slip }))))
  expect(run.alarms.filter(({ type }) => type === 202 || type === 322).map(({ live }) => live)).toEqual([false])
})
