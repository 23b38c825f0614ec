import { expect, test } from 'vitest'
import type { Exemption } from '@tanker/domain/trucks/exemption'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** Loaded, a manhole of compartment 1 opened beside the road for a minute; product may go. */
function roadside(exemptions: readonly Exemption[], litres = 0) {
  const day = aDay(3).waits(300).loads([7700, 7700, 6000], 200).drivesTo(40).waits(240).opens(1, 1).waits(60)
  if (litres > 0) day.unloads([7700 - litres, 7700, 6000], 200)
  return runDay(day.shuts().waits(400).readings, aTruck({ exemptions }))
}

const always: Exemption = { id: 3, reason: '探头检修', placeId: null, compartment: null, fromAt: 0, untilAt: Infinity, daily: null }
const openings = (day: ReturnType<typeof roadside>) =>
  day.recordsOf('cover').filter(({ object, properties }) => object === 101 && properties['placeKind'] !== 'trip-depot')

test('an opening that an exemption covers is normal, and its row says which one it was', () => {
  expect(roadside([]).alarmsOf(1)).toHaveLength(1)
  const covered = roadside([always])
  expect(covered.alarmsOf(1)).toEqual([])
  expect(openings(covered).map(({ properties }) => [properties['judge'], properties['exemption']])).toEqual([['normal', '#3 探头检修']])
})

test('an exemption that has expired, of another compartment or of another place covers nothing, and the row names none', () => {
  const openedAt = openings(roadside([]))[0]?.startedAt ?? 0
  for (const other of [{ untilAt: openedAt }, { fromAt: openedAt + 1 }, { compartment: 2 }, { placeId: 5 }]) {
    const day = roadside([{ ...always, ...other }])
    expect(day.alarmsOf(1), JSON.stringify(other)).toHaveLength(1)
    expect(openings(day).map(({ properties }) => properties['exemption'])).toEqual([undefined])
  }
  expect(roadside([{ ...always, fromAt: openedAt, untilAt: openedAt + 1, compartment: 1 }]).alarmsOf(1)).toEqual([])
})

test('product that goes at an exempt opening is an alarm all the same', () => {
  expect(roadside([always], 400).alarmTypes.length).toBeGreaterThan(0)
})
