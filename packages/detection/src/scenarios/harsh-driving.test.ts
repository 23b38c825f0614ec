import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

/** A minute on the road, then one speed a second, then on at the last of them. */
const speeds = (...kmh: readonly number[]): readonly Reading[] => {
  const day = aDay()
    .stands(100)
    .waits(60)
    .drivesFor(60, kmh[0] ?? 0)
  for (const speed of kmh) day.drivesFor(1, speed, 1)
  return day.drivesFor(5, kmh.at(-1) ?? 0, 1).drivesFor(120, 40).readings
}
const alarmsOf = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(5)

test('[4.4-02] from 60 to 30 km/h within two seconds is harsh braking, with its greatest rate', () => {
  const [alarm, ...more] = alarmsOf(speeds(60, 45, 30, 30))
  expect(more).toEqual([])
  // 15 km/h in a second are 4.17 m/s².
  expect(alarm).toMatchObject({
    grade: 'yellow',
    object: 1,
    properties: { kind: 'braking', peakMs2: 4.17, fromKmh: 60, toKmh: 30, durationS: 2, count: 1, loaded: false, driverName: '王师傅' },
  })
  expect((alarm?.endedAt ?? 0) - (alarm?.startedAt ?? 0)).toBe(2000)
})

test('braking by 10 km/h in a second is none, by 11 it is one: the limit is 3 m/s²', () => {
  expect(alarmsOf(speeds(60, 50, 50))).toEqual([])
  expect(alarmsOf(speeds(60, 49, 49)).map(({ properties }) => properties['peakMs2'])).toEqual([3.06])
})

test('acceleration has a limit of its own: 7 km/h in a second is none, 8 is one', () => {
  expect(alarmsOf(speeds(30, 37, 37))).toEqual([])
  expect(alarmsOf(speeds(30, 38, 38)).map(({ properties }) => properties['kind'])).toEqual(['acceleration'])
})

test('a speed that is wrong for one fix is neither braking nor acceleration', () => {
  expect(alarmsOf(speeds(60, 30, 60, 60))).toEqual([])
  expect(alarmsOf(speeds(40, 70, 40, 40))).toEqual([])
})

test('positions ten seconds apart say nothing, nor does a crawl', () => {
  const day = aDay().stands(100).waits(60).drivesFor(60, 70).drivesFor(60, 20).drivesFor(60, 70)
  expect(alarmsOf(day.readings)).toEqual([])
  expect(alarmsOf(speeds(9, 0, 0))).toEqual([])
})

test('twice within a minute is one alarm that counts, later it is another', () => {
  const day = aDay().stands(100).waits(60).drivesFor(60, 60)
  for (const kmh of [60, 45, 45]) day.drivesFor(1, kmh, 1)
  day.drivesFor(20, 48, 1)
  for (const kmh of [48, 35, 35]) day.drivesFor(1, kmh, 1)
  day.drivesFor(90, 38, 1)
  for (const kmh of [38, 24, 24]) day.drivesFor(1, kmh, 1)
  expect(alarmsOf(day.drivesFor(60, 24).readings).map(({ properties }) => properties['count'])).toEqual([2, 1])
})

test('[truth 5] what the device reports by its own sensor is its alarm alone', () => {
  const braking = speeds(60, 45, 30, 30)
  const said = braking.map((reading, i) =>
    i === 13 ? { ...reading, safety: [{ item: 0x70, type: 0x02, flag: 0 as const, level: 1, alarmId: 7, attachments: 0 }] } : reading,
  )
  expect(runDay(said, aTruck()).alarmTypes).toEqual([27])
})

test('[truth 5] what the device reports some seconds later is the same: one alarm, the device’s; a minute later it is another', () => {
  const braking = speeds(60, 45, 30, 30)
  const end = braking.findIndex(({ at }, i) => i > 13 && at - (braking[13]?.at ?? 0) >= 6_000)
  const said = (index: number) =>
    braking.map((reading, i) =>
      i === index ? { ...reading, safety: [{ item: 0x70, type: 0x02, flag: 0 as const, level: 1, alarmId: 7, attachments: 0 }] } : reading,
    )
  expect(runDay(said(end), aTruck()).alarmTypes).toEqual([27])
  expect(runDay(said(braking.length - 1), aTruck()).alarmTypes.toSorted()).toEqual([27, 5])
})

test('late: the same readings out of order of receipt give the same alarm', () => {
  const readings = speeds(60, 45, 30, 30)
  const late = readings.map((reading) => ({ ...reading, receivedAt: reading.at + 3_600_000, resent: true }))
  const [alarm] = alarmsOf(late)
  expect(alarm).toMatchObject({ live: false, properties: { peakMs2: 4.17 } })
})
