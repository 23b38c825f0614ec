import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const slip: DeliverySlip = { slipNo: 'PS1', stops: [{ placeId: Number(station.placeId), compartments: [1, 2, 3] }] }
type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

const seeds = [1, 2, 3, 4, 5, 6]
const drives = (seed: number): Day => aDay(seed).waits(300).loads([7000, 7000, 6000], 60).roughRoad(25)

/** All are delivered, the first opened so many seconds after the truck stopped at the station. */
function opensAfter(day: Day, seconds: number): Day {
  day.drivesTo(90).waits(seconds)
  for (const compartment of [1, 2, 3]) {
    day.opens(compartment, 0, 2).waits(20)
    day.flows(compartment, -day.truly(compartment), 450).waits(40).closes(compartment, 0, 2)
  }
  return day.waits(300).drivesTo(60).waits(300)
}

/** So many litres leave compartment 1 in a stop of a minute and a half on the road. */
const shortStop = (day: Day, litres: number): Day => day.drivesTo(50).waits(20).flows(1, -litres, 300).waits(10)

const thinned = ({ readings }: Day, everyS: number): Day['readings'] =>
  readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % everyS === 0)
const runs = (day: Day, everyS: number): Run => runDay(thinned(day, everyS), aTruck({ slip }))

const losses = ({ alarms }: Run) => alarms.filter(({ type }) => type === 202 || type === 322)
const unloadedL = (run: Run): number =>
  run
    .recordsOf('operation')
    .filter(({ object, properties }) => object === 1 && properties['direction'] === 'unloading')
    .reduce((sum, { properties }) => sum + Number(properties['startV20L']) - Number(properties['endV20L']), 0)

for (const [everyS, litres] of [
  [10, 160],
  [30, 240],
  [60, 300],
] as const)
  test(`[theft-8] ${litres} L taken on the road are a loss although the truck is opened 40 s after its stop, a frame each ${everyS} s`, () => {
    for (const seed of seeds) {
      const run = runs(opensAfter(shortStop(drives(seed), litres), 40), everyS)
      expect(
        losses(run).map(({ type, grade }) => [type, grade]),
        `seed ${seed}`,
      ).toEqual([[202, 'yellow']])
      const { loss, uncertaintyL } = losses(run)[0]?.properties ?? {}
      expect(Math.abs(Number(loss) - litres * 0.99), `seed ${seed}`).toBeLessThan(everyS === 60 ? 80 : 3 * Number(uncertaintyL))
      expect(Math.abs(unloadedL(run) + Number(loss) - 7000 * 0.99), `seed ${seed}`).toBeLessThan(20)
    }
  })

for (const everyS of [10, 30, 60])
  test(`[theft-8] a truck that brought all and is opened before its surface rests has lost nothing, a frame each ${everyS} s`, () => {
    for (const seed of seeds)
      for (const seconds of [30, 40, 50]) {
        const run = runs(opensAfter(shortStop(drives(seed), 0), seconds), everyS)
        expect(losses(run), `seed ${seed}, ${seconds} s`).toEqual([])
        expect(Math.abs(unloadedL(run) - 7000 * 0.99), `seed ${seed}, ${seconds} s`).toBeLessThan(20)
      }
  })

test('[theft-8] frames in step with the swing, which show one side of it all the way, are no loss', () => {
  for (const hz of [0.6, 0.6004])
    for (let eighth = 0; eighth < 8; eighth += 1)
      for (const everyS of [10, 30]) {
        const day = opensAfter(shortStop(drives(3).swingsAt(hz, (eighth * Math.PI) / 4), 0), 40)
        expect(losses(runs(day, everyS)), `${hz} Hz, phase ${eighth}, a frame each ${everyS} s`).toEqual([])
      }
})

test('[theft-8] 60 L are less than a surface that swings can show', () => {
  for (const seed of seeds) expect(losses(runs(opensAfter(shortStop(drives(seed), 60), 40), 10)), `seed ${seed}`).toEqual([])
})

test('[theft-8] a loss shown by a swinging surface has an uncertainty that says so', () => {
  const [swinging] = losses(runs(opensAfter(shortStop(drives(2), 300), 40), 30))
  const [calm] = losses(runs(opensAfter(shortStop(drives(2), 300), 300), 30))
  expect(swinging?.properties['judge']).toBe('loss')
  expect(Number(swinging?.properties['uncertaintyL'])).toBeGreaterThan(2 * Number(calm?.properties['uncertaintyL']))
})

test('[theft-8] frames that arrive an hour late find it, as history', () => {
  const day = opensAfter(shortStop(drives(1), 300), 40)
  const late = day.readings.map((one) => ({ ...one, receivedAt: one.at + 3_600_000, resent: true }))
  const run = runDay(late, aTruck({ slip }))
  expect(losses(run).map(({ properties }) => properties['loss'])).toEqual(
    losses(runDay(day.readings, aTruck({ slip }))).map(({ properties }) => properties['loss']),
  )
  expect(losses(run).map(({ live }) => live)).toEqual([false])
})
