import type { Fence } from '@tanker/domain/fences/fence'
import { areaM2, metresOutside } from '@tanker/domain/fences/geo'
import { BOX_DOOR } from '@tanker/domain/devices/probe-type'
import type { Reading } from '@tanker/domain/reading'
import type { DeliverySlip, TruckContext } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { createTruckState, encodeTruckState, restoreTruckState, step } from '../truck-engine.ts'
import { aDay, aTruck, depot, fenceFinder, park, repairShop, secondStation, station } from './a-day.ts'
import { factKey, runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const seeds = [1, 2, 3, 4, 5, 6]
const onTheRoad = (seed: number) => aDay(seed).waits(300).loads(full, 60).drivesTo(30)
const slip: DeliverySlip = { stops: [{ placeId: station.placeId ?? 0, compartments: [1, 2, 3] }] }
const slipElsewhere: DeliverySlip = { stops: [{ placeId: secondStation.placeId ?? 0, compartments: [1, 2, 3] }] }

/** The station's fence ends so many metres before kilometre 90, where the trucks stand. */
function smallFence(outsideM: number, context: Partial<TruckContext> = {}): TruckContext {
  const { shape } = station
  if (shape.shape !== 'circle') throw new Error('the station has a circle')
  const at = shape.lat
  const lng = shape.lng - (shape.radiusM + outsideM) / 111_195 / Math.cos((at * Math.PI) / 180)
  const small: Fence = { ...station, shape: { ...shape, lng } }
  expect(metresOutside(small.shape, shape.lat, shape.lng)).toBeCloseTo(outsideM, 0)
  return aTruck({ fences: fenceFinder([depot, small, secondStation, park, repairShop]), ...context })
}

/** Comes from the other side, so that the road does not lead through the fence. */
const aVisit = (seed: number) => onTheRoad(seed).drivesTo(91).drivesTo(90).waits(120)
const unloadAll = (day: ReturnType<typeof aDay>) => day.unloads([0, 0, 0], 60).waits(600).shuts().waits(60).drivesTo(100)

/** Compartments that an alarm says 30 L or more are gone from, ascending. */
const stolenFrom = (run: ReturnType<typeof runDay>): number[] =>
  run.alarms
    .flatMap(({ properties }) => (properties['compartments'] ?? []) as readonly { compartment: number; lossV20L: number }[])
    .filter(({ lossV20L }) => lossV20L >= 30)
    .map(({ compartment }) => compartment)
    .sort((a, b) => a - b)

const deliveries = (run: ReturnType<typeof runDay>) =>
  run.recordsOf('operation').filter(({ properties }) => properties['direction'] === 'unloading')

for (const outsideM of [5, 30, 60, 79]) {
  test(`[truth 4.7] an unloading ${outsideM} m outside the fence of the slip's station is a delivery there, and one yellow alarm`, () => {
    for (const seed of seeds) {
      const run = runDay(unloadAll(aVisit(seed)).readings, smallFence(outsideM, { slip }))
      expect(run.alarmTypes, `seed ${seed}`).toEqual([333])
      expect(run.states, `seed ${seed}`).toBe('0-1-2-5-6-7-8-9-10-0')
      const [alarm] = run.alarmsOf(333)
      expect(alarm).toMatchObject({ grade: 'yellow', place: { fenceId: station.id, fenceName: station.name } })
      expect(alarm?.properties).toMatchObject({ kind: 'unloaded-outside', fenceId: station.id, suggestedException: 'fence' })
      expect(Math.abs(Number(alarm?.properties['extreme']) - outsideM)).toBeLessThanOrEqual(1)
      expect(alarm?.endedAt).not.toBeNull()
      expect(deliveries(run).map(({ object, place }) => [object, place.fenceId])).toEqual([1, 2, 3].map((n) => [n, station.id]))
      const startedL = deliveries(run).map(({ properties }) => Number(properties['startVolumeL']))
      full.forEach((litres, index) => expect(Math.abs((startedL[index] ?? 0) - litres), `seed ${seed}`).toBeLessThan(25))
      const [leg] = run.recordsOf('trip-leg')
      expect(leg?.properties).toMatchObject({ stationFenceId: station.id, unloaded: true })
      expect(run.recordsOf('cover').every(({ properties }) => properties['judge'] === 'normal')).toBe(true)
    }
  })
}

test('[truth 4.7] 81 m outside is outside: the openings are abnormal and nothing is delivered', () => {
  const run = runDay(unloadAll(aVisit(1)).readings, smallFence(81, { slip }))
  expect(run.alarmTypes).not.toContain(333)
  expect(run.alarmsOf(1).length).toBeGreaterThan(0)
  expect(deliveries(run)).toEqual([])
})

test('[truth 4.7] without a slip every station may be meant, when valves stand open', () => {
  const opened = runDay(unloadAll(aVisit(2)).readings, smallFence(40))
  expect(opened.alarmTypes).toEqual([333])
  expect(opened.states).toBe('0-1-2-5-6-7-8-9-10-0')
  const shut = runDay(aVisit(2).flows(1, -7000, 500).waits(300).readings, smallFence(40))
  expect(shut.alarmTypes).not.toContain(333)
  expect(shut.alarmsOf(202)).toHaveLength(1)
})

test('[truth 4.7] beside a station that the slip does not name an unloading is a theft', () => {
  const run = runDay(unloadAll(aVisit(3)).readings, smallFence(60, { slip: slipElsewhere }))
  expect(run.alarmTypes).not.toContain(333)
  expect(run.alarmsOf(1).every(({ grade }) => grade !== 'yellow')).toBe(true)
  expect(run.alarmsOf(1).length).toBeGreaterThan(0)
  expect(stolenFrom(run)).toEqual([1, 2, 3])
  expect(deliveries(run)).toEqual([])
})

for (const lpm of [60, 100]) {
  test(`[truth 4.7] 100 L drained at ${lpm} L/min beside the slip's station stay a theft, reported within four minutes of the first litre`, () => {
    for (const seed of seeds) {
      const day = aVisit(seed).opens(1, 0, 2).waits(20)
      const openedAt = day.at - 20_000
      day.flows(1, -100, lpm).closes(1, 0, 2).waits(400)
      const run = runDay(day.readings, smallFence(60, { slip }))
      expect(run.alarmTypes, `seed ${seed}`).toContain(1)
      expect(run.alarmTypes, `seed ${seed}`).not.toContain(333)
      expect(stolenFrom(run), `seed ${seed}`).toEqual([1])
      for (const alarm of run.alarmsOf(1)) expect(['red', 'black']).toContain(alarm.grade)
      expect(run.states, `seed ${seed}`).toBe('0-1-2-5-6')
      expect((raisedAt(day.readings, 1, smallFence(60, { slip })) - openedAt) / 60_000, `seed ${seed}`).toBeLessThan(4)
    }
  })
}

/** Device time of the reading that raised the first alarm of the type. */
function raisedAt(readings: readonly Reading[], type: number, context: TruckContext): number {
  const state = createTruckState()
  const raising = readings.find((reading) => step(state, reading, context).facts.some((fact) => fact.is === 'alarm' && fact.type === type))
  return raising?.at ?? Number.POSITIVE_INFINITY
}

test('[truth 4.7] a tap at the roadside beside the station that lets out a compartment not meant for it is a theft', () => {
  const onlyTwo: DeliverySlip = {
    stops: [
      { placeId: station.placeId ?? 0, compartments: [2] },
      { placeId: secondStation.placeId ?? 0, compartments: [1, 3] },
    ],
  }
  const run = runDay(
    aVisit(4).opens(1, 0, 2).waits(20).flows(1, -2000, 500).closes(1, 0, 2).waits(400).readings,
    smallFence(50, { slip: onlyTwo }),
  )
  expect(run.alarmTypes).toContain(1)
  expect(stolenFrom(run)).toEqual([1])
  expect(run.alarmTypes).not.toContain(333)
})

test('[truth 4.7] an opening beside the station that nothing flows from is abnormal: at the drive on, or after ten minutes', () => {
  const opened = () => aVisit(5).opens(1, 0).waits(40)
  const drivesOn = opened().closes(1, 0).waits(60).drivesTo(80)
  const [alarm, ...others] = runDay(drivesOn.readings, smallFence(60, { slip })).alarmsOf(1)
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ grade: 'red', properties: { placeKind: 'elsewhere' } })
  const stays = (seconds: number) => runDay(opened().waits(seconds).readings, smallFence(60, { slip })).alarmTypes
  expect(stays(500)).toEqual([])
  expect(stays(600)).toEqual([1])
})

