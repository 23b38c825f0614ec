import { expect, test } from 'vitest'
import { heardOf, knownMeters, meterByOthers, type MeterMessage } from './fleet-meters.ts'
import type { GaugeObservation, Nuisance } from './gauge-equations.ts'
import { learnGauge } from './learn-gauge.ts'
import { chanceOf, loads, noErrors, normal, sigmas } from './test-gauge.ts'

const prior: Nuisance = { key: 'meter depot 1', mean: 0, sigma: 1 }

test('by hand: two others that say 2 and 4 ± what leaves them a precision of 1 each', () => {
  // A posterior of sigma 1/√2 holds the prior's precision of 1 and 1 of its own; its mean is half of what it says.
  const message = (from: string, mean: number): MeterMessage => ({ key: prior.key, from, mean: mean / 2, sigma: Math.SQRT1_2 })
  const of = [message('a', 2), message('b', 4), message('own', 100)]
  expect(meterByOthers(prior, of, 'own')).toMatchObject({
    key: prior.key,
    mean: expect.closeTo(2, 9),
    sigma: expect.closeTo(Math.sqrt(1 / 3), 9),
  })
  expect(meterByOthers(prior, [message('own', 100)], 'own')).toEqual(prior)
  expect(meterByOthers(prior, [{ ...message('a', 2), key: 'meter depot 2' }], 'own')).toEqual(prior)
})

test('one wrong table among ten does not blame the meter', () => {
  const message = (from: string, mean: number): MeterMessage => ({ key: prior.key, from, mean, sigma: 0.9 })
  const others = Array.from({ length: 9 }, (_, index) => message(`${index}`, 0.02))
  const without = meterByOthers(prior, others, 'own').mean
  expect(meterByOthers(prior, [...others, message('wrong', 5)], 'own').mean - without).toBeLessThan(0.3)
})

test('[domain F.10] a meter that is wrong for the whole fleet is found out, and the one truck whose table is wrong as well', () => {
  const chance = chanceOf(21)
  const fleet = Array.from({ length: 40 }, (_, index): { name: string; observations: GaugeObservation[] } => {
    const errors = { ...noErrors, scale: index === 7 ? 3 : 0.3 * normal(chance), offset: 0.5 * normal(chance) }
    return { name: `${index}`, observations: loads(24, 500, 1500, { errors, chance, meterPermille: 1.4 }) }
  })
  const alone = fleet.map(({ name, observations }) => ({ name, learned: learnGauge(observations, sigmas) }))
  const messages = alone.flatMap(({ name, learned }) => learned.messages.map((message) => ({ ...message, from: name })))
  const together = fleet.map(({ name, observations }) => {
    const known = knownMeters(observations, sigmas, heardOf(messages), name)
    return { name, learned: learnGauge(observations, sigmas, known) }
  })
  expect(together.filter(({ learned }) => learned.verdict === 'scale').map(({ name }) => name)).toEqual(['7'])
  const right = together[7]?.learned.correction.scale
  expect(Math.abs((right?.value ?? 0) - 3)).toBeLessThan(2 * (right?.sigma ?? 0))
  // Alone, the meter's error would be taken for the table's.
  expect(alone[7]?.learned.correction.scale?.value ?? 9).toBeGreaterThan((right?.value ?? 0) + 0.4)
})
