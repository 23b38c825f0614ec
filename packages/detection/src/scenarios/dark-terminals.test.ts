import type { Reading } from '@tanker/domain/reading'
import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, secondStation, station } from './a-day.ts'
import { runDay } from './run-day.ts'
import { expectSameOnceRestored } from './test-restored.ts'

/** The terminal restarts at a station: what happens until it speaks again, nothing reports. */
type Day = ReturnType<typeof aDay>
const at = (fence: typeof station, ...compartments: number[]) => ({ placeId: fence.placeId ?? 0, compartments })
const here: DeliverySlip = { stops: [at(station, 1, 2, 3)] }

function darkDay(darkS = 480) {
  const day = aDay(4).waits(300).loads([7700, 7700, 6000], 60).drivesTo(90).waits(200)
  const gaps: [number, number][] = []
  const goesDark = (what: (dark: Day) => void, seconds = darkS) => {
    const from = day.at
    what(day)
    day.waits(Math.max(20, seconds - (day.at - from) / 1000))
    gaps.push([from, day.at - 10_000])
    return day.says('console-started')
  }
  return { day, goesDark, gaps }
}

/** The readings that arrive; the first frame after each dark time has all seals. */
const heard = (day: Day, gaps: readonly (readonly [number, number])[]): Reading[] => {
  let last = new Map<string, Reading['probes'][number]>()
  let wasDark = false
  return day.readings.flatMap((reading) => {
    for (const probe of reading.probes) last = last.set(`${probe.compartment}/${probe.type}`, probe)
    const isDark = gaps.some(([from, to]) => reading.at > from && reading.at <= to)
    const back = wasDark && !isDark
    wasDark = isDark
    if (isDark) return []
    return [back ? { ...reading, probes: [...last.values()] } : reading]
  })
}

const unload = (day: Day, ...compartments: number[]): Day => {
  for (const compartment of compartments)
    day.opens(compartment, 0, 2).waits(20).flows(compartment, -day.truly(compartment), 800).waits(30).closes(compartment, 0, 2).waits(10)
  return day
}
const losses = (run: ReturnType<typeof runDay>) => run.alarms.filter(({ type }) => type === 202 || type === 320 || type === 322)
const lossL = (run: ReturnType<typeof runDay>) =>
  losses(run).reduce((sum, { properties }) => sum + Number(properties['lossV20L'] ?? properties['loss'] ?? 0), 0)
const unloadings = (run: ReturnType<typeof runDay>) =>
  run
    .recordsOf('operation')
    .filter(({ properties }) => properties['direction'] === 'unloading')
    .map(({ object, properties }) => [
      object,
      Math.round((Number(properties['startVolumeL']) - Number(properties['endVolumeL'])) / 100) * 100,
    ])
    .sort()

const everyS = (readings: readonly Reading[], seconds: number) =>
  readings.filter((reading) => reading.probes.length > 0 || reading.events.length > 0 || (reading.at / 1000) % seconds === 0)

const oneInTheDark = (what: (dark: Day) => void, darkS = 480) => {
  const { day, goesDark, gaps } = darkDay(darkS)
  unload(day, 1).waits(100)
  goesDark(what).waits(100)
  unload(day, 3).waits(600).drivesTo(100)
  return heard(day, gaps)
}

for (const slip of [here, undefined])
  for (const seconds of [10, 30])
    test(`a compartment unloaded while the terminal is dark is delivered, ${slip ? 'with' : 'without'} a slip, a frame each ${seconds} s`, () => {
      const readings = everyS(
        oneInTheDark((dark) => unload(dark, 2), 700),
        seconds,
      )
      const run = runDay(readings, aTruck(slip ? { slip } : {}))
      expect(losses(run)).toEqual([])
      expect(unloadings(run)).toEqual([
        [1, 7700],
        [2, 7700],
        [3, 6000],
      ])
      expect(run.recordsOf('trip')[0]?.properties).toMatchObject({ outcome: 'delivered', legs: 1 })
      expect(Math.abs(Number(run.recordsOf('trip')[0]?.properties['transitLossV20L']))).toBeLessThan(30)
    })

test('all compartments unloaded while the terminal is dark: one visit, three deliveries, and no broken seal', () => {
  const { day, goesDark, gaps } = darkDay()
  goesDark((dark) => unload(dark, 1, 2, 3), 2000)
    .waits(400)
    .drivesTo(100)
  const readings = heard(day, gaps)
  const run = runDay(readings, aTruck({ slip: here }))
  expect(losses(run)).toEqual([])
  expect(unloadings(run)).toHaveLength(3)
  expect(run.recordsOf('trip')[0]?.properties).toMatchObject({ outcome: 'delivered', legs: 1 })
  const late = readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(runDay(late, aTruck({ slip: here })).rows.map((row) => row.name)).toEqual(run.rows.map((row) => row.name))
})

