import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

/** A bus that scans its seals once a minute, and bottom valves that open slowly: the flow begins slowly, and unseen. */
const slip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
const standsAtStation = (seed: number) => aDay(seed).waits(300).loads([7000, 7000, 6000], 60).drivesTo(90).waits(240)
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>
type Start = readonly (readonly [lpm: number, seconds: number])[]

function unloads(day: Day, start: Start): Day {
  for (const one of [1, 2, 3]) {
    day.opens(one, 0).waits(10).opens(one, 2)
    for (const [lpm, seconds] of start) day.flows(one, (-lpm * seconds) / 60, lpm)
    day.flows(one, -day.truly(one), 500).waits(60).closes(one, 0, 2).waits(60)
  }
  return day.waits(300)
}

/** Frames each so often; each has all seals as they stood at the newest scan. */
function scanned({ readings }: Day, everyS: number, scanAtS: number): Reading[] {
  let newest: Reading['probes'] = []
  let probes: Reading['probes'] = []
  const frames: Reading[] = []
  for (const reading of readings) {
    if (reading.probes.length > 0) newest = reading.probes
    const seconds = reading.at / 1000
    if (seconds % 60 === scanAtS) probes = newest
    if (seconds % everyS === 0) frames.push({ ...reading, probes })
  }
  return frames
}

const losses = ({ alarms }: Run) => alarms.filter(({ type }) => type === 202 || type === 322 || type === 1)
const lossesL = (run: Run) => losses(run).map(({ properties }) => Number(properties['lossV20L'] ?? properties['loss']))

const starts: Readonly<Record<string, Start>> = {
  'half a minute at 120 L/min, then 300': [
    [120, 30],
    [300, 20],
  ],
  'fifty seconds at 100 L/min': [[100, 50]],
  'half a minute at 180 L/min, then 360': [
    [180, 30],
    [360, 20],
  ],
}
for (const [name, start] of Object.entries(starts))
  for (const everyS of [10, 30, 60])
    test(`[seals-2] a valve that opens slowly, ${name}, seals scanned once a minute, a frame each ${everyS} s: no loss`, () => {
      for (const seed of [1, 2, 3])
        for (const scanAtS of [0, 10, 20, 30, 40, 50])
          expect(lossesL(runDay(scanned(unloads(standsAtStation(seed), start), everyS, scanAtS), aTruck({ slip })))).toEqual([])
    })

const [slow] = Object.values(starts) as [Start]
for (const [name, lpm, waitsS] of [
  ['two minutes before the opening', 200, 120],
  ['in the last minute, fast', 600, 30],
] as const)
  for (const everyS of [10, 30])
    test(`[seals-2] 200 L that left ${name} stay a loss though the valve opens slowly, a frame each ${everyS} s`, () => {
      for (const seed of [1, 2, 3])
        for (const scanAtS of [0, 10]) {
          const day = standsAtStation(seed).flows(1, -200, lpm).waits(waitsS)
          const found = lossesL(runDay(scanned(unloads(day, slow), everyS, scanAtS), aTruck({ slip })))
          expect(found).toHaveLength(1)
          expect(Math.abs((found[0] as number) - 198)).toBeLessThan(15)
        }
    })

test('[seals-2] a slow flow that began minutes before the opening is no slow valve', () => {
  for (const seed of [1, 2, 3]) {
    const day = standsAtStation(seed).flows(1, -250, 60)
    const found = lossesL(runDay(scanned(unloads(day, slow), 10, 0), aTruck({ slip })))
    expect(found.length).toBeGreaterThan(0)
    expect(found.reduce((sum, litres) => sum + litres, 0)).toBeGreaterThan(180)
  }
})

test('[seals-2] late data give the same rows', () => {
  const readings = scanned(unloads(standsAtStation(2).flows(1, -200, 200).waits(60), slow), 10, 0)
  const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  const rows = (run: Run) => run.rows.map(({ startedAt, object }) => [startedAt, object])
  expect(rows(runDay(late, aTruck({ slip })))).toEqual(rows(runDay(readings, aTruck({ slip }))))
})
