import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Fleet } from './fleet.ts'
import { STAGES } from './scenarios/stages.ts'
import { createFleet } from './test-fleet.ts'
import { createTraining, type Training } from './training.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const startAt = Date.UTC(2026, 9, 14, 3, 20)
const minuteMs = 60_000

let at: number
let fleet: Fleet
let training: Training
beforeEach(() => {
  at = startAt
  fleet = createFleet({ world, seed: 1, startAt, scenariosPerTruckHour: 0 })
  training = createTraining(fleet, () => at)
})

function pass(ms: number): void {
  for (const until = at + ms; at < until;) fleet.advance((at = Math.min(until, at + 5_000)))
}
const stage = (name: string, phone: string | null = null) => training.answer({ ask: 'stage', stage: name, phone })
function state() {
  const answer = training.answer({ ask: 'state' })
  if (!('plays' in answer)) throw new Error('no state')
  return answer
}

test('each accident is listed with what will be seen, and one that is staged begins within a minute and ends', () => {
  expect(state().stages).toEqual(STAGES.map(({ scenario: { name, title }, shows }) => ({ name, title, shows })))
  const answer = stage('roadside-opening')
  expect(answer).toMatchObject({ title: { en: expect.any(String) } })
  expect(state().plays).toMatchObject([{ stage: 'roadside-opening', state: 'waiting', phone: null, startedAt: null }])
  pass(minuteMs)
  const [play] = state().plays
  expect(play).toMatchObject({ state: 'playing', startedAt: expect.any(Number), phone: expect.stringMatching(/^\d{11}$/) })
  pass(60 * minuteMs)
  expect(state().plays).toMatchObject([{ ...play, state: 'over' }])
})

test('a chosen truck plays it; it plays one at a time and may play the next one afterwards', () => {
  const driving = fleet.lives.find(({ body }) => STAGES.some(({ scenario }) => scenario.name === 'gauge-fault' && scenario.suits(body)))
  const phone = driving?.body.row.terminalPhone ?? ''
  stage('gauge-fault', phone)
  pass(10_000)
  expect(state().plays[0]).toMatchObject({ phone, state: 'playing' })
  expect(stage('gauge-fault', phone)).toEqual({ refused: 'truck-busy' })
  expect(stage('roadside-theft', phone)).toEqual({ refused: 'truck-busy' })
  pass(3 * 60 * minuteMs)
  expect(state().plays[0]?.state).toBe('over')
  expect(stage('gauge-fault', phone)).toHaveProperty('id')
})

test('an accident that does not suit its truck within ten minutes is given up', () => {
  const resting = fleet.lives.find(({ body }) => body.activity === 'parked' && body.restsUntil > at + 15 * minuteMs)
  stage('overspeed', resting?.body.row.terminalPhone ?? '')
  pass(9 * minuteMs)
  expect(state().plays[0]?.state).toBe('waiting')
  pass(2 * minuteMs)
  expect(state().plays[0]?.state).toBe('given-up')
  expect(stage('overspeed', resting?.body.row.terminalPhone ?? '')).toHaveProperty('id')
})

test('unknown accidents, foreign trucks and more than six a minute are refused', () => {
  expect(stage('roadside')).toEqual({ refused: 'no-such-stage' })
  expect(stage('roadside-theft', '13900000000')).toEqual({ refused: 'no-such-truck' })
  for (let count = 0; count < 6; count++) expect(stage('hot-cabinet')).toHaveProperty('id')
  expect(stage('hot-cabinet')).toEqual({ refused: 'too-many' })
  at += minuteMs
  expect(stage('hot-cabinet')).toHaveProperty('id')
})

test('the list has the newest twenty; what is not over stays in it, and with twenty of those no more are taken', () => {
  const stageTimes = (count: number, name: string): number[] =>
    Array.from({ length: count }).flatMap(() => {
      const answer = stage(name)
      at += minuteMs / 5
      return 'id' in answer ? [answer.id] : []
    })
  // No time passes for the fleet: all of them wait.
  const waiting = stageTimes(20, 'hot-cabinet')
  expect(stageTimes(1, 'hot-cabinet')).toEqual([])
  expect(stage('hot-cabinet')).toEqual({ refused: 'too-many' })
  expect(state().plays.map(({ id }) => id)).toEqual(waiting.toReversed())
  pass(11 * minuteMs)
  const open = state().plays.filter((play) => play.state === 'waiting' || play.state === 'playing')
  const more = stageTimes(20 - open.length, 'overspeed')
  const listed = state().plays.map(({ id }) => id)
  expect(listed).toHaveLength(20)
  expect(listed).toEqual(expect.arrayContaining([...open.map(({ id }) => id), ...more]))
})
