import type { Reading } from '@tanker/domain/reading'
import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { mergeLoads } from '@tanker/domain/loss/slip-loads'
import { expect, test } from 'vitest'
import { aDay, aTruck, depot, secondStation, station } from './a-day.ts'
import { createTruckState, step } from '../truck-engine.ts'
import { runDay } from './run-day.ts'

/** Stops of a slip that lie at one place (domain rule D.3, row 18). */
const at = (fence: typeof station, ...compartments: number[]) => ({ placeId: fence.placeId ?? 0, compartments })
const oneStation: DeliverySlip = { stops: [at(station, 1), at(station, 2, 3)] }

const atStation = () => aDay(2).waits(300).loads([7700, 7700, 6000], 60).drivesTo(90).waits(120)
const unloads = (day: ReturnType<typeof aDay>, ...compartments: number[]) => {
  for (const compartment of compartments) day.opens(compartment, 0, 2).waits(30).flows(compartment, -day.truly(compartment), 500).waits(60)
  return day.waits(600).shuts().waits(60)
}
const notUnloaded = (readings: readonly Reading[], slip: DeliverySlip) =>
  runDay(readings, aTruck({ slip }))
    .alarmsOf(207)
    .map(({ properties }) => properties['compartments'])

test('a slip with two stops at one station, visited once: what did not flow is one 207, no matter which of the stops named it', () => {
  const missed: readonly (readonly [readonly number[], readonly number[]])[] = [
    [[1], [2, 3]],
    [[2, 3], [1]],
    [[1, 2], [3]],
  ]
  for (const [flows, stays] of missed) {
    const day = unloads(atStation(), ...flows).drivesTo(100)
    expect(notUnloaded(day.readings, oneStation)).toEqual([stays])
  }
  const late = unloads(atStation(), 1).drivesTo(100).readings
  const resent = late.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(notUnloaded(resent, oneStation)).toEqual([[2, 3]])
})

test('a slip with two stops at one station, all of it unloaded in one visit: one proof for all, no 207, no other alarm', () => {
  const run = runDay(unloads(atStation(), 1, 2, 3).drivesTo(100).readings, aTruck({ slip: oneStation }))
  expect(run.alarmTypes).toEqual([])
  expect(run.alarmsOf(213)).toHaveLength(1)
  expect(run.recordsOf('trip')[0]?.properties).toMatchObject({ outcome: 'delivered', legs: 1 })
})

test('with a further station on the slip, what that one gets may stay aboard, and nothing else', () => {
  const slip: DeliverySlip = { stops: [at(station, 1), at(station, 2), at(secondStation, 3)] }
  expect(notUnloaded(unloads(atStation(), 1, 2).drivesTo(105).readings, slip)).toEqual([])
  expect(notUnloaded(unloads(atStation(), 1).drivesTo(105).readings, slip)).toEqual([[2]])
})

test('a slip that comes back to a station after another one: its second stop there is judged at the second visit', () => {
  const slip: DeliverySlip = { stops: [at(station, 1), at(secondStation, 2), at(station, 3)] }
  const between = () => unloads(unloads(atStation(), 1).drivesTo(110).waits(120), 2).drivesTo(90).waits(120)
  expect(notUnloaded(unloads(atStation(), 1).drivesTo(105).readings, slip)).toEqual([])
  expect(notUnloaded(unloads(between(), 3).drivesTo(80).readings, slip)).toEqual([])
  expect(notUnloaded(between().opens(3, 0).waits(60).shuts().waits(60).drivesTo(80).readings, slip)).toEqual([[3]])
})

test('a further stop that gets nothing of the load does not count: half of a compartment that stays is reported at its last station', () => {
  const slip: DeliverySlip = { stops: [at(station, 1, 2), at(secondStation, 3)] }
  const day = aDay(2).waits(300).loads([7700, 7700, 0], 60).drivesTo(90).waits(120)
  day.opens(1, 0, 2).waits(30).flows(1, -4000, 500).waits(400).shuts().waits(60).drivesTo(100)
  expect(notUnloaded(day.readings, slip)).toEqual([[1, 2]])
})

test('two slips of one load: their stations are both stations of the trip, and each compartment is judged by its own slip', () => {
  const first = { slipNo: 'P1', depotPlaceId: depot.placeId ?? 0, stops: [at(station, 1, 2)] }
  const second = { slipNo: 'P2', depotPlaceId: depot.placeId ?? 0, stops: [at(secondStation, 3)] }
  const both = mergeLoads([first, second].map((slip) => ({ plannedAt: 0, slip })))[0]?.slip ?? first
  const delivered = () => unloads(unloads(atStation(), 1, 2).drivesTo(110).waits(120), 3).drivesTo(115)
  const run = runDay(delivered().readings, aTruck({ slip: both }))
  expect(run.alarmTypes).toEqual([])
  expect(run.recordsOf('trip')[0]?.properties).toMatchObject({ slipNo: 'P1、P2', outcome: 'delivered', legs: 2 })
  // A station that no slip names is still none of the trip.
  expect(runDay(delivered().readings, aTruck({ slip: first })).alarmTypes).toContain(1)
  const other = unloads(atStation(), 1, 3).drivesTo(105)
  expect(runDay(other.readings, aTruck({ slip: both })).alarmsOf(322)).toMatchObject([
    { properties: { compartment: 3, reason: 'other-stop' } },
  ])
  expect(notUnloaded(other.readings, both)).toEqual([[2]])
})

