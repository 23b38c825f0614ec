import type { Fence } from '@tanker/domain/fences/fence'
import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, fenceFinder, secondStation, station } from './a-day.ts'
import { lngAt, roadLat } from './a-truck.ts'
import { runDay } from './run-day.ts'

/** A depot and a station, one of which lies in the other: the inner one counts, unless the process says otherwise (domain rule D.1.5). */
type Day = ReturnType<typeof aDay>
const around = (fence: Fence, id: number, kind: Fence['kind'], km: number, radiusM: number): Fence => ({
  ...fence,
  id,
  kind,
  placeId: id * 10,
  name: `${kind} ${id}`,
  shape: { shape: 'circle', lat: roadLat, lng: lngAt(km), radiusM },
})
const bigStation = around(depot, 9, 'station', 0, 800)
const forecourt = around(depot, 9, 'station', 0.15, 60)
const depotAtStation = around(station, 8, 'depot', 90, 60)
const truck = (fences: readonly Fence[], slip?: DeliverySlip) =>
  aTruck({ fences: fenceFinder(fences), ...(slip === undefined ? {} : { slip }) })
const slipTo = (fence: Fence, ...more: Fence[]): DeliverySlip => ({
  stops: [fence, ...more].map(({ placeId }) => ({ placeId: placeId ?? 0, compartments: [1, 2, 3] })),
})
const each = (day: Day, seconds: number) => day.readings.filter(({ at, probes }) => probes.length > 0 || (at / 1000) % seconds === 0)

const loaded = () => aDay(3).waits(300).loads([7000, 6500, 6000], 60).waits(200)
const delivers = (day: Day) => day.waits(200).unloads([0, 0, 0], 60).waits(300).shuts().waits(60)
const operations = (run: ReturnType<typeof runDay>, direction: string) =>
  run.recordsOf('operation').filter(({ properties }) => properties['direction'] === direction).length

for (const [name, outer] of [
  ['a depot inside the fence of a station', bigStation],
  ['a forecourt inside the fence of a depot', forecourt],
] as const)
  for (const slip of [slipTo(station), undefined])
    for (const seconds of [10, 30])
      test(`${name}: loaded there and delivered elsewhere, ${slip ? 'with' : 'without'} a slip, a frame each ${seconds} s`, () => {
        const day = delivers(loaded().drivesTo(0.15, 12).waits(300).drivesTo(90)).drivesTo(0).waits(300)
        const run = runDay(each(day, seconds), truck([depot, outer, station], slip))
        expect(run.alarmTypes).toEqual([])
        expect([operations(run, 'loading'), operations(run, 'unloading')]).toEqual([3, 3])
        expect(run.recordsOf('trip')[0]?.properties).toMatchObject({ outcome: 'delivered', depotName: depot.name })
        const late = each(day, seconds).map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
        expect(runDay(late, truck([depot, outer, station], slip)).rows).toHaveLength(run.rows.length)
      })

for (const [name, outer] of [
  ['a depot inside the fence of a station', bigStation],
  ['a forecourt inside the fence of a depot', forecourt],
] as const)
  for (const opens of [true, false])
    test(`${name}: 300 L taken there after the loading are an alarm, the outlet ${opens ? 'open' : 'shut'}`, () => {
      const day = loaded().drivesTo(0.15, 12).waits(300)
      if (opens) day.opens(2, 0, 2).waits(20)
      day.flows(2, -300, 250).waits(60).closes(2, 0, 2).waits(300).drivesTo(90)
      const run = runDay(day.readings, truck([depot, outer, station], slipTo(station)))
      expect(run.alarmsOf(322)).toMatchObject([{ properties: { compartment: 2, reason: 'depot-yard' } }])
    })

test('a slip that names the forecourt, or the station around a depot, makes it the station of the delivery', () => {
  const own = runDay(delivers(loaded().drivesTo(0.15, 12)).drivesTo(30).readings, truck([depot, forecourt], slipTo(forecourt)))
  expect(own.recordsOf('operation').filter(({ properties }) => properties['returned'])).toEqual([])
  const outer = { ...station, shape: { ...station.shape, radiusM: 400 } } as Fence
  const run = runDay(delivers(loaded().drivesTo(90)).drivesTo(100).readings, truck([depot, outer, depotAtStation], slipTo(outer)))
  expect(run.alarmTypes).toEqual([])
  expect(run.recordsOf('trip')[0]?.properties).toMatchObject({ outcome: 'delivered', legs: 1 })
  expect(run.recordsOf('operation').filter(({ properties }) => properties['returned'])).toEqual([])
})

test('back at a depot in the fence of a station that its slip does not name, a loaded truck has returned', () => {
  const day = loaded().drivesTo(90).waits(600).drivesTo(60)
  const outer = { ...station, shape: { ...station.shape, radiusM: 400 } } as Fence
  const fences = [depot, outer, depotAtStation, secondStation]
  expect(runDay(day.readings, truck(fences, slipTo(secondStation))).causes).toContain('21')
  expect(runDay(day.readings, truck(fences, slipTo(outer))).causes).not.toContain('21')
})
