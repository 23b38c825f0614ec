import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

type Day = ReturnType<typeof aDay>
type Run = ReturnType<typeof runDay>

/** A frame so many seconds after the one before, and those of seals that changed; the first one after an offset. */
function thinned({ readings }: Day, everyS: number, offsetS = 0): Day['readings'] {
  let words = ''
  let lastAt = Number(readings[0]?.at) + (offsetS - everyS) * 1000
  return readings.filter(({ at, probes }) => {
    const now = probes.length === 0 ? words : JSON.stringify(probes)
    if (now === words && at - lastAt < everyS * 1000) return false
    words = now
    lastAt = at
    return true
  })
}

const unloadings = ({ recordsOf }: Run) =>
  recordsOf('operation')
    .filter(({ properties }) => properties['direction'] === 'unloading')
    .map(({ object, properties, place }) => ({
      object,
      litres: Number(properties['startV20L']) - Number(properties['endV20L']),
      at: place.fenceName,
    }))
const arrived = (seed: number): Day => aDay(seed).waits(600).loads([7000, 5200, 6000], 60).waits(600).roughRoad(30).drivesTo(90)

/** Some litres at a station in less than a minute, and off again after a while. */
const delivers = (day: Day, litres: number, shutForS: number): Day =>
  day
    .opens(2, 0)
    .now(12)
    .opens(2, 2)
    .now(4)
    .flows(2, -litres, 450)
    .waits(20)
    .closes(2, 2)
    .now(6)
    .closes(2, 0)
    .now(4)
    .waits(shutForS)
    .drivesTo(95)

for (const everyS of [10, 30, 60])
  for (const litres of [60, 150, 300])
    test(`[flow-8] ${litres} L are a delivery, however soon the truck leaves, a frame each ${everyS} s`, () => {
      for (const seed of [1, 2, 3, 4])
        for (const [shutForS, offsetS] of [
          [10, 0],
          [40, 20],
          [120, 40],
          [600, 50],
        ] as const) {
          const run = runDay(thinned(delivers(arrived(seed).waits(240), litres, shutForS), everyS, offsetS % everyS), aTruck())
          const message = `seed ${seed}, left ${shutForS} s later`
          const [only, ...others] = unloadings(run)
          expect(others, message).toEqual([])
          expect(only, message).toMatchObject({ object: 2, at: '城南油站' })
          expect(Math.abs(Number(only?.litres) - litres * 0.99), message).toBeLessThan(20)
          expect(run.alarmTypes, message).toEqual([])
        }
    })

test('[flow-8] an outlet opened for a look lets out nothing, and what leaves after it was shut is no delivery', () => {
  const look = (day: Day): Day => day.waits(240).opens(2, 0, 2).now(5).waits(20).closes(2, 0, 2).now(5)
  for (const everyS of [10, 60]) {
    expect(unloadings(runDay(thinned(look(arrived(1)).waits(900).drivesTo(95), everyS), aTruck()))).toEqual([])
    const later = look(arrived(1)).waits(400).flows(2, -150, 450).waits(900).drivesTo(95)
    expect(unloadings(runDay(thinned(later, everyS), aTruck()))).toEqual([])
  }
})

test('[flow-8] litres delivered before the surface rests, at a station reached a minute before, are no loss of the way', () => {
  for (const seed of [1, 2, 3, 4]) {
    const run = runDay(thinned(delivers(arrived(seed).waits(100), 80, 300), 60), aTruck())
    expect(run.alarmTypes, `seed ${seed}`).toEqual([])
    expect(unloadings(run).map(({ object }) => object)).toEqual([2])
  }
})

test('[flow-8] the first metres of the departure, which swing the surface, do not change what a delivery left', () => {
  for (const seed of [1, 2, 3, 4]) {
    const day = arrived(seed).waits(240).opens(2, 0, 2).now(4).flows(2, -250, 450).waits(60).closes(2, 0, 2).now(4).waits(60)
    // Rolls for a frame, swinging by centimetres, before it counts as moving.
    day.roughRoad(60).drivesFor(60, 8).drivesTo(95)
    const [only] = unloadings(runDay(thinned(day, 60), aTruck()))
    expect(Math.abs(Number(only?.litres) - 250 * 0.99), `seed ${seed}`).toBeLessThan(20)
  }
})

test('[flow-8] stop and go out of the depot, which seldom frames show standing, is no fall in its yard', () => {
  const day = aDay(1).waits(600).loads([7000, 5200, 6000], 60).waits(900, 60)
  // The surface swings at both halts: the fixes show that the truck has gone.
  day.gauge(1, { offsetMm: -13 }).skips(50, 0.25).now(10).skips(50, 0.12).now(10)
  const run = runDay(day.gauge(1, { offsetMm: 0 }).drivesTo(30).waits(300).readings, aTruck())
  expect(run.alarmTypes).toEqual([])
})
