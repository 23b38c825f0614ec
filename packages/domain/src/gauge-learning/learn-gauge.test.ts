import { expect, test } from 'vitest'
import { GAUGE_CAUSES } from './gauge-equations.ts'
import { learnGauge, leastObservations } from './learn-gauge.ts'
import { chanceOf, loads, noErrors, normal, played, sigmas } from './test-gauge.ts'

const seeds = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index * 7919)
/** As a fleet of some dozens of compartments knows a depot's meter. */
const knownMeter = new Map([['meter depot 1', { key: 'meter depot 1', mean: 0, sigma: 0.35 }]])
const varied = [500, 1500] as const

test.each([
  ['scale', { ...noErrors, scale: 3 }, 3, 0.7],
  ['offset', { ...noErrors, offset: 3 }, 3, 1],
  ['temperature', { ...noErrors, temperature: 1 }, 1, 0.35],
] as const)('a planted error of %s is named and found among varied loads, in nearly every fleet', (cause, errors, value, sigma) => {
  let named = 0
  for (const seed of seeds(40)) {
    const chance = chanceOf(seed)
    const learned = learnGauge(loads(30, ...varied, { errors, chance }), sigmas, knownMeter)
    if (learned.verdict !== cause) continue
    named += 1
    expect(Math.abs((learned.correction[cause]?.value ?? 0) - value)).toBeLessThan(4 * (learned.correction[cause]?.sigma ?? 0))
    expect(learned.correction[cause]?.sigma).toBeLessThan(sigma)
    expect(Object.keys(learned.correction)).toEqual([cause])
  }
  expect(named).toBeGreaterThanOrEqual(34)
})

test('a gauge without an error is never blamed, and nearly always called fine', () => {
  let fine = 0
  for (const seed of seeds(200)) {
    const chance = chanceOf(seed)
    const meterPermille = 0.7 * normal(chance)
    const { verdict } = learnGauge(loads(30, ...varied, { errors: noErrors, chance, meterPermille, residueL: 2 + normal(chance) }), sigmas)
    expect(['fine', 'too-few', 'unclear']).toContain(verdict)
    if (verdict === 'fine') fine += 1
  }
  expect(fine).toBeGreaterThanOrEqual(180)
})

test('the result is reliable: of many fleets with errors drawn at random 90 to 99 % lie within two sigmas', () => {
  const within = { scale: 0, offset: 0, temperature: 0 }
  const draws = 300
  for (const seed of seeds(draws, 5)) {
    const chance = chanceOf(seed)
    const errors = { scale: 3 * normal(chance), offset: 5 * normal(chance), temperature: 1.5 * normal(chance) }
    const around = {
      errors,
      chance,
      meterPermille: 0.7 * normal(chance),
      thermometerC: 0.25 * normal(chance),
      residueL: 2 + 3 * normal(chance),
    }
    const learned = learnGauge(loads(24, ...varied, around), sigmas)
    for (const cause of GAUGE_CAUSES) if (Math.abs(learned.values[cause] - errors[cause]) < 2 * learned.sigmas[cause]) within[cause] += 1
  }
  for (const cause of GAUGE_CAUSES) {
    expect(within[cause] / draws).toBeGreaterThan(0.9)
    expect(within[cause] / draws).toBeLessThan(0.99)
  }
})

test('one truck alone cannot distinguish its table from the meter of its only depot', () => {
  const learned = learnGauge(loads(30, ...varied, { errors: { ...noErrors, scale: 2.4 }, chance: chanceOf(2) }), sigmas)
  expect(learned).toMatchObject({ verdict: 'unclear', rivals: ['scale', 'meter'], correction: {} })
})

