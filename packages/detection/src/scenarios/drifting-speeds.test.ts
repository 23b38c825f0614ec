import { expect, test } from 'vitest'
import { randomOf } from './a-day-parts.ts'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Under a roof satellites show some speed of a truck that stands: its position does not go on as that speed implies. */
type Day = ReturnType<typeof aDay>
const metresLat = 1 / 111_195
const atStation = (seed = 1) => aDay(seed).waits(300).loads([7000, 6500, 6000], 60).drivesTo(90).waits(200)
const unloads = (day: Day) => day.unloads([0, 0, 0], 60, 400).waits(200).shuts().waits(100).drivesTo(100).waits(200)

/** From a moment on, while it stands, each frame shows this speed, give or take one, and a position some metres off. */
function drifting({ readings }: Day, from: number, meanKmh: number, everyS = 10, seed = 5) {
  const random = randomOf(seed)
  return readings
    .filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
    .map((reading) => {
      const { position, at } = reading
      if (position.speedKmh > 0 || at < from) return reading
      const speedKmh = Math.max(0, meanKmh + (random() - 0.5) * 3)
      return { ...reading, position: { ...position, speedKmh, lat: position.lat + (random() - 0.5) * 8 * metresLat } }
    })
}

const unloadedL = (run: ReturnType<typeof runDay>): readonly number[] =>
  [1, 2, 3].map((compartment) =>
    run
      .recordsOf('operation')
      .filter(({ object, properties }) => object === compartment && properties['direction'] === 'unloading')
      .reduce((litres, { properties }) => litres + Number(properties['startVolumeL']) - Number(properties['endVolumeL']), 0),
  )

for (const everyS of [10, 30, 60])
  for (const meanKmh of [2, 3, 3.4])
    test(`unloaded under a roof at a mean speed of ${meanKmh} km/h, a frame each ${everyS} s: all deliveries, no alarm`, () => {
      for (const seed of [1, 2, 3]) {
        const day = atStation(seed)
        const from = day.at
        const readings = drifting(unloads(day), from, meanKmh, everyS, seed)
        const run = runDay(readings, aTruck())
        expect(run.alarmTypes).toEqual([])
        for (const [i, litres] of [7000, 6500, 6000].entries()) expect(Math.abs((unloadedL(run)[i] ?? 0) - litres)).toBeLessThan(60)
        const late = readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
        expect(unloadedL(runDay(late, aTruck()))).toEqual(unloadedL(run))
      }
    })

test('a loss at a stop under a roof is found', () => {
  const day = aDay(2).waits(300).loads([7000, 6500, 6000], 60).drivesTo(30).waits(200)
  const from = day.at
  day.waits(300).flows(1, -200, 200).waits(400).drivesTo(60)
  const run = runDay(drifting(day, from, 3), aTruck())
  expect(run.alarmTypes).toEqual([202])
  expect(Math.abs(Number(run.alarmsOf(202)[0]?.properties['lossV20L']) - 198)).toBeLessThan(20)
})

test('a truck that creeps as slowly is no standing one: its position goes on', () => {
  const creeps = (kmh: number) => runDay(atStation().drivesFor(300, kmh).readings, aTruck()).state.motion.slowSinceAt
  expect(creeps(4)).toBe(0)
  expect(creeps(3.2)).toBe(0)
  // After an hour of drift it still counts as creeping once it has gone on for a while.
  const day = atStation()
  const from = day.at
  day.waits(3600)
  const until = day.readings.length
  day.drivesFor(60, 4)
  const readings = [...drifting(day, from, 3).slice(0, until), ...day.readings.slice(until)]
  expect(runDay(readings, aTruck()).state.motion.slowSinceAt).toBe(0)
})

test('a speed that is no drift counts though the position stays, as in a tunnel', () => {
  const { readings } = atStation().drivesFor(60, 40)
  const last = readings.at(-7)?.position
  const stuck = readings.map((reading, i) =>
    i < readings.length - 6 ? reading : { ...reading, position: { ...reading.position, lat: last?.lat ?? 0, lng: last?.lng ?? 0 } },
  )
  expect(runDay(stuck, aTruck()).state.motion.moving).toBe(true)
})
