import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { TRANSPORT_STATES } from '@tanker/domain/trucks/transport-process'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, secondStation, station } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const onTheRoad = (seed = 1) => aDay(seed).waits(300).loads(full, 60)

const slip: DeliverySlip = {
  slipNo: 'PS20260511001',
  depotPlaceId: depot.placeId ?? 0,
  loads: [1, 2, 3].map((compartment) => ({ compartment, oilCode: 92, volumeL: full[compartment - 1] ?? 0 })),
  stops: [{ placeId: station.placeId ?? 0, compartments: [1, 2, 3] }],
}
const twoStops: DeliverySlip = {
  ...slip,
  stops: [
    { placeId: station.placeId ?? 0, compartments: [1] },
    { placeId: secondStation.placeId ?? 0, compartments: [2, 3] },
  ],
}

test('scenario 9: after a power cut of five minutes and 800 m the seals are scanned, and an opening that was not seen is a seal break', () => {
  const day = onTheRoad().drivesTo(20).waits(120).power(0).says('console-shut-down').now(10)
  day.skips(300, 0.8).probe(1, 0, { sealCount: 11 }).probe(2, 1, { sealCount: 8 }).power(27).says('console-started').waits(60)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([311, 320, 323])
  expect(run.alarmsOf(320)[0]).toMatchObject({ object: 100, grade: 'black', properties: { reason: 'count', unseenOpenings: 4 } })
  expect(run.alarmsOf(320)[0]?.properties['openings']).toMatchObject([
    { compartment: 1, probeType: 0, how: 'count', sealCountBefore: 8, sealCountAfter: 11 },
    { compartment: 2, probeType: 1, how: 'count', sealCountBefore: 7, sealCountAfter: 8 },
  ])
  const [cut] = run.recordsOf('power-cut')
  expect(Math.abs(Number(cut?.properties['distanceM']) - 800)).toBeLessThan(20)
  expect(Number(cut?.properties['durationS'])).toBeGreaterThanOrEqual(300)
  expect(run.alarmsOf(311)[0]).toMatchObject({ remark2: '1', grade: 'red' })
  expect(run.alarmsOf(311)[0]?.endedAt).not.toBeNull()
})

test('scenario 9: with unchanged seals, the scan after the boot reports nothing', () => {
  const day = onTheRoad()
    .drivesTo(20)
    .waits(120)
    .power(0)
    .says('console-shut-down')
    .now(10)
    .skips(300, 0.8)
    .power(27)
    .says('console-started')
    .waits(60)
  expect(runDay(day.readings, aTruck()).alarmTypes).toEqual([311, 323])
})

test('scenario 10: two hours that come late are recorded and pop up nowhere', () => {
  const day = onTheRoad().drivesTo(30).waits(240).opens(1, 0).flows(1, -120, 180).closes(1, 0).waits(400)
  const late = day.readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  const run = runDay(late, aTruck())
  expect(run.alarmTypes).toEqual([1])
  expect(run.alarmsOf(1)[0]).toMatchObject({ grade: 'black', properties: { judge: 'loss' } })
  expect(run.alarms.every(({ live }) => !live)).toBe(true)
  expect(run.recordsOf('seal-change').every(({ properties }) => properties['resent'] === true)).toBe(true)
})

const tripHome = () => onTheRoad().drivesTo(90).waits(120)

test('D.12: scenario 1 with pauses of 60 s and a known slip', () => {
  const run = runDay(tripHome().unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(95).readings, aTruck({ slip }))
  expect(run.states).toBe('0-1-2-5-6-7-8-9-10-0')
  expect(run.alarmsOf(213)).toHaveLength(1)
  expect(run.alarmsOf(213)[0]?.live).toBe(false)
  expect(run.alarmTypes).toEqual([])
})

test('D.12: scenario 1 with pauses of 200 s', () => {
  const day = aDay().waits(300).loads(full, 200).drivesTo(90).waits(120).unloads([0, 0, 0], 200).waits(600).shuts().waits(60)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(run.states).toBe('0-1-2-5-2-5-2-5-6-7-8-9-8-9-8-9-10-0')
  expect(run.alarmsOf(213)).toHaveLength(1)
})