test('always the same load: an error is reported, and table and level cannot be distinguished', () => {
  const learned = learnGauge(loads(30, 1395, 1405, { errors: { ...noErrors, offset: 7 }, chance: chanceOf(3) }), sigmas)
  expect(learned.verdict).toBe('unclear')
  expect(learned.rivals.toSorted()).toEqual(['offset', 'scale'])
  expect(learned.correction).toEqual({})
  // The sum is known all the same: 7 mm × 3.9 L/mm, as the table has it there.
  expect(learned.litresALoad).toBeGreaterThan(15)
  expect(learned.litresALoad).toBeLessThan(40)
  expect(learned.condition).toBeGreaterThan(5)
})

test('tickets without a temperature: a table error and a temperature bias cannot be distinguished', () => {
  const learned = learnGauge(loads(30, ...varied, { errors: { ...noErrors, temperature: -3 }, chance: chanceOf(4), cold: true }), sigmas)
  expect(learned.verdict).toBe('unclear')
  expect(learned.rivals).toContain('temperature')
  expect(learned.rivals).toContain('scale')
})

test('two products of different expansion distinguish a temperature bias from a table error without a ticket temperature', () => {
  const chance = chanceOf(8)
  const errors = { ...noErrors, temperature: -8 }
  const given = { errors, chance, cold: true } as const
  const learned = learnGauge(
    [...loads(40, ...varied, { ...given, expansion: 0.0012 }), ...loads(40, ...varied, { ...given, expansion: 0.0004 })],
    sigmas,
  )
  expect(learned.verdict).toBe('temperature')
})

test('a table error and a level offset together are both found', () => {
  const learned = learnGauge(loads(40, 400, 1500, { errors: { scale: -5, offset: 6, temperature: 0 }, chance: chanceOf(6) }), sigmas)
  expect(learned.verdict).toBe('several')
  expect(Object.keys(learned.correction).toSorted()).toEqual(['offset', 'scale'])
  expect(Math.abs((learned.correction.scale?.value ?? 0) + 5)).toBeLessThan(3 * (learned.correction.scale?.sigma ?? 0))
  expect(Math.abs((learned.correction.offset?.value ?? 0) - 6)).toBeLessThan(3 * (learned.correction.offset?.sigma ?? 0))
})

test('[domain F.10] stolen loads teach nothing: they are left out and named', () => {
  const chance = chanceOf(11)
  const honest = loads(24, ...varied, { errors: noErrors, chance })
  const stolen = [120, 300].map((stolenL) =>
    played({ levelMm: 1300, errors: noErrors, chance, kind: 'unloading', meter: 'station 1', stolenL }),
  )
  const learned = learnGauge([...honest.slice(0, 10), ...stolen, ...honest.slice(10)], sigmas)
  expect(learned.points.filter(({ leftOut }) => leftOut).map(({ observation }) => observation)).toEqual([10, 11])
  expect(learned.verdict).toBe('fine')
  expect(Math.abs(learned.values.scale)).toBeLessThan(2 * learned.sigmas.scale)
})

test('a gauge that scatters wildly is said to be unsteady, with more doubt', () => {
  const chance = chanceOf(12)
  const wild = loads(30, ...varied, { errors: noErrors, chance }).map((seen) => ({
    ...seen,
    referenceV20L: seen.referenceV20L + 80 * normal(chance),
  }))
  const learned = learnGauge(wild, sigmas)
  expect(learned.noise).toBeGreaterThan(3)
  expect(['too-few', 'unclear']).toContain(learned.verdict)
  expect(learned.points.filter(({ leftOut }) => leftOut).length).toBeLessThan(8)
})

test('fewer than ten loads say nothing, however large the error', () => {
  const few = loads(leastObservations - 1, ...varied, { errors: { ...noErrors, scale: 9 }, chance: chanceOf(13) })
  expect(learnGauge(few, sigmas)).toMatchObject({ verdict: 'too-few', correction: {}, messages: [] })
  expect(learnGauge([], sigmas)).toMatchObject({ verdict: 'too-few', used: 0 })
})

test('a table error too small for a change is not reported, even if it is certain', () => {
  const many = loads(400, ...varied, { errors: { ...noErrors, offset: 0.3 }, chance: chanceOf(14) })
  expect(learnGauge(many, sigmas).verdict).toBe('fine')
})
