import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** No API adapter says that the truck is being loaded: none is fitted, or none answers (domain rule D.3, row 5). */
type Day = ReturnType<typeof aDay>
type Seals = (readings: readonly Reading[]) => readonly Reading[]
const withoutAdapters: Seals = (readings) =>
  readings.map((reading) => ({ ...reading, probes: reading.probes.filter(({ type }) => type !== 0) }))
const silentAdapters: Seals = (readings) =>
  readings.map((reading) => ({
    ...reading,
    probes: reading.probes.map((probe) => (probe.type === 0 ? { ...probe, open: false, answering: false } : probe)),
  }))
const each = (readings: readonly Reading[], seconds: number) => readings.filter(({ at }) => (at / 1000) % seconds === 0)

const loaded = (seed = 6) => aDay(seed).waits(900).loads([7000, 6500, 6000], 60)
const delivered = (day: Day) => day.drivesTo(90).waits(200).unloads([0, 0, 0], 60).waits(300).shuts().waits(100).drivesTo(100).waits(100)
const litresOf = (run: ReturnType<typeof runDay>, direction: string) =>
  [1, 2, 3].map((compartment) =>
    run
      .recordsOf('operation')
      .filter(({ object, properties }) => object === compartment && properties['direction'] === direction)
      .reduce((sum, { properties }) => sum + Math.abs(Number(properties['endVolumeL']) - Number(properties['startVolumeL'])), 0),
  )
const expectLitres = (found: readonly number[], wanted: readonly number[]) => {
  for (const [i, litres] of wanted.entries()) expect(Math.abs((found[i] ?? 0) - litres), `compartment ${i + 1}`).toBeLessThan(40)
}

for (const [name, seals] of [
  ['without API adapters', withoutAdapters],
  ['with adapters that do not answer', silentAdapters],
] as const)
  for (const seconds of [10, 30])
    test(`a truck ${name} is loaded and unloaded to the litre, a frame each ${seconds} s`, () => {
      const readings = each(seals(delivered(loaded()).readings), seconds)
      const run = runDay(readings, aTruck())
      expectLitres(litresOf(run, 'loading'), [7000, 6500, 6000])
      expectLitres(litresOf(run, 'unloading'), [7000, 6500, 6000])
      expect(run.alarmTypes.filter((type) => type !== 211 && type !== 320)).toEqual([])
      expect(run.recordsOf('trip')).toHaveLength(1)
      const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
      expect(litresOf(runDay(late, aTruck()), 'loading')).toEqual(litresOf(run, 'loading'))
    })

test('one adapter of three that does not answer hides the loading of no compartment', () => {
  const day = aDay(6).waits(60)
  day.probe(2, 0, { answering: false })
  day.waits(900).opens(1, 0).opens(3, 0).waits(20)
  day.flows(2, 6500, 1500).waits(200).closes(1, 0).closes(3, 0).waits(200)
  expectLitres(litresOf(runDay(day.readings, aTruck()), 'loading'), [0, 6500, 0])
  const alone = aDay(6).waits(60)
  alone.probe(2, 0, { answering: false })
  alone.waits(900).flows(2, 6500, 1500).waits(300)
  expectLitres(litresOf(runDay(alone.readings, aTruck()), 'loading'), [0, 6500, 0])
})

for (const litres of [100, 500])
  test(`${litres} L taken in the depot from such a truck are an alarm`, () => {
    const day = loaded().waits(300).flows(1, -litres, 200).waits(400)
    for (const seconds of [10, 30]) {
      const stolen = runDay(each(withoutAdapters(day.readings), seconds), aTruck())
      expect(stolen.alarmsOf(322)).toMatchObject([{ properties: { compartment: 1, reason: 'depot-yard' } }])
      expect(Math.abs(Number(stolen.alarmsOf(322)[0]?.properties['lossV20L']) - litres * 0.99)).toBeLessThan(20)
    }
  })

test('a rise that is no loading: too few litres, outside the depot, or between compartments', () => {
  const loadings = (day: Day) => litresOf(runDay(withoutAdapters(day.readings), aTruck()), 'loading')
  expect(loadings(aDay(6).waits(900).flows(1, 150, 300).waits(400))).toEqual([0, 0, 0])
  expectLitres(loadings(aDay(6).waits(900).flows(1, 700, 300).waits(400)), [700, 0, 0])
  expect(loadings(aDay(6).waits(300).drivesTo(30).waits(300).flows(1, 700, 300).waits(400))).toEqual([0, 0, 0])
})
