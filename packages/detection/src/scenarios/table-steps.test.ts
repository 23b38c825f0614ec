import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** A console that is sent another tank table while it carries product: litres step, the level does not. */
const loaded = () => aDay(4).waits(300).loads([7000, 6000, 5000], 60).waits(300).drivesTo(40)
const delivers = (day: ReturnType<typeof aDay>) =>
  day.drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(300).shuts().waits(300).drivesTo(100)

/** The first compartment is counted with another table from this frame on. */
const recounted = (readings: readonly Reading[], fromIndex: number, ratio: number): Reading[] =>
  readings.map((reading, index) =>
    index < fromIndex
      ? reading
      : {
          ...reading,
          compartments: reading.compartments.map((one) =>
            one.compartment === 1 ? { ...one, volumeL: one.volumeL * ratio, v20L: one.v20L * ratio } : one,
          ),
        },
  )
const seldom = (readings: readonly Reading[], everyS: number) =>
  readings.filter(({ at, probes, position }) => position.speedKmh > 0 || probes.length > 0 || (at / 1000) % everyS === 0)

for (const everyS of [10, 60])
  for (const ratio of [0.99, 1.01, 0.97])
    test(`a table that counts ${ratio} of the litres is neither theft nor loss nor gain, standing or driving, a frame each ${everyS} s`, () => {
      const standing = loaded().waits(600)
      const changes = [standing.readings.length - 30, standing.readings.length + 60]
      const { readings } = delivers(standing)
      for (const index of changes) {
        const run = runDay(seldom(recounted(readings, index, ratio), everyS), aTruck())
        expect(run.alarmTypes).toEqual([])
        const trip = run.recordsOf('trip').at(-1)?.properties
        expect(Math.abs(Number(trip?.['transitLossV20L']))).toBeLessThan(20)
        // Seven thousand litres are then so many more.
        const restated = run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'restated')
        expect(restated.map(({ properties }) => properties['compartment'])).toEqual([1])
        expect(Math.abs(Number(restated[0]?.properties['volumeL']) - 7000 * (ratio - 1))).toBeLessThan(15)
      }
    })

test('litres that leave with the level are a theft also in the minute of another table', () => {
  const stolen = loaded().waits(600).opens(1, 0, 2).waits(20).flows(1, -150, 300).closes(1, 0, 2)
  const { readings } = delivers(stolen.waits(600))
  const before = readings.findIndex(({ probes }, index) => index > 300 && probes.some(({ open }) => open))
  expect(runDay(readings, aTruck()).alarmTypes).toEqual([1])
  const run = runDay(recounted(readings, before - 6, 0.99), aTruck())
  expect(run.alarmTypes).toEqual([1])
  expect(Math.abs(Number(run.alarms[0]?.properties['lossL']) - 150)).toBeLessThan(15)
})

test('litres that step by less than the level could hide, and an opened valve that fills the pipe, restate nothing', () => {
  const kinds = (readings: readonly Reading[]) =>
    runDay(readings, aTruck())
      .recordsOf('ledger')
      .map(({ properties }) => properties['entry'])
  const standing = loaded().waits(600)
  const index = standing.readings.length - 30
  expect(kinds(recounted(delivers(standing).readings, index, 0.998))).not.toContain('restated')
  const arrived = loaded().drivesTo(90).waits(300).opens(1, 0, 2).waits(60)
  const opened = arrived.readings.findLastIndex(({ probes }) => probes.some(({ open }) => !open)) + 2
  expect(kinds(recounted(arrived.readings, opened, 1.01))).not.toContain('restated')
})
