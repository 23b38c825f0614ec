import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, secondStation, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const seeds = Array.from({ length: 12 }, (_, index) => index + 1)
const onTheRoad = (seed: number) => aDay(seed).waits(300).loads(full, 60).drivesTo(30)
const slip: DeliverySlip = { stops: [{ placeId: station.placeId ?? 0, compartments: [1, 2, 3] }] }

type Line = { readonly compartment: number; readonly transitLossV20L: number; readonly unloadedL: number; readonly arriveCalm: boolean }
const linesOf = (record: { readonly properties: Readonly<Record<string, unknown>> } | undefined) =>
  (record?.properties['lines'] ?? []) as readonly Line[]

/** Siphoned at 2 L/min on the way, straight to the station, coupled at once, unloaded. */
function siphonDay(seed: number, lpm: number, waitS = 35) {
  const day = onTheRoad(seed).roughRoad(35)
  const before = day.truly(2)
  day.leaks(2, lpm).drivesTo(90).leaks(2, 0)
  const stolenL = before - day.truly(2)
  day.waits(waitS)
  return { day, stolenL }
}

test('[truth 4.2] what was siphoned on the road is a loss of the way, not part of the unloading, however soon the hose is on', () => {
  for (const seed of seeds) {
    for (const waitS of [30, 60, 120]) {
      const { day, stolenL } = siphonDay(seed, 2, waitS)
      day.opens(2, 0, 2).waits(100).unloads([0, 0, 0], 60).waits(600).shuts().waits(60)
      const run = runDay(day.readings, aTruck({ slip }))
      const [trip] = run.recordsOf('trip')
      const lossL = linesOf(trip).find(({ compartment }) => compartment === 2)?.transitLossV20L ?? 0
      expect(Math.abs(lossL - stolenL * 0.99), `seed ${seed}, ${waitS} s: ${lossL} of ${stolenL} L`).toBeLessThan(20)
      expect(run.alarmTypes.filter((type) => type === 202 || type === 322)).toHaveLength(1)
    }
  }
})

test('[truth 4.2] a surface that still swings at the arrival is no unloading, and nothing is lost', () => {
  for (const seed of seeds) {
    const day = onTheRoad(seed).roughRoad(40).drivesTo(90).waits(40).opens(1, 0, 2).opens(2, 0, 2).opens(3, 0, 2).waits(300)
    const coupled = runDay(day.readings, aTruck({ slip }))
    expect(coupled.states, `seed ${seed}`).toBe('0-1-2-5-6-7')
    day.unloads([0, 0, 0], 60).waits(600).shuts().waits(60)
    const run = runDay(day.readings, aTruck({ slip }))
    expect(run.alarmTypes, `seed ${seed}`).toEqual([])
    for (const line of linesOf(run.recordsOf('trip')[0])) expect(Math.abs(line.transitLossV20L), `seed ${seed}`).toBeLessThan(20)
  }
})

test('[truth 4.2] without seals that report, unloading is recognised after the surface had time to settle', () => {
  const day = onTheRoad(3).drivesTo(90).waits(120).flows(1, -7700, 500).waits(300)
  const silent = day.readings.map((reading) => ({ ...reading, probes: [] }))
  const run = runDay(silent, aTruck({ slip }))
  expect(run.states).toContain('6-8')
  const unloaded = run.recordsOf('operation').find(({ properties }) => properties['direction'] === 'unloading')
  expect(Number(unloaded?.properties['startVolumeL'])).toBeGreaterThan(7670)
})

test('[truth 4.2] what was aboard at the arrival is the calm value as long as nothing flows', () => {
  const day = onTheRoad(5).roughRoad(40).drivesTo(90).waits(32).opens(1, 0, 2).waits(200).flows(1, -7700, 500)
  const [leg] = runDay(day.readings, aTruck({ slip })).recordsOf('trip-leg')
  expect(linesOf(leg).every(({ arriveCalm }) => arriveCalm)).toBe(true)
})

for (const everyS of [10, 30, 60]) {
  test(`[truth 4.3] 100 L taken by the level alone in a stop of seven minutes, a frame each ${everyS} s`, () => {
    for (const seed of seeds) {
      const day = onTheRoad(seed).waits(40).leaks(1, 100).waits(60).leaks(1, 0).waits(320, everyS).drivesTo(60)
      const run = runDay(day.readings, aTruck())
      const alarms = run.alarms.filter(({ type }) => type === 202 || type === 322)
      expect(alarms, `seed ${seed}`).toHaveLength(1)
      const lossL = Number(alarms[0]?.properties['loss'] ?? alarms[0]?.properties['lossV20L'])
      expect(Math.abs(lossL - 99), `seed ${seed}: ${lossL} L`).toBeLessThan(20)
    }
  })

  test(`[truth 4.3] a stop of seven minutes with nothing taken is none, a frame each ${everyS} s`, () => {
    for (const seed of seeds) {
      const day = onTheRoad(seed).roughRoad(40).drivesFor(600, 50).waits(420, everyS).drivesFor(600, 50).waits(420, everyS).drivesTo(60)
      expect(runDay(day.readings, aTruck()).alarmTypes, `seed ${seed}`).toEqual([])
    }
  })
}

test('[truth 4.3] a terminal that reports each five minutes: 200 L taken in a stop of twenty-five', () => {
  for (const seed of seeds) {
    const day = onTheRoad(seed).waits(600, 300).leaks(2, 40).waits(300, 300).leaks(2, 0).waits(600, 300).drivesTo(60)
    const alarms = runDay(day.readings, aTruck()).alarms.filter(({ type }) => type === 202 || type === 322)
    expect(alarms, `seed ${seed}`).toHaveLength(1)
  }
})

