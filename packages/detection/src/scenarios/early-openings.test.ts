import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Frames of a terminal that reports every so many seconds, and those of seals that change, a few seconds apart. */
function opensAfter(seconds: number, everyS: number, offsetS: number) {
  const day = aDay(2).waits(600).loads([7000, 5000, 6000], 60).waits(600).drivesTo(90)
  if (seconds > 0) day.waits(seconds)
  day.opens(1, 0).now(4).opens(1, 2).now(4).opens(2, 0, 2).now(3).opens(3, 0, 2).waits(300).unloads([0, 0, 0], 60).waits(600)
  const { readings } = day.shuts().waits(300)
  return runDay(
    readings.filter(({ at, probes }) => at % (everyS * 1000) === offsetS * 1000 || probes.length > 0),
    aTruck(),
  )
}

for (const everyS of [10, 30, 60])
  test(`[flow-6] covers opened 40 s after the stop at the planned station are none, a frame each ${everyS} s`, () => {
    for (const seconds of [40, 50, 60, 90])
      for (let offsetS = 0; offsetS < everyS; offsetS += 10)
        expect(opensAfter(seconds, everyS, offsetS).alarmTypes, `after ${seconds} s, from ${offsetS} s on`).toEqual([])
  })

test('[flow-6] covers opened as the truck stops are a yellow alarm where frames show that it had only just stopped', () => {
  for (const seconds of [0, 10]) {
    const alarms = opensAfter(seconds, 10, 0).alarms.filter(({ type }) => type === 1)
    expect(
      alarms.map(({ grade }) => grade),
      `after ${seconds} s`,
    ).toEqual(['yellow'])
  }
})

test('[flow-6] half a minute after the last frame of the drive is the limit', () => {
  expect(opensAfter(20, 10, 0).alarmTypes).toEqual([1])
  expect(opensAfter(30, 10, 0).alarmTypes).toEqual([])
})
