import type { AlarmFact } from '@tanker/detection/fact'
import { expect, test } from 'vitest'
import { Dice } from './dice.ts'
import { Journey } from './journey.ts'
import { playThrough } from './play.ts'
import { resultOf, spreadOf } from './result.ts'
import { changesText, resultText } from './print.ts'
import { SCENARIOS } from './all-scenarios.ts'
import { Tally } from './tally.ts'
import type { Happening } from './truth.ts'
import { type AlarmRow, FactTable, judge } from './verdict.ts'

const place = { lat: 31, lng: 121, fenceId: null, fenceName: null, speedKmh: 0, headingDeg: 0 }

function alarm(type: number, startedAt: number, object: number, properties: Record<string, unknown> = {}): AlarmFact {
  return {
    is: 'alarm',
    name: 'alarm',
    type,
    startedAt,
    object,
    endedAt: null,
    grade: 'red',
    live: true,
    place,
    properties,
    remark: '',
    remark2: '',
  }
}

function rowsOf(...alarms: AlarmFact[]): readonly AlarmRow[] {
  const table = new FactTable()
  for (const one of alarms) table.take(one, one.startedAt + 30_000)
  return table.facts(new Journey(1)).alarms
}

const theft: Happening = {
  kind: 'theft',
  types: [322, 202],
  also: [1],
  compartments: [1],
  from: 1_000_000,
  until: Number.POSITIVE_INFINITY,
  must: true,
  litres: 100,
}

test('an alarm of the right type, time and compartment finds what happened; others are false, good news is neither', () => {
  const rows = rowsOf(
    alarm(322, 1_200_000, 1, { compartment: 1, lossV20L: 97 }),
    alarm(322, 1_200_000, 2, { compartment: 2, lossV20L: 40 }),
    alarm(322, 700_000, 1, { compartment: 1, lossV20L: 40 }),
    alarm(210, 1_200_000, 13),
    alarm(213, 2_000_000, 0),
  )
  const { findings, falseRows, goodNews } = judge([theft], rows)
  expect(findings[0]).toMatchObject({ found: true, delayS: 230, litres: 97 })
  expect(falseRows.map(({ fact }) => [fact.type, fact.object])).toEqual([
    [322, 2],
    [322, 1],
    [210, 13],
  ])
  expect(goodNews).toBe(1)
})

test('an alarm that comes again with more is one row; the high loss over the same litres counts them once, a drip adds up', () => {
  const again = rowsOf(
    alarm(322, 1_200_000, 1, { compartment: 1, lossV20L: 60 }),
    alarm(322, 1_200_000, 1, { compartment: 1, lossV20L: 100 }),
  )
  expect(again.length).toBe(1)
  const both = rowsOf(
    alarm(322, 1_200_000, 1, { compartment: 1, lossV20L: 101 }),
    alarm(202, 1_200_000, 1, { loss: 101 }),
    alarm(202, 9_000_000, 11, { loss: 103 }),
  )
  expect(judge([theft], both).findings[0]).toMatchObject({ litres: 101 })
  expect(judge([theft], both).findings[0]?.rows.length).toBe(3)
  const drips = rowsOf(
    alarm(322, 1_200_000, 1, { compartment: 1, lossV20L: 45 }),
    alarm(322, 2_200_000, 1, { compartment: 1, lossV20L: 50 }),
  )
  expect(judge([theft], drips).findings[0]).toMatchObject({ litres: 95 })
})

test('a loss of a product finds the thefts from each of its compartments; rows beyond the allowed are false', () => {
  const other = { ...theft, compartments: [2] }
  const { findings, falseRows } = judge([theft, other], rowsOf(alarm(202, 5_000_000, 11, { loss: 200 })))
  expect(findings.map(({ found }) => found)).toEqual([true, true])
  expect(falseRows).toEqual([])
  const once: Happening = { ...theft, types: [320], compartments: [], mostRows: 1 }
  const breaks = judge([once], rowsOf(alarm(320, 1_100_000, 101, { compartment: 1 }), alarm(320, 1_100_000, 201, { compartment: 2 })))
  expect(breaks.falseRows.length).toBe(1)
})

test('mean, spread and 95 % of errors', () => {
  expect(spreadOf([1, -1, 3, -3, 10])).toEqual({ n: 5, mean: 2, sd: 4.47, p95: 10 })
})

test('a whole scenario: 300 L through an opened valve are reported and counted as one detected happening', () => {
  const scenario = SCENARIOS.find(({ name }) => name === 'opened-300')
  if (scenario === undefined) throw new Error('the scenario is gone')
  const tally = new Tally()
  const journey = scenario.play(1)
  const { facts, steps } = playThrough(journey, new Dice(1))
  tally.add(scenario, journey, facts, steps)
  const result = resultOf(tally, 1)
  const opening = result.kinds.find(({ kind }) => kind.endsWith('300 L: the opening'))
  expect(opening).toMatchObject({ expected: 1, found: 1 })
  expect(resultText(result)).toContain('seal opened at the roadside, 300 L: its litres')
  expect(changesText(result, result)).toBe('nothing changed')
  const worse = { ...result, kinds: result.kinds.map((row) => ({ ...row, found: 0 })) }
  expect(changesText(result, worse)).toContain('1/1 → 0/1')
})

test('false alarms on rough roads are counted by family: two of devices and one of driving in the hours of one day', () => {
  const scenario = SCENARIOS.find(({ name }) => name === 'rough-road')
  if (scenario === undefined) throw new Error('the scenario is gone')
  const tally = new Tally()
  const journey = scenario.play(1)
  const raised = [329, 329, 2, 202].map((type, object) => ({
    fact: { is: 'alarm', type, object, name: '', startedAt: journey.at, grade: 'red', place: null, properties: {} } as unknown as AlarmFact,
    knownAt: journey.at,
    compartments: null,
  }))
  tally.add(scenario, journey, { alarms: raised, records: [] }, 0)
  const { rough, aims } = resultOf(tally, 1)
  expect(rough.drivingPer1000h).toBeCloseTo(1000 / journey.hours, 1)
  expect(rough.devicePer1000h).toBeCloseTo(2000 / journey.hours, 1)
  expect(aims.filter(({ aim }) => aim.includes('rough')).map(({ met }) => met)).toEqual([false, false])
})

test('every scenario has a name of its own, and there are enough of them', () => {
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length)
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(40)
})