test('an unloading that begins in the dark and goes on after it is one delivery of all its litres', () => {
  const { day, goesDark, gaps } = darkDay()
  unload(day, 1).waits(100)
  goesDark((dark) => dark.opens(2, 0, 2).waits(60).flows(2, -2500, 500), 400)
  day.flows(2, -day.truly(2), 500).waits(60).closes(2, 0, 2)
  unload(day, 3).waits(600).drivesTo(100)
  const run = runDay(heard(day, gaps), aTruck({ slip: here }))
  expect(losses(run)).toEqual([])
  expect(unloadings(run)).toEqual([
    [1, 7700],
    [2, 7700],
    [3, 6000],
  ])
})

test('seals that report only minutes after the restart are waited for', () => {
  const { day, goesDark, gaps } = darkDay()
  unload(day, 1).waits(100)
  goesDark((dark) => unload(dark, 2), 700).waits(300)
  const until = day.at
  unload(day.waits(300), 3).waits(600).drivesTo(100)
  let isHeld = false
  const readings = heard(day, gaps).map((reading) => {
    const isBack = reading.at > (gaps[0]?.[1] ?? 0) && reading.at < until
    if (isBack && reading.probes.length > 0) isHeld = true
    return isBack ? { ...reading, probes: [] } : reading
  })
  expect(isHeld).toBe(true)
  expect(losses(runDay(readings, aTruck({ slip: here })))).toEqual([])
})

const openedPart = (litres: number) => (dark: Day) => dark.opens(2, 0, 2).waits(20).flows(2, -litres, 500).waits(20).closes(2, 0, 2)

for (const litres of [100, 300, 7700])
  test(`${litres} L that leave behind shut seals while the terminal is dark are a loss`, () => {
    const run = runDay(
      oneInTheDark((dark) => dark.flows(2, -litres, 800), 700),
      aTruck({ slip: here }),
    )
    expect(losses(run)).toHaveLength(1)
    expect(Math.abs(lossL(run) - litres * 0.99)).toBeLessThan(20)
  })

test('a part that leaves through an outlet opened in the dark is a loss unless the slip has a further stop for the rest', () => {
  const readings = oneInTheDark(openedPart(1000))
  const run = runDay(readings, aTruck({ slip: here }))
  expect(losses(run)).toHaveLength(1)
  expect(Math.abs(lossL(run) - 990)).toBeLessThan(20)
  const further: DeliverySlip = { stops: [at(station, 1, 2, 3), at(secondStation, 2)] }
  expect(losses(runDay(readings, aTruck({ slip: further })))).toEqual([])
  // The station gets what is left of it: opened to the residue, it is an unloading.
  expect(losses(runDay(oneInTheDark(openedPart(7640)), aTruck({ slip: here })))).toEqual([])
})

test('what leaves in the dark at a station that the slip does not name, or of a compartment for another one, stays an alarm', () => {
  const readings = oneInTheDark((dark) => unload(dark, 2), 700)
  const elsewhere = runDay(readings, aTruck({ slip: { stops: [at(secondStation, 1, 2, 3)] } }))
  expect(losses(elsewhere).length).toBeGreaterThan(0)
  const other = runDay(readings, aTruck({ slip: { stops: [at(station, 1, 3), at(secondStation, 2)] } }))
  expect(losses(other)).toMatchObject([{ type: 322, properties: { compartment: 2, reason: 'other-stop' } }])
})

test('a gap of a frame or two is no dark terminal: behind shut seals it is a loss, however the seals count', () => {
  const { day, goesDark, gaps } = darkDay()
  unload(day, 1).waits(100)
  goesDark((dark) => dark.flows(2, -300, 400), 90).waits(200)
  unload(day, 2, 3).waits(600).drivesTo(100)
  const run = runDay(heard(day, gaps), aTruck({ slip: here }))
  expect(Math.abs(lossL(run) - 297)).toBeLessThan(20)
})

test('a state restored after the restart goes on to the same facts', () => {
  const readings = oneInTheDark((dark) => unload(dark, 2), 700)
  const from = readings.findIndex(({ events }) => events.some(({ event }) => event === 'console-started'))
  expectSameOnceRestored(readings, aTruck({ slip: here }), { from, to: from + 14, ahead: 60 })
})
