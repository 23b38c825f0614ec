import type { Reading } from '@tanker/domain/reading'
import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, station } from './a-day.ts'
import { lngAt } from './a-truck.ts'
import { runDay } from './run-day.ts'

/** A truck stands just inside the fence of its station while its first fixes lie outside. The fence begins at 89.85 km. */
const slip: DeliverySlip = { stops: [{ placeId: station.placeId ?? 0, compartments: [1, 2, 3] }] }
const arrives = (km: number) => aDay(3).waits(300).loads([7700, 7700, 6000], 60).drivesTo(km)
const unloads = (day: ReturnType<typeof aDay>, compartments = [1, 2, 3]) => {
  for (const one of compartments) day.opens(one, 0, 2).waits(20).flows(one, -day.truly(one), 500).waits(60).closes(one, 0, 2).waits(60)
  return day.waits(300)
}
/** The frames of a terminal that reports less often, and the first `count` fixes after `from` so many metres nearer to the depot. */
function scattered(readings: readonly Reading[], everyS: number, from: number, count: number, metres: number): Reading[] {
  let left = count
  return readings
    .filter(({ at, probes }) => (at / 1000) % everyS === 0 || probes.length > 0)
    .map((reading) => {
      if (reading.at < from || left === 0) return reading
      left -= 1
      return { ...reading, position: { ...reading.position, lng: reading.position.lng - (lngAt(1) - lngAt(0)) * (metres / 1000) } }
    })
}

for (const everyS of [30, 60])
  for (const waitsS of [20, 30, 40])
    for (const outside of [1, 2])
      for (const context of [aTruck({ slip }), aTruck()])
        test(`[fence-2] ${outside} fixes outside, covers opened after ${waitsS} s: a delivery, a frame each ${everyS} s, ${context.slip ? 'slip' : 'no slip'}`, () => {
          const day = arrives(89.86)
          const from = day.at
          const run = runDay(scattered(unloads(day.waits(waitsS)).drivesTo(80).readings, everyS, from, outside, 25), context)
          expect(run.alarmTypes.filter((type) => type !== 333)).toEqual([])
          expect(run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'unloading')).toHaveLength(3)
        })

test('[fence-2] covers that were opened on the way in stay abnormal', () => {
  const day = arrives(89.5).opens(1, 0).drivesFor(20, 20).waits(10).drivesTo(89.86, 20)
  const run = runDay(unloads(day.waits(60), [2, 3]).readings, aTruck({ slip }))
  expect(run.alarmsOf(1)).toMatchObject([{ grade: 'red' }])
})

test('[fence-2] letting product out 90 m before the fence is a theft, wherever the next fix lies', () => {
  const day = arrives(89.76).waits(60)
  const from = day.at
  day.opens(1, 0, 2).waits(20).flows(1, -300, 200).waits(20).closes(1, 0, 2).waits(400).drivesTo(90, 20)
  const run = runDay(scattered(unloads(day.waits(240)).readings, 10, from, 1, -40), aTruck({ slip }))
  expect(run.alarmsOf(1)).toMatchObject([{ grade: 'black' }])
  expect(Math.abs(Number(run.alarmsOf(1)[0]?.properties['lossV20L']) - 297)).toBeLessThan(25)
})
