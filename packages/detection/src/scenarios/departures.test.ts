import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Loaded and standing with all seals shut; the surface will swing with this phase in the first frames of the drive. */
const leaving = (phase: number) => aDay(3).waits(300).loads([7000, 4600, 3000], 60).waits(200).roughRoad(60).swingsAt(0.55, phase)
const phases = [0, 0.7, 1.4, 2.1, 2.8, 3.5, 4.2, 4.9, 5.6]
const unloadings = (run: ReturnType<typeof runDay>) =>
  run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'unloading')

for (const everyS of [10, 15, 30, 60])
  test(`[flow-1] a truck that drives off with its seals shut unloads nothing, a frame each ${everyS} s of the drive`, () => {
    for (const phase of phases) {
      const run = runDay(leaving(phase).drivesFor(300, 56, everyS).readings, aTruck())
      expect(run.alarmTypes, `phase ${phase}`).toEqual([])
      expect(run.states, `phase ${phase}`).toBe('0-1-2-5-6')
      expect(unloadings(run), `phase ${phase}`).toEqual([])
    }
  })

test('[flow-1] a truck that moves up a few metres in the yard unloads nothing', () => {
  for (const phase of phases)
    for (const kmh of [3, 5, 8]) {
      const day = leaving(phase).drivesFor(10, kmh).waits(30).drivesFor(10, kmh).waits(20, 20).drivesFor(30, kmh, 30).waits(300)
      const run = runDay(day.readings, aTruck())
      expect(run.alarmTypes, `phase ${phase}, ${kmh} km/h`).toEqual([])
      expect(unloadings(run), `phase ${phase}, ${kmh} km/h`).toEqual([])
    }
})

test('[flow-1] what really flows out in the depot is an alarm, with fixes that wander just below the speed of a standing truck too', () => {
  for (const kmh of [0, 2.9]) {
    const day = leaving(0).opens(2, 0, 2).waits(20).flows(2, -300, 200).waits(60).closes(2, 0, 2).waits(300)
    const readings = day.readings.map((reading) => ({ ...reading, position: { ...reading.position, speedKmh: kmh } }))
    expect(runDay(readings, aTruck()).alarmTypes, `${kmh} km/h`).toEqual([322])
  }
})

test('[flow-1] one fix with a wrong speed in the middle of an unloading does not end it', () => {
  const day = aDay(5).waits(300).loads([7000, 5000, 6000], 60).drivesTo(90).waits(300).unloads([0, 0, 0], 60).waits(600).shuts().waits(300)
  const at = day.readings.findIndex(({ compartments }, index) => index > 500 && Number(compartments[0]?.volumeL) < 4000)
  const readings = day.readings.map((reading, index) =>
    index === at ? { ...reading, position: { ...reading.position, speedKmh: 9 } } : reading,
  )
  const run = runDay(readings, aTruck())
  expect(run.alarmTypes).toEqual([])
  expect(unloadings(run).map(({ object, properties }) => [object, Math.round(Number(properties['startVolumeL']) / 100)])).toEqual([
    [1, 70],
    [2, 50],
    [3, 60],
  ])
})

const loaded = [7000, 5200, 4000]
/** Loads all three, and drives off so many seconds after the last litre. */
function leavesAfter(seed: number, seconds: number, everyS: number) {
  const day = aDay(seed).waits(300).opens(1, 0).opens(2, 0).opens(3, 0).waits(20)
  loaded.forEach((litres, index) => day.flows(index + 1, litres, 1500).waits(index < 2 ? 60 : seconds / 2))
  for (const compartment of [1, 2, 3]) day.closes(compartment, 0)
  return day
    .waits(seconds / 2)
    .roughRoad(40)
    .drivesFor(600, 50, everyS)
}

test('[flow-4] a truck that leaves soon after its loading departs with what it stood with, not with a swinging surface', () => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    for (const seconds of [20, 40, 80, 120, 240])
      for (const everyS of [10, 30, 60]) {
        const run = runDay(leavesAfter(seed, seconds, everyS).readings, aTruck())
        const lines = run.recordsOf('trip')[0]?.properties['lines'] as readonly { readonly loadL: number }[] | undefined
        const message = `seed ${seed}, ${seconds} s, a frame each ${everyS} s`
        expect(lines?.length, message).toBe(3)
        for (const [index, { loadL }] of lines?.entries() ?? [])
          expect(Math.abs(loadL - (loaded[index] ?? 0)), `${message}: ${loadL} L`).toBeLessThan(12)
        expect(run.alarmTypes, message).toEqual([])
      }
})

test('[flow-4] without a frame between the last litre and the departure the load is near what the drive shows', () => {
  for (const seed of [1, 2, 3]) {
    const day = leavesAfter(seed, 20, 30)
    const drives = day.readings.findIndex(({ at, position }) => position.speedKmh > 0 && at > 0)
    const stands = day.readings.findLastIndex(({ compartments }, index) => index < drives && Number(compartments[2]?.volumeL) < 3000)
    const run = runDay([...day.readings.slice(0, stands + 1), ...day.readings.slice(drives)], aTruck())
    const lines = run.recordsOf('trip')[0]?.properties['lines'] as readonly { readonly loadL: number }[] | undefined
    expect(Math.abs(Number(lines?.[2]?.loadL) - 4000), `seed ${seed}`).toBeLessThan(300)
  }
})

test('[flow-4] what ran out slowly after the last calm surface is gone at the departure', () => {
  const day = aDay(7).waits(300).loads([7000, 5000, 6000], 60).drivesTo(90).waits(300).unloads([0, 0, 130], 60).waits(300)
  day.flows(3, -130, 45).waits(20).shuts().drivesTo(95)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(207)).toEqual([])
  expect(run.state.gauges[2]?.stood.volumeL).toBeLessThan(20)
})

test('[flow-4] at seldom frames the one that shows the first metres does not change what a truck leaves a station with', () => {
  for (const phase of phases) {
    const day = aDay(3).waits(300).loads([7000, 6000, 5000], 60).drivesTo(90).waits(300).opens(2, 0, 2).waits(20).flows(2, -3000, 500)
    // Seals report at once, gauges with the minute; then the truck rolls, and only the frame after that one shows it as moving.
    day.waits(5, 5).closes(2, 0).waits(15, 15).closes(2, 2).waits(25, 25).roughRoad(120).swingsAt(0.55, phase).drivesFor(10, 2)
    const flowing = day.readings.findIndex(({ at }) => at > (day.readings.at(-8)?.at ?? 0))
    const readings = day.drivesFor(900, 50, 10).drivesTo(110).waits(300).readings
    const seldom = readings.filter(
      ({ at, probes, position }, i) => i >= flowing || position.speedKmh > 0 || probes.length > 0 || (at / 1000) % 60 === 0,
    )
    const run = runDay(seldom, aTruck())
    const lines = run.recordsOf('trip-leg')[0]?.properties['lines'] as readonly { readonly compartment: number; readonly leaveL: number }[]
    const leaveL = lines.find(({ compartment }) => compartment === 2)?.leaveL ?? 0
    expect(Math.abs(leaveL - 3000), `phase ${phase}: ${leaveL} L`).toBeLessThan(25)
    expect(run.alarmsOf(202), `phase ${phase}`).toEqual([])
  }
})