test('[truth 4.7] far from any station an opening is reported at once, as before', () => {
  const day = onTheRoad(1).drivesTo(70).waits(120).opens(1, 0).waits(30)
  expect(runDay(day.readings, smallFence(60, { slip })).alarmTypes).toEqual([1])
})

test('[truth 4.7] a box door that is opened for the hose at the border is none, and one without an unloading is', () => {
  const day = aVisit(1).has(0, BOX_DOOR).opens(0, BOX_DOOR).waits(60)
  day.opens(1, 0, 2).waits(20).flows(1, -7700, 500).closes(1, 0, 2).closes(0, BOX_DOOR).waits(300)
  expect(runDay(day.readings, smallFence(30, { slip })).alarmTypes).toEqual([333])
  const idle = aVisit(1).has(0, BOX_DOOR).opens(0, BOX_DOOR).waits(60).waits(600)
  expect(runDay(idle.readings, smallFence(30, { slip })).alarmTypes).toEqual([210])
})

/** Fixes of a standing truck wander this far, east and west, from the moment it stops. */
function wander(readings: Reading[], fromAt: number, metres: (index: number) => number): void {
  let index = 0
  for (const { at, position } of readings) {
    if (at < fromAt || position.speedKmh > 0) continue
    position.lng += metres(index) / 111_195 / Math.cos((position.lat * Math.PI) / 180)
    index += 1
  }
}

