import type { Reading } from '@tanker/domain/reading'
import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, station } from './a-day.ts'
import { runDay } from './run-day.ts'

/** One happening is one alarm (domain rule D.6): openings and litres of one place and time. */
const full = [7700, 7700, 6000]
const onTheRoad = (seed = 1) => aDay(seed).has(0, 13).waits(300).loads(full, 60)
const slip: DeliverySlip = {
  slipNo: 'PS1',
  depotPlaceId: depot.placeId ?? 0,
  loads: [],
  stops: [{ placeId: station.placeId ?? 0, compartments: [1, 2, 3] }],
}
const probesOf = (openings: unknown): unknown[] =>
  (openings as readonly { compartment: number; probeType: number }[]).map(({ compartment, probeType }) => compartment * 100 + probeType)
const late = (readings: readonly Reading[]) => readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))

const theft = () => {
  const day = onTheRoad().drivesTo(30).waits(240).opens(1, 2).now(5).opens(1, 0, 1).opens(2, 2, 0).waits(20)
  return day.flows(1, -300, 200).flows(2, -100, 200).closes(1, 0, 1, 2).closes(2, 0, 2).waits(400)
}

test('[truth 4.9] a theft through several seals is one black alarm with all probes and the litres of each compartment', () => {
  const run = runDay(theft().readings, aTruck())
  expect(run.alarmTypes).toEqual([1])
  const [alarm] = run.alarmsOf(1)
  expect(alarm).toMatchObject({ object: 102, grade: 'black', properties: { compartment: 1, probeType: 2, count: 5, judge: 'loss' } })
  expect(probesOf(alarm?.properties['openings'])).toEqual([102, 100, 101, 200, 202])
  for (const opening of (alarm?.properties['openings'] ?? []) as readonly { openedAt: number; closedAt: number }[]) {
    expect(opening.closedAt).toBeGreaterThan(opening.openedAt)
  }
  const litres = alarm?.properties['compartments'] as readonly { compartment: number; lossV20L: number }[]
  expect(litres.map(({ compartment }) => compartment)).toEqual([1, 2])
  // The volume at 20 °C is a hundredth less than what flowed.
  expect(Math.abs((litres[0]?.lossV20L ?? 0) - 297)).toBeLessThan(12)
  expect(Math.abs((litres[1]?.lossV20L ?? 0) - 99)).toBeLessThan(12)
  expect(Number(alarm?.properties['lossV20L'])).toBeCloseTo((litres[0]?.lossV20L ?? 0) + (litres[1]?.lossV20L ?? 0), 1)
  expect(Number(alarm?.properties['uncertaintyL'])).toBeGreaterThan(3)
})

test('[truth 4.9] nothing of the journal is lost: a cover record for each probe, a discharge and a ledger entry for each compartment', () => {
  const run = runDay(theft().readings, aTruck())
  const covers = run.recordsOf('cover').filter(({ properties }) => properties['abnormal'] === true)
  expect(covers.map(({ object }) => object).sort()).toEqual([100, 101, 102, 200, 202])
  const discharges = run.records.filter(({ name }) => name === 'private-discharge')
  expect(discharges.map(({ properties }) => properties['compartment']).sort()).toEqual([1, 2])
  const drains = run.recordsOf('ledger').filter(({ properties }) => properties['entry'] === 'drain')
  expect(new Set(drains.map(({ properties }) => properties['compartment']))).toEqual(new Set([1, 2]))
})

test('[truth 4.9] the station does not report the same litres again, and its 202 names the compartments of the new loss', () => {
  const same = runDay(theft().drivesTo(90).waits(300).opens(3, 0).waits(60).readings, aTruck({ slip }))
  expect(same.alarmTypes).toEqual([1])
  const more = theft().drivesTo(60).waits(400).flows(3, -25, 100)
  // Another 25 L of each compartment, which no rule sees at the stop.
  more.flows(1, -25, 100).flows(2, -25, 100).waits(200).drivesTo(90).waits(300).opens(3, 0).waits(60)
  const run = runDay(more.readings, aTruck({ slip }))
  expect(run.alarmTypes).toEqual([1, 202])
  const [loss] = run.alarmsOf(202)
  expect(Math.abs(Number(loss?.properties['loss']) - 74)).toBeLessThan(25)
  const compartments = loss?.properties['compartments'] as readonly { compartment: number; lossV20L: number; toldV20L: number }[]
  expect(compartments.map(({ compartment }) => compartment)).toEqual([1, 2, 3])
  expect(Math.abs((compartments[0]?.toldV20L ?? 0) - 297)).toBeLessThan(12)
  expect(compartments[2]?.toldV20L).toBe(0)
})