const longPause = (pauseS: number) => {
  const day = tripHome().opens(1, 0, 2).opens(2, 0, 2).opens(3, 0, 2).waits(20).flows(1, -7700, 500).waits(pauseS)
  day.flows(2, -7700, 500).waits(60).flows(3, -6000, 500).waits(600).shuts().waits(60)
  return runDay(day.readings, aTruck())
}

test('D.12: scenario 1 without a slip and with a long pause after the first compartment', () => {
  const run = longPause(350)
  expect(run.states).toBe('0-1-2-5-6-7-8-9-10-8-9-10-0')
  expect(run.alarmsOf(213)).toHaveLength(1)
  expect(run.alarmTypes).toEqual([])
})

test('D.12: when the first compartment was proven in that pause the truck goes on unloading, and nothing is lost', () => {
  const run = longPause(440)
  expect(run.states).toBe('0-1-2-5-6-7-8-9-10-11-8-9-10-0')
  expect(run.alarmTypes).toEqual([])
})

test('D.12: scenario 2, top loading and the whole delivery', () => {
  const day = aDay().waits(300)
  for (const compartment of [1, 2, 3]) day.opens(compartment, 1)
  day.waits(20)
  for (const [index, volumeL] of full.entries()) day.flows(index + 1, volumeL, 1000).waits(index === 2 ? 0 : 60)
  day.waits(200)
  for (const compartment of [1, 2, 3]) day.closes(compartment, 1)
  day.waits(120).drivesTo(90).waits(120).unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(95)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(run.states).toBe('0-3-4-5-6-7-8-9-10-0')
  expect(run.alarmsOf(213)).toHaveLength(1)
})

test('D.12: scenario 3 on a slip, waiting at the first station: two proofs, two legs, no 207', () => {
  const day = tripHome().opens(1, 0, 2).waits(20).flows(1, -7700, 500).waits(600).shuts().waits(60).drivesTo(110).waits(120)
  day.opens(2, 0, 2).opens(3, 0, 2).waits(20).flows(2, -7700, 500).waits(60).flows(3, -6000, 500).waits(600).shuts().waits(60).drivesTo(115)
  const run = runDay(day.readings, aTruck({ slip: twoStops }))
  expect(run.states).toBe('0-1-2-5-6-7-8-9-10-11-7-8-9-10-0')
  expect(run.alarmsOf(213)).toHaveLength(2)
  expect(run.recordsOf('trip')).toHaveLength(1)
  expect(run.recordsOf('trip-leg')).toHaveLength(2)
  expect(run.alarmTypes).toEqual([])
})

test('[4.4-08] D.12: scenario 14 on a slip, the last station is left with 180 L', () => {
  const day = tripHome().unloads([180, 0, 0], 60).waits(200).shuts().waits(20).drivesTo(95)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(run.states).toBe('0-1-2-5-6-7-8-9-11')
  expect(run.alarmTypes).toEqual([207])
})

test('D.12: on a slip that goes on, product aboard at the first station is no 207', () => {
  const day = tripHome().opens(1, 0, 2).waits(20).flows(1, -7700, 500).waits(60).shuts().waits(20).drivesTo(105)
  expect(runDay(day.readings, aTruck({ slip: twoStops })).alarmTypes).toEqual([])
})

test('the trip of a slip carries its number, and each line how uncertain its loss is', () => {
  const day = tripHome().opens(1, 0).waits(60)
  const [trip] = runDay(day.readings, aTruck({ slip })).recordsOf('trip')
  expect(trip?.properties['slipNo']).toBe('PS20260511001')
  const lines = trip?.properties['lines'] as readonly { uncertaintyL: number; transitLossV20L: number }[]
  expect(lines.map(({ uncertaintyL }) => uncertaintyL > 3 && uncertaintyL < 15)).toEqual([true, true, true])
  expect(Number(trip?.properties['uncertaintyL'])).toBeCloseTo(Math.hypot(...lines.map(({ uncertaintyL }) => uncertaintyL)), 1)
  for (const line of lines) expect(Math.abs(line.transitLossV20L)).toBeLessThan(3 * line.uncertaintyL)
})

