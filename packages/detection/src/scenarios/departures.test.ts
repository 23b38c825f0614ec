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
