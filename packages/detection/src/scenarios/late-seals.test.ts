import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Seals that report a frame late, or only with each frame: the first frame that shows an outlet open shows the flow too. */
const slip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
const arrived = (seed: number) => aDay(seed).waits(300).loads([7000, 7000, 6000], 60).drivesTo(90)
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

function unloads(day: Day, compartments = [1, 2, 3]): Day {
  for (const one of compartments)
    day.opens(one, 0).waits(10).opens(one, 2).flows(one, -day.truly(one), 500).waits(60).closes(one, 0, 2).waits(60)
  return day.waits(300)
}

/** Frames of a terminal that sends seals and levels together, each so often, the seals so many frames late. */
function together({ readings }: Day, everyS: number, late: number): Reading[] {
  let probes: Reading['probes'] = []
  const frames: Reading[] = []
  for (const reading of readings) {
    if (reading.probes.length > 0) ({ probes } = reading)
    if ((reading.at / 1000) % everyS === 0) frames.push({ ...reading, probes })
  }
  return frames.map((reading, i) => ({ ...reading, probes: frames[i - late]?.probes ?? [] }))
}

const losses = ({ alarms }: Run) => alarms.filter(({ type }) => type === 202 || type === 322 || type === 1).map(({ type }) => type)
const unloadedL = (run: Run, of: number): number =>
  run
    .recordsOf('operation')
    .filter(({ object, properties }) => object === of && properties['direction'] === 'unloading')
    .reduce((sum, { properties }) => sum + Number(properties['startV20L']) - Number(properties['endV20L']), 0)

for (const everyS of [30, 60])
  for (const late of [0, 1])
    for (const waitsS of [30, 50, 60, 90])
      test(`[seals-1] seals ${late} frames late, a frame each ${everyS} s, opened after ${waitsS} s: delivered from the first litre, no loss`, () => {
        for (const seed of [1, 2, 3]) {
          const run = runDay(together(unloads(arrived(seed).waits(waitsS)), everyS, late), aTruck({ slip }))
          expect(losses(run)).toEqual([])
          expect(Math.abs(unloadedL(run, 1) - 7000 * 0.99)).toBeLessThan(45)
        }
      })

for (const everyS of [30, 60])
  test(`[seals-1] litres that left at rest before the outlet was opened stay a loss, a frame each ${everyS} s`, () => {
    for (const seed of [1, 2, 3]) {
      const day = arrived(seed).waits(300).flows(1, -200, 200).waits(240)
      const run = runDay(together(unloads(day), everyS, 0), aTruck({ slip }))
      expect(losses(run)).toEqual([202])
      expect(Math.abs(Number(run.alarmsOf(202)[0]?.properties['lossV20L'] ?? run.alarmsOf(202)[0]?.properties['loss']) - 198)).toBeLessThan(
        25,
      )
    }
  })

test('[seals-1] late data give the same rows', () => {
  const readings = together(unloads(arrived(2).waits(50)), 30, 1)
  const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  const rows = (run: Run) => run.rows.map(({ startedAt, object }) => [startedAt, object])
  expect(rows(runDay(late, aTruck({ slip })))).toEqual(rows(runDay(readings, aTruck({ slip }))))
})
