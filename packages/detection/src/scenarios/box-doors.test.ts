import type { Reading } from '@tanker/domain/reading'
import { expect, test } from 'vitest'
import { aDay, aTruck } from './a-day.ts'
import { runDay } from './run-day.ts'

const full = [7700, 7700, 6000]
const minute = 60
const withDoor = () => aDay().has(0, 13).waits(300).loads(full, 60)
const doors = (readings: readonly Reading[]) => runDay(readings, aTruck()).alarmsOf(210)

/** Unloads in the station with the box door open for more than half an hour; ends as the last litre has flowed. */
const unloading = () => withDoor().drivesTo(90).waits(120).opens(0, 13).unloads([0, 0, 0], 60, 400)

/** The same until the emptying is proven and nothing goes on any more. */
const finished = () => unloading().waits(600).shuts()

test('[truth 4.4] a box door that stands open through an unloading is no alarm', () => {
  const day = unloading()
  expect((day.at - Date.UTC(2026, 4, 11)) / 60_000).toBeGreaterThan(130)
  day.waits(300).closes(0, 13).shuts().waits(120).drivesTo(100)
  expect(doors(day.readings)).toEqual([])
})

test('[truth 4.4] it may stand open ten minutes after the work, and is an alarm beyond', () => {
  const day = finished()
  expect(runDay(day.readings, aTruck()).state.process.state).toBe(0)
  const worked = () => runDay(day.readings, aTruck()).state.custody.doorWorkAt
  expect(worked()).toBeGreaterThan(0)
  expect(doors(day.readings)).toEqual([])
  day.waits((worked() + 600_000 - day.at) / 1000)
  expect(day.at).toBe(worked() + 600_000)
  expect(doors(day.readings)).toEqual([])
  day.waits(10)
  expect(doors(day.readings)).toMatchObject([{ object: 13, startedAt: day.at, grade: 'yellow', properties: { reason: 'long-open' } }])
  day.closes(0, 13).waits(60)
  expect(doors(day.readings)[0]?.endedAt).not.toBeNull()
})

test('[truth 4.4] a truck that moves with its box door open is an alarm at once', () => {
  const day = unloading().shuts().waits(120).drivesTo(92)
  expect(doors(day.readings)).toMatchObject([{ properties: { reason: 'moving' } }])
})

test('[truth 4.4] a door that stands open in a station without any work is an alarm after half an hour', () => {
  const opened = (minutes: number) =>
    doors(
      withDoor()
        .drivesTo(90)
        .waits(120)
        .opens(0, 13)
        .waits(minutes * minute).readings,
    )
  expect(opened(30)).toEqual([])
  expect(opened(31)).toMatchObject([{ grade: 'red', properties: { reason: 'long-open', loaded: true } }])
})

test('[truth 4.4] a door that stands open through a loading, or beside an empty truck that is cleaned in the depot, is no alarm', () => {
  const loading = aDay()
    .has(0, 13)
    .waits(300)
    .opens(0, 13)
    .waits(25 * minute)
    .loads(full, 400)
    .closes(0, 13)
    .waits(60)
  expect(doors(loading.readings)).toEqual([])
  const cleaning = aDay()
    .has(0, 13)
    .waits(300)
    .opens(0, 13)
    .opens(1, 1)
    .waits(3 * 60 * minute)
    .closes(0, 13)
    .closes(1, 1)
    .waits(60)
  expect(runDay(cleaning.readings, aTruck()).alarmTypes).toEqual([])
})

test('[truth 4.4] a door that is opened on the road after the work is an alarm after 15 seconds', () => {
  const day = unloading().closes(0, 13).shuts().waits(300).drivesTo(100).waits(120).opens(0, 13).waits(40)
  expect(doors(day.readings)).toMatchObject([{ grade: 'yellow', properties: { reason: 'outside-area' } }])
})

test('[D-22] two doors of one happening are one alarm that names both', () => {
  const day = withDoor().has(0, 31).drivesTo(30).waits(240).opens(0, 13).now(5).opens(0, 31).waits(60).closes(0, 13).waits(30)
  const [open, ...others] = doors(day.readings)
  expect(others).toEqual([])
  expect(open).toMatchObject({ object: 13, endedAt: null, grade: 'red' })
  expect(open?.properties['openings']).toMatchObject([
    { compartment: 0, probeType: 13 },
    { compartment: 0, probeType: 31, closedAt: null },
  ])
  day.closes(0, 31).waits(30)
  expect(doors(day.readings)).toHaveLength(1)
  expect(doors(day.readings)[0]?.endedAt).not.toBeNull()
})

test('[truth 4.4] late data report the same doors', () => {
  const day = finished().waits(20 * minute)
  const late = day.readings.map((reading) => ({ ...reading, resent: true, receivedAt: reading.at + 7_200_000 }))
  expect(doors(late).map(({ startedAt, live }) => [startedAt, live])).toEqual(
    doors(day.readings).map(({ startedAt }) => [startedAt, false]),
  )
  expect(doors(late)).toHaveLength(1)
})