for (const swingM of [5, 10, 15]) {
  test(`[truth 4.7] fixes that flap ${swingM} m about the border make one visit of it`, () => {
    for (const seed of seeds) {
      const day = onTheRoad(seed).drivesTo(91).drivesTo(90)
      const stoppedAt = day.at
      unloadAll(day.waits(120))
      wander(day.readings, stoppedAt, (index) => swingM * Math.sin(index * 1.7 + seed))
      // More than the fix of a standing truck is held to, or the wander would not be seen.
      const run = runDay(day.readings, smallFence(0, { slip, thresholds: { ...aTruck().thresholds, driftM: 2 } }))
      expect(
        run.alarmTypes.filter((type) => type !== 333),
        `seed ${seed}`,
      ).toEqual([])
      expect(run.alarmsOf(333).length, `seed ${seed}`).toBeLessThanOrEqual(1)
      expect(run.states, `seed ${seed}`).toBe('0-1-2-5-6-7-8-9-10-0')
      expect(deliveries(run)).toHaveLength(3)
      expect(run.recordsOf('trip-leg')).toHaveLength(1)
    }
  })
}

for (const outsideM of [-40, 30]) {
  test(`[truth 4.7] jumps of 500 m while it unloads ${outsideM} m outside do not end the visit`, () => {
    const day = onTheRoad(2).drivesTo(91).drivesTo(90)
    unloadAll(day.waits(120))
    const readings = day.readings.map((reading) => ({ ...reading, position: { ...reading.position } }))
    // Twelve frames in a row every few minutes, reached slowly enough to be believed.
    wander(readings, day.readings.find(({ at, position }) => position.speedKmh === 0 && at > day.at - 5_400_000)?.at ?? 0, (index) => {
      const step = index % 60
      return step < 36 ? 0 : 500 * Math.min(1, (step - 35) / 2, (60 - step) / 2)
    })
    const run = runDay(readings, smallFence(outsideM, { slip }))
    expect(run.alarmTypes.filter((type) => type !== 333)).toEqual([])
    expect(deliveries(run).map(({ place }) => place.fenceId)).toEqual([station.id, station.id, station.id])
    expect(run.recordsOf('trip-leg')).toHaveLength(1)
  })
}

test('[truth 4.7] a truck that unloaded in the fence, drives out and stops 60 m beyond it is outside, regardless of what it does there', () => {
  const shape = station.shape.shape === 'circle' ? station.shape : null
  const outKm = 90 + ((shape?.radiusM ?? 0) + 60) / 1000
  const day = onTheRoad(3).drivesTo(90).waits(120).opens(2, 0, 2).opens(3, 0, 2).waits(20).flows(2, -7700, 500).flows(3, -6000, 500)
  day.waits(200).closes(2, 0, 2).closes(3, 0, 2).waits(30).drivesTo(outKm, 20).waits(150).opens(1, 0, 2).waits(20).flows(1, -100, 100)
  day.closes(1, 0, 2).waits(400)
  const run = runDay(day.readings, aTruck({ slip }))
  expect(run.alarmTypes).toContain(1)
  expect(stolenFrom(run)).toEqual([1])
  expect(run.alarmTypes).not.toContain(333)
})