test('[truth 4.9] litres seen first keep their alarm: an opening behind them makes it black and adds its probe', () => {
  const day = onTheRoad()
    .drivesTo(30)
    .waits(240)
    .flows(1, -60, 120)
    .waits(200)
    .opens(1, 0)
    .waits(40)
    .flows(1, -60, 120)
    .closes(1, 0)
    .waits(400)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([322])
  const [alarm] = run.alarmsOf(322)
  expect(alarm).toMatchObject({ object: 1, grade: 'black' })
  expect(probesOf(alarm?.properties['openings'])).toEqual([100])
  expect(Math.abs(Number(alarm?.properties['lossV20L']) - 119)).toBeLessThan(15)
})

test('[truth 4.9] two compartments that fall at one stop without an opening are one red alarm', () => {
  const day = onTheRoad().drivesTo(30).waits(240).flows(1, -60, 120).waits(120).flows(2, -60, 120).waits(300)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([322])
  expect(run.alarmsOf(322)[0]).toMatchObject({ object: 1, grade: 'red' })
  expect(run.alarmsOf(322)[0]?.properties['compartments']).toMatchObject([{ compartment: 1 }, { compartment: 2 }])
})

test('[truth 4.9] openings at two places, or more than ten minutes apart, are two alarms; ten minutes apart are one', () => {
  const opensAgainAfter = (seconds: number) => {
    const day = onTheRoad().drivesTo(30).waits(240).opens(1, 0).waits(40).closes(1, 0).waits(10)
    return runDay(
      day
        .waits(seconds - 10)
        .opens(2, 0)
        .waits(40)
        .closes(2, 0)
        .waits(300).readings,
      aTruck(),
    ).alarmTypes
  }
  expect(opensAgainAfter(600)).toEqual([1])
  expect(opensAgainAfter(650)).toEqual([1, 1])
  const apart = onTheRoad().drivesTo(30).waits(240).opens(1, 0).waits(40).closes(1, 0).waits(60).drivesTo(33).waits(60)
  expect(runDay(apart.opens(1, 0).waits(40).closes(1, 0).waits(300).readings, aTruck()).alarmTypes).toEqual([1, 1])
})

test('[truth 4.9] one theft is one opening of the day: only the third place makes an opening without litres black', () => {
  const grades = (places: number) => {
    const day = onTheRoad()
    for (let place = 1; place <= places; place += 1) {
      day
        .drivesTo(20 + place * 5)
        .waits(240)
        .opens(1, 0, 1, 2)
        .opens(2, 0)
        .waits(40)
        .closes(1, 0, 1, 2)
        .closes(2, 0)
        .waits(700)
    }
    return runDay(day.readings, aTruck())
      .alarmsOf(1)
      .map(({ grade }) => grade)
  }
  expect(grades(1)).toEqual(['red'])
  expect(grades(3)).toEqual(['red', 'red', 'black'])
})

test('[truth 4.4] an unfinished unloading or emptying is never black, however many red alarms the truck has', () => {
  const day = onTheRoad()
  for (let place = 1; place <= 3; place += 1)
    day
      .drivesTo(20 + place * 5)
      .waits(240)
      .opens(1, 0)
      .waits(40)
      .closes(1, 0)
      .waits(700)
  day.drivesTo(90).waits(120).unloads([180, 180, 180], 60).waits(200).shuts().waits(60).drivesTo(110)
  const run = runDay(day.readings, aTruck({ slip }))
  const unfinished = run.alarms.filter(({ type }) => type === 207 || type === 208)
  expect(unfinished.length).toBeGreaterThan(0)
  expect(unfinished.map(({ grade }) => grade)).not.toContain('black')
})

test('[truth 4.9] a box door before the valves is part of the unsealing: its own alarm ends and names it', () => {
  const day = onTheRoad().drivesTo(30).waits(240).opens(0, 13).waits(60).opens(1, 0).waits(60).closes(1, 0).closes(0, 13).waits(300)
  const run = runDay(day.readings, aTruck())
  expect(run.alarmTypes).toEqual([1, 210])
  const [unsealing] = run.alarmsOf(1)
  expect(probesOf(unsealing?.properties['openings'])).toEqual([100, 13])
  const [door] = run.alarmsOf(210)
  expect(door?.endedAt).toBeLessThanOrEqual((unsealing?.startedAt ?? 0) + 20_000)
  expect(door?.properties['partOf']).toEqual({ type: 1, startedAt: unsealing?.startedAt, object: 100 })
  const valveFirst = onTheRoad().drivesTo(30).waits(240).opens(1, 0).waits(30).opens(0, 13).waits(60).closes(1, 0).closes(0, 13).waits(300)
  const other = runDay(valveFirst.readings, aTruck())
  expect(other.alarmTypes).toEqual([1])
  expect(probesOf(other.alarmsOf(1)[0]?.properties['openings'])).toEqual([100, 13])
})

