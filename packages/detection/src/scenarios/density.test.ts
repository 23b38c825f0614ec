import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const loaded = () => aDay().waits(300).loads([7000, 7000, 6000], 60)
const densityAlarms = (run: ReturnType<typeof runDay>) => run.alarmsOf(321).filter(({ properties }) => properties['kind'] === 'density')

test('[truth 4.8] diesel of 836 kg/m³ in a compartment of gasoline raises an alarm with the measured and the expected density', () => {
  const run = runDay(loaded().gauge(2, { densityKgM3: 836 }).waits(300).readings, aTruck())
  const [alarm] = densityAlarms(run)
  expect(run.alarmTypes).toEqual([321])
  expect([alarm?.object, alarm?.grade, alarm?.endedAt]).toEqual([702, 'red', null])
  // By hand: 735 at 20 °C expands by 0.00124 a degree, 8 degrees: 735 / 1.0099 = 727.8.
  expect(alarm?.properties).toMatchObject({ compartment: 2, measuredKgM3: 836, expected20KgM3: 735, oilCode: 92 })
  expect(Math.abs(Number(alarm?.properties['expectedKgM3']) - 727.8)).toBeLessThan(0.3)
  expect(Math.abs(Number(alarm?.properties['differenceKgM3']) - 108.2)).toBeLessThan(0.3)
})

test('[truth 4.8] the difference is taken at the temperature of the product: 49 less is none, 51 is', () => {
  for (const [densityKgM3, alarms] of [
    [727.8 + 49, 0],
    [727.8 + 51, 1],
    [727.8 - 49, 0],
    [727.8 - 51, 1],
  ] as const)
    expect(densityAlarms(runDay(loaded().gauge(1, { densityKgM3 }).waits(300).readings, aTruck())), String(densityKgM3)).toHaveLength(
      alarms,
    )
})

test('[truth 4.8] no densimeter, a broken one, an empty compartment, another product and half a minute say nothing', () => {
  for (const densityKgM3 of [0, 300, 1400])
    expect(densityAlarms(runDay(loaded().gauge(1, { densityKgM3 }).waits(300).readings, aTruck()))).toEqual([])
  expect(densityAlarms(runDay(aDay().gauge(1, { densityKgM3: 836 }).waits(600).readings, aTruck()))).toEqual([])
  expect(densityAlarms(runDay(loaded().gauge(1, { oilCode: -1, densityKgM3: 836 }).waits(300).readings, aTruck()))).toEqual([])
  const brief = loaded().gauge(1, { densityKgM3: 836 }).waits(40).gauge(1, { densityKgM3: 728 }).waits(300)
  expect(densityAlarms(runDay(brief.readings, aTruck()))).toEqual([])
})

test('[truth 4.8] while it is loaded the product still mixes; on a swinging surface nothing is read', () => {
  const loading = aDay()
    .waits(300)
    .gauge(1, { densityKgM3: 836 })
    .opens(1, 0)
    .waits(20)
    .flows(1, 7000, 1500)
    .gauge(1, { densityKgM3: 728 })
    .waits(300)
  expect(densityAlarms(runDay(loading.readings, aTruck()))).toEqual([])
  const driving = loaded().drivesFor(60, 60).gauge(1, { densityKgM3: 836 }).drivesFor(600, 60)
  expect(densityAlarms(runDay(driving.readings, aTruck()))).toEqual([])
})

test('[truth 4.8] it ends when the density is right for five minutes', () => {
  const day = loaded().gauge(1, { densityKgM3: 836 }).waits(300).gauge(1, { densityKgM3: 728 }).waits(500)
  expect(densityAlarms(runDay(day.readings, aTruck())).map(({ endedAt }) => endedAt !== null)).toEqual([true])
})

const slip = (volumeL: number, stops = 1): DeliverySlip => ({
  slipNo: 'PS1',
  depotPlaceId: Number(depot.placeId),
  loads: [{ compartment: 1, oilCode: 92, volumeL }],
  stops: Array.from({ length: stops }, () => ({ placeId: Number(station.placeId), compartments: [1, 2, 3] })),
})
const delivered = () => loaded().drivesTo(90).waits(240).unloads([0, 0, 0], 60).waits(300).shuts().waits(60)
const atStation = (run: ReturnType<typeof runDay>) =>
  run
    .alarmsOf(321)
    .filter(({ properties }) => String(properties['kind']).startsWith('station'))
    .map(({ properties }) => properties['kind'])

test('[truth 4.9] a station that gets 2 % less than the slip says, of a load as ordered, raises an alarm; 1.9 % less does not', () => {
  for (const [lpm, kinds] of [
    [2.6, ['station-less']],
    [1.3, []],
  ] as const) {
    const day = loaded().drivesFor(60, 60).leaks(1, lpm).drivesTo(90).leaks(1, 0).waits(240).unloads([0, 0, 0], 60).waits(600)
    const run = runDay(day.readings, aTruck({ slip: slip(7000) }))
    expect(atStation(run), `${lpm} L/min`).toEqual(kinds)
  }
})

test('[truth 4.9] a load that differs from the slip is reported in the depot, and not again at the station', () => {
  for (const planL of [7000 / 1.03, 7000 / 0.97]) {
    const run = runDay(delivered().readings, aTruck({ slip: slip(planL) }))
    expect(run.alarmsOf(321)).toHaveLength(1)
    expect(atStation(run)).toEqual([])
  }
})

test('[truth 4.9] without a slip, for two stops, and with half of it still aboard nothing is held against a station', () => {
  expect(atStation(runDay(delivered().readings, aTruck()))).toEqual([])
  expect(atStation(runDay(delivered().readings, aTruck({ slip: slip(6000, 2) })))).toEqual([])
  const half = loaded().drivesTo(90).waits(240).unloads([3500, 7000, 6000], 60).waits(300)
  expect(atStation(runDay(half.readings, aTruck({ slip: slip(7000) })))).toEqual([])
})
