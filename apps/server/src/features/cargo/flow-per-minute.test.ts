import { expect, test } from 'vitest'
import { flowPerMinute, type VolumeAt } from './flow-per-minute.ts'

const minute = 60_000

/** A compartment read every ten seconds that loses so many litres in each minute. */
const losing = (startL: number, perMinute: readonly number[]): readonly VolumeAt[] => {
  const volumes: VolumeAt[] = [{ at: 0, volumeL: startL }]
  for (const [index, litres] of perMinute.entries())
    for (let step = 1; step <= 6; step += 1)
      volumes.push({ at: index * minute + step * 10_000, volumeL: (volumes.at(-1)?.volumeL ?? 0) - litres / 6 })
  return volumes
}
const rates = (minutes: ReturnType<typeof flowPerMinute>) => minutes.map(({ rateLpm }) => rateLpm)
const steps = (minutes: ReturnType<typeof flowPerMinute>) => minutes.map(({ step }) => step)

test('an unloading at 600 litres a minute is listed minute by minute, with the volume so far', () => {
  const minutes = flowPerMinute(losing(5000, [600, 600, 600]), 0, 3 * minute, 'unloading')
  expect(rates(minutes)).toEqual([600, 600, 600])
  expect(minutes.map(({ movedL }) => movedL)).toEqual([600, 1200, 1800])
  expect(steps(minutes)).toEqual([null, null, null])
})

test('a loading counts upwards, and the rate of its last partial minute is per minute', () => {
  const volumes = losing(0, [-900, -900, -900]).filter(({ at }) => at <= 2.5 * minute)
  const minutes = flowPerMinute(volumes, 0, 2.5 * minute, 'loading')
  expect(rates(minutes)).toEqual([900, 900, 900])
  expect(minutes.at(-1)?.movedL).toBe(2250)
})

test('a hose tapped off shows as a drop, an interruption as a stop, and what comes after it as a surge', () => {
  const minutes = flowPerMinute(losing(9000, [600, 600, 600, 250, 600, 600, 0, 0, 0, 0, 600, 600]), 0, 12 * minute, 'unloading')
  expect(steps(minutes)).toEqual([null, null, null, 'drop', null, null, 'stop', null, null, null, 'surge', null])
})

test('a second hose shows as a surge', () =>
  expect(steps(flowPerMinute(losing(9000, [400, 400, 400, 900, 400, 400]), 0, 6 * minute, 'unloading'))).toEqual([
    null,
    null,
    null,
    'surge',
    null,
    null,
  ]))

test('a flow that stays low after a drop is reported once', () =>
  expect(steps(flowPerMinute(losing(9000, [600, 600, 600, 200, 190, 200, 190]), 0, 7 * minute, 'unloading'))).toEqual([
    null,
    null,
    null,
    'drop',
    null,
    null,
    null,
  ]))

test('the flow running out in the last minute is no step', () =>
  expect(steps(flowPerMinute(losing(9000, [600, 600, 600, 60]), 0, 4 * minute, 'unloading'))).toEqual([null, null, null, null]))

test('no flow is invented while the gauge was silent for minutes', () => {
  const volumes = losing(9000, [600, 600, 600, 600, 600, 600, 600]).filter(({ at }) => at <= 2 * minute || at >= 5 * minute)
  expect(rates(flowPerMinute(volumes, 0, 7 * minute, 'unloading'))).toEqual([600, 600, null, null, null, 600, 600])
  expect(flowPerMinute([], 0, minute, 'loading')).toEqual([{ at: 0, rateLpm: null, movedL: null, step: null }])
})