test('[truth 4.7] loading 40 m outside the depot is a loading there, with one yellow alarm', () => {
  const shape = depot.shape.shape === 'circle' ? depot.shape : null
  const km = ((shape?.radiusM ?? 0) + 40) / 1000
  const day = aDay(1).stands(km).waits(300).loads(full, 60).drivesTo(30)
  const run = runDay(day.readings, aTruck({ slip: { ...slip, depotPlaceId: depot.placeId ?? 0 } }))
  expect(run.alarmTypes).toEqual([333])
  expect(run.alarmsOf(333)[0]?.properties).toMatchObject({ kind: 'loaded-outside', fenceId: depot.id, extreme: 40 })
  expect(run.states).toBe('0-1-2-5-6')
  const far = runDay(
    aDay(1)
      .stands(km + 0.045)
      .waits(300)
      .loads(full, 60)
      .drivesTo(30).readings,
    aTruck({ slip: { ...slip, depotPlaceId: depot.placeId ?? 0 } }),
  )
  expect(far.alarmTypes).toContain(321)
  expect(far.alarmTypes).not.toContain(333)
})

test('[truth 4.7] late data give the same rows, and pop nothing up; a state kept on the way and read again too', () => {
  const { readings } = unloadAll(aVisit(6))
  const context = smallFence(30, { slip })
  const now = runDay(readings, context)
  const late = runDay(
    readings.map((reading) => ({ ...reading, receivedAt: reading.at + 7_200_000 })),
    context,
  )
  const bare = (run: ReturnType<typeof runDay>) => run.rows.map((fact) => ({ ...fact, live: true }))
  expect(bare(late)).toEqual(bare(now))
  expect(late.alarms.every(({ live }) => !live)).toBe(true)

  let state = createTruckState()
  const latest = new Map<string, unknown>()
  readings.forEach((reading, index) => {
    for (const fact of step(state, reading, context).facts) latest.set(factKey(fact), fact)
    const recent = readings.slice(Math.max(0, index - 200), index + 1).filter(({ at }) => at > reading.at - 15 * 60_000)
    if (index % 7 === 0) state = restoreTruckState(encodeTruckState(state), recent, context)
  })
  expect([...latest.values()]).toEqual(now.rows)
})

test('[truth 4.7] a city zone about the station changes nothing', () => {
  const zone: Fence = { ...park, id: 9, kind: 'custom', name: '市区', shape: { shape: 'circle', lat: 31, lng: 121.9, radiusM: 20_000 } }
  const inner = smallFence(30, { slip })
  const context = { ...inner, fences: { near: (lat: number, lng: number, m: number) => [...inner.fences.near(lat, lng, m), zone] } }
  expect(areaM2(zone.shape)).toBeGreaterThan(1e9)
  const run = runDay(unloadAll(aVisit(1)).readings, context)
  expect(run.alarmTypes).toEqual([333])
  expect(deliveries(run)).toHaveLength(3)
})

test('[truth 4.7] a truck that couples and waits for the flow is trusted for ten minutes; then the openings are reported, and the delivery stays', () => {
  const coupled = (waitS: number) => {
    const day = aVisit(2)
    for (const compartment of [1, 2, 3]) day.opens(compartment, 0, 2)
    return runDay(unloadAll(day.waits(waitS)).readings, smallFence(60, { slip }))
  }
  const soon = coupled(480)
  expect(soon.alarmTypes).toEqual([333])
  expect(deliveries(soon)).toHaveLength(3)
  const late = coupled(900)
  expect(late.alarmsOf(1).length).toBeGreaterThan(0)
  expect(late.alarmsOf(1).every(({ properties }) => properties['suggestedException'] === 'fence')).toBe(true)
  expect(late.alarmsOf(333)).toHaveLength(1)
  expect(late.alarmTypes).not.toContain(202)
  expect(deliveries(late).map(({ place }) => place.fenceId)).toEqual([station.id, station.id, station.id])
})

test.each([20, 30, 45])('[truth 4.7] a frame each %i s says the same', (everyS) => {
  const readings: Reading[] = []
  let probes: Reading['probes'] = []
  for (const reading of unloadAll(aVisit(4)).readings) {
    // Seals are sent with the next frame.
    if (reading.probes.length > 0) probes = reading.probes
    if (reading.at % (everyS * 1_000) !== 0) continue
    readings.push({ ...reading, probes })
    probes = []
  }
  const run = runDay(readings, smallFence(40, { slip }))
  expect(run.alarmTypes).toEqual([333])
  expect(deliveries(run).map(({ place }) => place.fenceId)).toEqual([station.id, station.id, station.id])
})
