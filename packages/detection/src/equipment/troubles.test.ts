import { apiThresholdFact } from '@tanker/domain/facts/seal-facts'
import { expect, test } from 'vitest'
import { Moment } from '../moment.ts'
import { aTruck } from '../scenarios/a-day.ts'
import { judgeTrouble, type TroubleOf } from './troubles.ts'
import { createTruckState } from '../truck-engine.ts'

const context = aTruck()
const minute = 60_000
const begin = Date.UTC(2026, 10, 19, 7, 41)
/** Holds for five minutes until it is an alarm. */
const trouble: TroubleOf<typeof apiThresholdFact> = {
  alarm: apiThresholdFact,
  object: 1,
  name: 'threshold',
  record: null,
  holdMs: 5 * minute,
  goodMs: minute,
  value: 3,
  worse: 'more',
  grade: 'yellow',
  properties: { compartment: 1, probeType: 0, open: false, sealCount: 3 },
}

/** What is raised when the condition began at `begin` and the next reading, received as it was taken, comes so much later. */
const raisedAfter = (gapMs: number) => {
  const state = createTruckState()
  judgeTrouble(new Moment(state, begin, begin, context), true, trouble)
  const moment = new Moment(state, begin + gapMs, begin + gapMs, context)
  judgeTrouble(moment, true, trouble)
  return moment.facts
}

test('a condition that held for its minutes is an alarm since it began', () => {
  expect(raisedAfter(5 * minute)).toMatchObject([{ type: 209, startedAt: begin, endedAt: null }])
})

test('a condition of three days ago that the first reading since still shows is an alarm of now, and says since when it may hold', () => {
  const threeDays = 3 * 24 * 60 * minute
  expect(raisedAfter(threeDays)).toMatchObject([
    { type: 209, startedAt: begin + threeDays, live: true, properties: { since: '2026-11-19T07:41:00.000Z' } },
  ])
})
