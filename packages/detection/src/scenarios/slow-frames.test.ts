import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const wholeDay = () => aDay(4).waits(600).loads([7000, 7000, 6000], 60).waits(600).drivesTo(90).waits(720).unloads([0, 0, 0], 60).waits(900)

/** The frames that a terminal sends every so many seconds, and those of seals that change in between. */
const everyS = (seconds: number) => wholeDay().readings.filter(({ at, probes }) => at % (seconds * 1000) === 0 || probes.length > 0)

for (const seconds of [10, 20, 30, 60, 120, 300])
  test(`[truth 4.2] an honest day at frames each ${seconds} s has its loadings, its unloadings and no alarm`, () => {
    const run = runDay(everyS(seconds), aTruck())
    expect(run.alarmTypes).toEqual([])
    const litres = (direction: string) =>
      run
        .recordsOf('operation')
        .filter(({ endedAt, properties }) => endedAt !== null && properties['direction'] === direction)
        .map(({ object, properties }) => [
          object,
          Math.round(Number(properties['endVolumeL']) / 100),
          Math.round(Number(properties['startVolumeL']) / 100),
        ])
    expect(litres('loading')).toEqual([
      [1, 70, 0],
      [2, 70, 0],
      [3, 60, 0],
    ])
    expect(litres('unloading')).toEqual([
      [1, 0, 70],
      [2, 0, 70],
      [3, 0, 60],
    ])
  })

/** Frames while it stands come every so many seconds from an offset on; the words of seals between them bring no gauges. */
const sparse = (readings: readonly Reading[], seconds: number, offsetS: number): Reading[] =>
  readings
    .filter(({ at, probes, position }) => isDue(at, seconds, offsetS) || probes.length > 0 || position.speedKmh > 0)
    .map((reading) => (isDue(reading.at, seconds, offsetS) || reading.position.speedKmh > 0 ? reading : { ...reading, compartments: [] }))
const isDue = (at: number, seconds: number, offsetS: number): boolean => at % (seconds * 1000) === offsetS * 1000

for (const seconds of [30, 60, 120, 300])
  test(`[truth 4.2] at frames each ${seconds} s while it stands no arrival is taken from a compartment that flows already`, () => {
    for (const [seed, offsetS] of [0, 10, 20, Math.max(20, seconds - 60), Math.max(20, seconds - 10)].entries()) {
      const arrives = aDay(seed + 1)
        .waits(600)
        .loads([7000, 5000, 6000], 60)
        .waits(600)
        .drivesTo(90)
      const day = arrives
        .waits(90 + seed * 70)
        .unloads([0, 0, 0], 60)
        .waits(900)
      const run = runDay(sparse(day.readings, seconds, offsetS), aTruck())
      expect(run.alarmTypes, `from ${offsetS} s on`).toEqual([])
      const unloaded = run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'unloading')
      expect(
        unloaded.map(({ object, properties }) => [object, Math.round(Number(properties['startVolumeL']) / 100)]),
        `from ${offsetS} s on`,
      ).toEqual([
        [1, 70],
        [2, 50],
        [3, 60],
      ])
    }
  })

test('[truth 4.2] what was lost on the way is a loss at frames each minute too', () => {
  const loaded = aDay(4).waits(600).loads([7000, 5000, 6000], 60).waits(600).drivesTo(60)
  const day = loaded.leaks(2, 20).drivesFor(600, 0.5).leaks(2, 0).drivesTo(90).waits(420).unloads([0, 0, 0], 60).waits(900)
  const run = runDay(sparse(day.readings, 60, 30), aTruck())
  expect(run.alarmTypes).toEqual([202])
  expect(run.alarmsOf(202)[0]?.properties['loss']).toBeGreaterThan(180)
  expect(run.alarmsOf(202)[0]?.properties['loss']).toBeLessThan(215)
})

test('[truth 4.6] a gauge that fell silent after the loading is a device alarm; the delivery has no 207 for what it last said', () => {
  const loaded = aDay(4).waits(600).loads([7000, 7000, 6000], 60).waits(600).drivesTo(30)
  const day = loaded.gauge(1, { silent: true }).drivesTo(90).waits(720).unloads([0, 0, 0], 60).waits(900).shuts().drivesTo(0).waits(900)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(207)).toEqual([])
  expect(run.alarmsOf(329).map(({ object, properties }) => [object % 100, properties['kind']])).toEqual([[expect.any(Number), 'silent']])
})

test('[truth 4.6] gauges that all fall silent on the loaded road while the seals speak are device alarms', () => {
  const loaded = aDay(4).waits(600).loads([7000, 7000, 6000], 60).waits(600).drivesTo(30)
  const run = runDay(
    loaded.gauge(1, { silent: true }).gauge(2, { silent: true }).gauge(3, { silent: true }).drivesTo(90).readings,
    aTruck(),
  )
  expect(run.alarmsOf(329).map(({ properties }) => properties['kind'])).toEqual(['silent', 'silent', 'silent'])
})

test('[truth 4.6] what no hose can do is a jump of the gauge at frames a minute apart too, and no theft', () => {
  const loaded = aDay(4).waits(600).loads([7000, 7000, 6000], 60).waits(600).drivesTo(30).waits(900, 60)
  const run = runDay(loaded.gauge(1, { heldMm: 0 }).waits(900, 60).gauge(1, { heldMm: -1 }).waits(900, 60).drivesTo(60).readings, aTruck())
  expect(run.alarmTypes.filter((type) => type === 202 || type === 321 || type === 322)).toEqual([])
  expect(run.alarmsOf(329)).not.toEqual([])
})