test.each([250, 1200, 3000])('%d L that stay of a compartment for no further stop, while another station is ahead, are a 207', (keepL) => {
  const slip: DeliverySlip = { stops: [at(station, 1), at(secondStation, 2, 3)] }
  const leaves = (stops: DeliverySlip) => {
    const day = atStation()
      .opens(1, 0, 2)
      .waits(30)
      .flows(1, keepL - 7700, 500)
      .waits(600)
      .shuts()
      .waits(60)
      .drivesTo(105)
    return notUnloaded(day.readings, stops)
  }
  expect(leaves(slip)).toEqual([[1]])
  // The rest of it is named for the next station.
  expect(leaves({ stops: [at(station, 1), at(secondStation, 1, 2, 3)] })).toEqual([])
})

test('a slip of three that comes back to its first station, delivered in any order of visits, is no 207', () => {
  const slip: DeliverySlip = { stops: [at(station, 1), at(secondStation, 2), at(station, 3)] }
  const bothFirst = unloads(unloads(atStation(), 1, 3).drivesTo(110).waits(120), 2).drivesTo(80)
  expect(notUnloaded(bothFirst.readings, slip)).toEqual([])
  const fromTheSecond = aDay(2).waits(300).loads([7700, 7700, 6000], 60).drivesTo(110).waits(120)
  expect(notUnloaded(unloads(unloads(fromTheSecond, 2).drivesTo(90).waits(120), 1, 3).drivesTo(80).readings, slip)).toEqual([])
  const thirdFirst = unloads(unloads(unloads(atStation(), 3).drivesTo(110).waits(120), 2).drivesTo(90).waits(120), 1)
  expect(notUnloaded(thirdFirst.drivesTo(80).readings, slip)).toEqual([])
})

test('a night between two stations of the slip is no 207; without a slip, or for what no further stop gets, it is one', () => {
  const slip: DeliverySlip = { stops: [at(station, 1), at(secondStation, 2, 3)] }
  const night = () => unloads(atStation(), 1).drivesTo(100).waits(10_000, 60)
  expect(notUnloaded(night().readings, slip)).toEqual([])
  expect(notUnloaded(unloads(night().drivesTo(110).waits(120), 2, 3).drivesTo(120).readings, slip)).toEqual([])
  expect(runDay(night().readings, aTruck()).alarmsOf(207)).toHaveLength(1)
  expect(notUnloaded(night().readings, { stops: [at(station, 1, 2), at(secondStation, 3)] })).toEqual([[2]])
  // Back at the depot with it, it is one, on that slip too.
  expect(notUnloaded(night().drivesTo(0).waits(400).readings, slip)).toEqual([[2, 3]])
  const late = night().readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 20_000_000 }))
  expect(notUnloaded(late, slip)).toEqual([])
})

test('a slip that is withdrawn or changed in the night: what no stop is left for is a 207 then', () => {
  const slip: DeliverySlip = { stops: [at(station, 1), at(secondStation, 2, 3)] }
  const day = unloads(atStation(), 1).drivesTo(100)
  const before = day.readings.length
  const { readings } = day.waits(10_000, 60)
  const withdrawn = createTruckState()
  const types = readings.flatMap((reading, i) => {
    const context = i < before + 100 ? aTruck({ slip }) : aTruck({ slip: { stops: [at(station, 1, 2, 3)] } })
    return step(withdrawn, reading, context).facts.filter(({ is }) => is === 'alarm')
  })
  expect(types.map((fact) => (fact.is === 'alarm' ? fact.type : 0))).toContain(207)
})

test('a station that the slip does not name, visited without a drop, leaves the stops of the slip to come', () => {
  const elsewhere: DeliverySlip = { stops: [at(secondStation, 1, 2, 3)] }
  const visit = () => atStation().opens(3, 0).waits(240).shuts().waits(300)
  expect(notUnloaded(unloads(visit().drivesTo(110).waits(120), 1, 2, 3).drivesTo(120).readings, elsewhere)).toEqual([])
  // Back at the depot with all of it, it is one.
  expect(notUnloaded(visit().drivesTo(0).waits(400).readings, elsewhere)).toEqual([[1, 2, 3]])
  // What flows at another station than the slip's was its stop.
  expect(notUnloaded(unloads(atStation(), 1).drivesTo(105).readings, elsewhere)).toEqual([[2, 3]])
})
