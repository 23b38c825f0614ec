import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFleet } from '../test-fleet.ts'
import { loadWorld } from '../world.ts'
import { allScenarios } from './all-scenarios.ts'
import { stageList, stageOf, STAGES } from './stages.ts'

const world = loadWorld(join(import.meta.dirname, '../../world'))

test('each scenario to be shown on request is one of the fleet, and the list names it in both languages', () => {
  const names = STAGES.map(({ scenario }) => scenario.name)
  expect(new Set(names).size).toBe(names.length)
  const list = stageList()
  for (const { scenario, shows } of STAGES) {
    expect(allScenarios).toContain(scenario)
    for (const words of [scenario.name, scenario.title.zh, scenario.title.en, shows.zh, shows.en]) expect(list).toContain(words)
  }
  expect(stageOf('roadside-theft')?.scenario.name).toBe('roadside-theft')
  expect(stageOf('roadside')).toBeUndefined()
})

test.each([1, 7, 13, 19])('at %i o’clock UTC a truck plays each of them within a minute of being asked', (hour) => {
  const startAt = Date.UTC(2026, 9, 14, hour, 20)
  const fleet = createFleet({ world, seed: 1, startAt, scenariosPerTruckHour: 0 })
  const missing = new Set(STAGES)
  for (let at = startAt; at <= startAt + 60_000 && missing.size > 0; at += 5_000) {
    fleet.advance(at)
    for (const stage of missing) if (fleet.lives.some(({ body }) => stage.scenario.suits(body))) missing.delete(stage)
  }
  expect([...missing].map(({ scenario }) => scenario.name)).toEqual([])
})

test('a scenario that was asked for is played once, by a truck whose reports are seen now', () => {
  const startAt = Date.UTC(2026, 9, 14, 3)
  const fleet = createFleet({ world, seed: 1, startAt, scenariosPerTruckHour: 0 })
  const { scenario } = stageOf('roadside-opening')!
  fleet.stage(scenario)
  fleet.advance(startAt + 60_000)
  fleet.advance(startAt + 120_000)
  const players = fleet.lives.filter(({ plays }) => plays.length > 0)
  expect(players.map(({ plays }) => plays.map((play) => play.scenario))).toEqual([['roadside-opening']])
})