test('[truth 4.9] late data make the same single alarm, as history', () => {
  const run = runDay(late(theft().readings), aTruck())
  const fresh = runDay(theft().readings, aTruck())
  expect(run.alarms.map(({ type, startedAt, object, grade }) => [type, startedAt, object, grade])).toEqual(
    fresh.alarms.map(({ type, startedAt, object, grade }) => [type, startedAt, object, grade]),
  )
  expect(run.alarms.every(({ live }) => !live)).toBe(true)
})

test('[truth 4.7] covers opened just outside the fence of a station of the slip belong to its unloading', () => {
  const at = (km: number, truck: ReturnType<typeof aTruck>) => {
    const day = onTheRoad().drivesTo(km).waits(240).opens(1, 0, 2).waits(60).closes(1, 0, 2).waits(300)
    return runDay(day.readings, truck).alarmTypes
  }
  // The station's fence has a radius of 150 m around kilometre 90.
  expect(at(89.78, aTruck({ slip }))).toEqual([])
  expect(at(89.7, aTruck({ slip }))).toEqual([1])
  expect(at(89.78, aTruck({ slip: { ...slip, stops: [] } }))).toEqual([1])
})

/** Left the station with a residue too small to report, and stands at the roadside. */
const withResidue = (residueL = 95) => {
  const day = aDay().waits(300).loads(full, 60).drivesTo(90).waits(120).unloads([residueL, 0, 0], 60)
  return day.waits(200).shuts().waits(20).drivesTo(100).waits(400)
}

test('[truth 4.9] a residue that goes through an open seal is one alarm, an unsealing with its litres', () => {
  const open = withResidue().opens(1, 0, 2).waits(20).flows(1, -85, 60).waits(600)
  const closed = withResidue().opens(1, 0, 2).waits(400).flows(1, -85, 60).closes(1, 0, 2).waits(400)
  for (const day of [open, closed]) {
    const run = runDay(day.readings, aTruck())
    expect(run.alarmTypes.filter((type) => type !== 208)).toEqual([1])
    const [alarm] = run.alarmsOf(1)
    expect(alarm).toMatchObject({ grade: 'black', properties: { judge: 'loss' } })
    expect(Math.abs(Number(alarm?.properties['lossL']) - 85)).toBeLessThan(12)
  }
  const shut = runDay(withResidue().flows(1, -85, 60).waits(600).readings, aTruck())
  expect(shut.alarmTypes.filter((type) => type !== 208)).toEqual([330])
})

test('a residue that goes hours after its seal was opened is an alarm of now, not of then', () => {
  const day = withResidue(45).drivesTo(45).waits(400).opens(1, 0)
  day
    .waits(3 * 3600)
    .flows(1, -40, 60)
    .waits(400)
  const [alarm, ...others] = runDay(day.readings, aTruck()).alarmsOf(1)
  expect(others).toEqual([])
  expect(day.at - (alarm?.startedAt ?? 0)).toBeLessThan(25 * 60_000)
  expect(alarm?.properties['openings']).toMatchObject([{ compartment: 1, probeType: 0 }])
})

test('covers that are left open at many places keep a bounded number of happenings', () => {
  const day = onTheRoad()
  let place = 0
  for (const compartment of [1, 2, 3]) {
    for (const type of [0, 1, 2]) {
      place += 1
      day
        .drivesTo(place * 5, 40)
        .waits(60)
        .opens(compartment, type)
        .waits(700)
    }
  }
  const run = runDay(day.readings, aTruck())
  expect(run.alarmsOf(1)).toHaveLength(9)
  expect(run.state.custody.happenings.length).toBeLessThanOrEqual(8)
})

test('[D-30] litres that went into another compartment of the truck are reported as moved, not as a loss of zero', () => {
  const day = aDay(3).waits(300).loads([7700, 4000, 4000], 60).drivesTo(30).waits(240).opens(1, 0, 2).opens(2, 0, 2).waits(20)
  day.transfers(1, 2, 800, 300).waits(30).closes(1, 0, 2).closes(2, 0, 2).waits(400)
  const [alarm, ...others] = runDay(day.readings, aTruck()).alarmsOf(1)
  expect(others).toEqual([])
  expect(Math.abs(Number(alarm?.properties['movedL']) - 800)).toBeLessThan(20)
  expect(Number(alarm?.properties['lossL'])).toBe(0)
  const moved = (alarm?.properties['compartments'] ?? []) as readonly { compartment: number; movedL?: number }[]
  expect(moved.map(({ compartment, movedL = 0 }) => [compartment, Math.sign(movedL)])).toEqual([
    [1, 1],
    [2, -1],
  ])
})