test('[truth 4.3] a stop at a light between two calm stops does not hide what was taken there', () => {
  const day = onTheRoad(4).waits(300).drivesFor(300, 50).waits(45).leaks(3, 240).waits(30).leaks(3, 0).drivesFor(300, 50).waits(300)
  const run = runDay(day.readings, aTruck())
  expect(run.alarms.filter(({ type }) => type === 202 || type === 322)).toHaveLength(1)
})

test('[D-16] a truck that is first heard of under way is loaded at once, by its litres', () => {
  const first = (litres: number) => runDay(aDay().holds(litres, 0, 0).stands(20).drivesFor(10, 54).readings, aTruck()).state.loaded
  expect(first(7000)).toBe(true)
  expect(first(1200)).toBe(true)
  // A tenth of the compartment: what swings about the bottom is no load.
  expect(first(600)).toBe(false)
  expect(first(0)).toBe(false)
})

test('[D-16] once a calm surface has decided, litres between the limits change nothing', () => {
  const day = aDay().holds(400, 0, 0).stands(20).waits(600)
  expect(runDay(day.readings, aTruck()).state.loaded).toBe(true)
})

test('[D-16] a truck counts as loaded from the first hundred litres that are loaded', () => {
  const day = aDay().waits(300).opens(1, 0).waits(20).flows(1, 3000, 1500)
  expect(runDay(day.readings, aTruck()).state.loaded).toBe(true)
})

const twoStops: DeliverySlip = {
  stops: [
    { placeId: station.placeId ?? 0, compartments: [1, 2] },
    { placeId: secondStation.placeId ?? 0, compartments: [2, 3] },
  ],
}
const unfinished = (run: ReturnType<typeof runDay>) =>
  run.alarmsOf(207).map(({ properties, endedAt }) => [properties['compartments'], properties['residualL'], endedAt !== null])

test('[truth 4.5] a whole compartment that the slip asked for stays aboard: 207 names it and its litres', () => {
  for (const waitS of [20, 900]) {
    const day = onTheRoad(2).drivesTo(90).waits(120).opens(1, 0, 2).opens(2, 0, 2).waits(30).flows(1, -7700, 500).flows(2, -7700, 500)
    day.waits(waitS).shuts().waits(20).drivesTo(95)
    const [row, ...others] = unfinished(runDay(day.readings, aTruck({ slip })))
    expect(others).toEqual([])
    expect(row?.[0]).toEqual([3])
    expect(Math.abs(Number(row?.[1]) - 6000)).toBeLessThan(15)
    expect(row?.[2]).toBe(false)
  }
})

test('[truth 4.5] a compartment skipped at its own stop raises an alarm there that stays open when the others are emptied', () => {
  const day = onTheRoad(6).drivesTo(90).waits(120).opens(2, 0, 2).waits(30).flows(2, -4000, 500).waits(400).shuts().waits(20).drivesTo(110)
  expect(unfinished(runDay(day.readings, aTruck({ slip: twoStops }))).map(([compartments]) => compartments)).toEqual([[1]])
  day
    .waits(120)
    .opens(2, 0, 2)
    .opens(3, 0, 2)
    .waits(30)
    .flows(2, -3700, 500)
    .flows(3, -6000, 500)
    .waits(600)
    .shuts()
    .waits(60)
    .drivesTo(115)
  const run = runDay(day.readings, aTruck({ slip: twoStops }))
  expect(unfinished(run).map(([compartments, , ended]) => [compartments, ended])).toEqual([[[1], false]])
})

test('[truth 4.5] a compartment that two stops share, and stops in another order than the slip says, are no 207', () => {
  const shared = onTheRoad(6).drivesTo(90).waits(120).opens(1, 0, 2).opens(2, 0, 2).waits(30)
  shared.flows(1, -7700, 500).flows(2, -4000, 500).waits(400).shuts().waits(20).drivesTo(105)
  expect(unfinished(runDay(shared.readings, aTruck({ slip: twoStops })))).toEqual([])
  const swapped: DeliverySlip = { stops: [...twoStops.stops].reverse() }
  expect(unfinished(runDay(shared.readings, aTruck({ slip: swapped })))).toEqual([])
})

test('[truth 4.5] without a slip a full compartment may go to another station; back in the depot it is 207', () => {
  const day = onTheRoad(7).drivesTo(90).waits(120).opens(1, 0, 2).opens(2, 0, 2).waits(30).flows(1, -7700, 500).flows(2, -7700, 500)
  day.waits(600).shuts().waits(20).drivesTo(60)
  expect(unfinished(runDay(day.readings, aTruck()))).toEqual([])
  day.drivesTo(0).waits(400)
  const [row] = unfinished(runDay(day.readings, aTruck()))
  expect(row?.[0]).toEqual([3])
})

test('[truth 4.5] without a slip, hours later at no other station, it is 207 too; another station in time is none', () => {
  const left = (seed: number) => {
    const day = onTheRoad(seed).drivesTo(90).waits(120).opens(1, 0, 2).opens(2, 0, 2).waits(30).flows(1, -7700, 500).flows(2, -7700, 500)
    return day.waits(600).shuts().waits(20)
  }
  expect(unfinished(runDay(left(8).drivesTo(50).waits(7100, 60).readings, aTruck()))).toHaveLength(1)
  const went = left(8).drivesTo(110).waits(120).opens(3, 0, 2).waits(30).flows(3, -6000, 500).waits(600).shuts().waits(60).drivesTo(50)
  expect(unfinished(runDay(went.waits(8000, 60).readings, aTruck()))).toEqual([])
})