test('each leg adds to what a loss over several stations may be wrong by', () => {
  const day = tripHome().opens(1, 0, 2).waits(20).flows(1, -7700, 500).waits(600).shuts().waits(60).drivesTo(110).waits(120)
  day.opens(2, 0, 2).waits(60)
  const legs = runDay(day.readings, aTruck({ slip: twoStops })).recordsOf('trip-leg')
  const sigmas = legs.map(({ properties }) =>
    (properties['lines'] as readonly { uncertaintyL: number }[]).map(({ uncertaintyL }) => uncertaintyL),
  )
  expect(sigmas).toHaveLength(2)
  for (const line of [1, 2]) {
    const [first = 0, both = 0] = sigmas.map((leg) => leg[line] ?? 0)
    expect(first).toBeGreaterThan(3)
    // Two legs alike: one sigma grows by the root of two.
    expect(both / first).toBeCloseTo(Math.SQRT2, 1)
  }
})

const planned = (changes: Partial<DeliverySlip>) => aTruck({ slip: { ...slip, ...changes } })
const loadingKinds = (truck: ReturnType<typeof aTruck>, litres = full): unknown[] =>
  runDay(aDay().waits(300).loads(litres, 60).waits(200).readings, truck)
    .alarmsOf(321)
    .map(({ properties }) => properties['kind'])

test('loading is held against the slip: product, litres and depot', () => {
  expect(loadingKinds(planned({}))).toEqual([])
  expect(loadingKinds(planned({ loads: [{ compartment: 1, oilCode: 0, volumeL: 7700 }] }))).toEqual(['wrong-product'])
  expect(loadingKinds(planned({ loads: [{ compartment: 1, oilCode: 92, volumeL: 7300 }] }))).toEqual(['more-than-plan'])
  expect(loadingKinds(planned({ loads: [{ compartment: 3, oilCode: 92, volumeL: 6500 }] }))).toEqual(['less-than-plan'])
  expect(loadingKinds(planned({ depotPlaceId: 999, loads: [] }))).toEqual(['other-depot', 'other-depot', 'other-depot'])
})

test('a compartment that is loaded again half an hour later is a second loading', () => {
  const day = aDay().waits(300).loads([3000, 3000, 3000], 60).waits(2400).loads([2000, 0, 0], 60).waits(200)
  const [second, ...others] = runDay(day.readings, aTruck()).alarmsOf(321)
  expect(second?.properties).toMatchObject({ kind: 'second-loading', compartment: 1 })
  expect(others).toEqual([])
})

test('[4.5-11] the days of these scenarios go through all twelve process states', () => {
  const bottom = tripHome().unloads([3800, 3800, 3000], 60).waits(200).shuts().waits(60).drivesTo(110).waits(120)
  bottom.unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(0)
  const top = aDay().waits(300).opens(1, 1).waits(20).flows(1, 3000, 1000).waits(200)
  const seen = new Set([bottom, top].flatMap((day) => runDay(day.readings, aTruck()).states.split('-').map(Number)))
  expect([...seen].sort((a, b) => a - b)).toEqual(TRANSPORT_STATES.map((_, state) => state))
})

test('[4.4-11] an abnormal unsealing on the road is alarm 1 with the code 310 of the journal beside it, a chattering probe is 211', () => {
  const opened = onTheRoad().drivesTo(30).waits(240).opens(1, 0).waits(40).closes(1, 0).waits(60)
  expect(runDay(opened.readings, aTruck()).alarmTypes).toEqual([1])
  const chatters = onTheRoad().drivesTo(30).waits(240)
  for (let toggle = 0; toggle < 15; toggle += 1) chatters.opens(1, 0).now(6).closes(1, 0).now(6)
  expect(runDay(chatters.readings, aTruck()).alarmTypes).toEqual([211])
})
