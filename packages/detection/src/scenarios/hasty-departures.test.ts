import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

type Day = ReturnType<typeof aDay>
const loaded = () => aDay().waits(300).loads([7000, 7000, 7000], 60).waits(300)
/** Litres go through an opened valve long after the stop, and the truck drives off at once, before its surface is calm. */
const steals = (day: Day, litres: number, afterS: number, staysS: number) =>
  day.waits(afterS).opens(1, 0, 2).waits(20).flows(1, -litres, 300).closes(1, 0, 2).waits(staysS)
const delivers = (day: Day) => day.drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(300).shuts().waits(300).drivesTo(60)

const frames = ({ readings }: Day, everyS: number) =>
  readings.filter(({ at, probes, position }) => position.speedKmh > 0 || probes.length > 0 || (at / 1000) % everyS === 0)
const alarmsOf = (day: Day, everyS = 10) => {
  const run = runDay(frames(day, everyS), aTruck())
  return run.alarms.filter(({ type }) => type === 1 || type === 202 || type === 322)
}

for (const everyS of [10, 20])
  for (const afterS of [120, 300, 1500])
    for (const litres of [150, 600])
      test(`[theft-5] ${litres} L through a valve ${afterS} s after the stop, a frame each ${everyS} s, are one black alarm with its litres`, () => {
        const alarms = alarmsOf(delivers(steals(loaded().drivesTo(30), litres, afterS, 30)), everyS)
        expect(alarms.map(({ type, grade }) => [type, grade])).toEqual([[1, 'black']])
        expect(Math.abs(Number(alarms[0]?.properties['lossL']) - litres)).toBeLessThan(25)
      })

test('[theft-5] the next stop does not name the same litres again, and names what goes there', () => {
  const once = steals(loaded().drivesTo(30), 300, 300, 30).drivesTo(50).waits(600)
  expect(alarmsOf(delivers(once)).map(({ type }) => type)).toEqual([1])
  const twice = steals(loaded().drivesTo(30), 300, 300, 30).drivesTo(50).waits(300).flows(2, -200, 300).waits(300)
  const alarms = alarmsOf(delivers(twice))
  expect(alarms.map(({ type }) => type)).toEqual([1, 202])
  expect(Math.abs(Number(alarms[1]?.properties['lossV20L']) - 198)).toBeLessThan(20)
})

test('[theft-5] an opening without litres stays red, and 40 L are no loss of their own', () => {
  for (const litres of [0, 40]) {
    const alarms = alarmsOf(delivers(steals(loaded().drivesTo(30), litres, 300, 30)))
    expect(alarms.map(({ type, grade }) => [type, grade])).toEqual([[1, 'red']])
    expect(Math.abs(Number(alarms[0]?.properties['lossL']) - litres)).toBeLessThan(10)
  }
})

test('[theft-5] a truck that leaves with the valve open has its litres on one of the alarms, once', () => {
  const day = loaded().drivesTo(30).waits(300).opens(1, 0, 2).waits(20).flows(1, -300, 300).drivesTo(40).closes(1, 0, 2)
  const alarms = alarmsOf(delivers(day))
  const litres = alarms.reduce((sum, { properties }) => sum + Number(properties['loss'] ?? properties['lossV20L'] ?? 0), 0)
  expect(Math.abs(litres - 297)).toBeLessThan(30)
})

test('[theft-5] frames that come late show the same, as history', () => {
  const day = delivers(steals(loaded().drivesTo(30), 300, 300, 30))
  const late = day.readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const alarms = runDay(late, aTruck()).alarms.filter(({ type }) => type === 1 || type === 202)
  expect(alarms.map(({ type, grade, live }) => [type, grade, live])).toEqual([[1, 'black', false]])
})

test('the first metres do not give back what was unloaded: the rest of shut valves is what it left with, a frame each minute', () => {
  for (const offsetMm of [20, 40, 60]) {
    const day = loaded().drivesTo(90).waits(240).opens(1, 0, 2).waits(20).flows(1, -4000, 500).waits(30).closes(1, 2).waits(10).closes(1, 0)
    day.waits(20).gauge(1, { offsetMm }).drivesFor(10, 4).gauge(1, { offsetMm: 0 }).drivesTo(110)
    const run = runDay(frames(day.waits(300), 60), aTruck())
    const [unloading] = run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'unloading')
    expect(Math.abs(Number(unloading?.properties['startVolumeL']) - Number(unloading?.properties['endVolumeL']) - 4000)).toBeLessThan(15)
    expect(run.alarmsOf(202)).toEqual([])
  }
})
