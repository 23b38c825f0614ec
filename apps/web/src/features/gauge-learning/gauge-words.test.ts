import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import { expect, test } from 'vitest'
import { actionWords, findingWords, known } from './gauge-words.ts'

const none = { value: 0, sigma: 1 }
const learned = (more: Partial<GaugeLearning>): GaugeLearning => ({
  id: 1,
  truckId: 1,
  plate: '苏A00001',
  compartment: 1,
  oilCode: 92,
  learnedAt: '2026-01-01T00:00:00.000Z',
  since: '2025-11-01T00:00:00.000Z',
  loadings: 30,
  unloadings: 10,
  leftOut: 1,
  verdict: 'fine',
  rivals: [],
  estimates: { scale: none, offset: none, temperature: none },
  correction: {},
  condition: 3,
  noise: 1,
  unsteady: false,
  litresALoad: 18.84,
  litresALoadSigma: 2.8,
  litresAMonth: 330,
  points: [],
  curve: [],
  accepted: null,
  byPlatform: false,
  mayAccept: false,
  ...more,
})

test('a value stands with its sign and its one sigma', () => {
  expect(known(-3.21, 0.5, 1)).toBe('−3.2 ± 0.5')
})

test('a proposal says what to do, each cause in its own words', () => {
  const of = (value: number) => ({ value, sigma: 0.5 })
  expect(actionWords({ scale: of(3.1) })).toEqual({
    zh: '罐容表各行容积乘以 1.0031',
    en: 'multiply the volumes of the tank table by 1.0031',
  })
  expect(actionWords({ offset: of(2.4), temperature: of(-0.6) })).toEqual({
    zh: '液位修正（levelComp）+2.4 mm；温度修正 −0.6 °C',
    en: 'level offset (levelComp) +2.4 mm; temperature −0.6 °C',
  })
})

test('a finding says which way the gauge is wrong, by how much, and what would help', () => {
  const found = findingWords(learned({ verdict: 'scale', correction: { scale: { value: 3.2, sigma: 0.5 } } }))
  expect(found.zh).toBe('罐容表偏差 +3.2 ± 0.5 ‰。液位仪平均每次少计 18.8 ± 2.8 L。')
  expect(found.en).toBe('Tank table error +3.2 ± 0.5 ‰: the gauge shows 18.8 ± 2.8 L too little per load.')
  expect(findingWords(learned({ verdict: 'several', litresALoad: -5, correction: { scale: none, offset: none } })).en).toContain('too much')
  const unclear = (rivals: GaugeLearning['rivals']) => findingWords(learned({ verdict: 'unclear', rivals })).en
  expect(unclear(['scale', 'offset'])).toContain('Loads to other levels')
  expect(unclear(['scale', 'temperature'])).toContain('Tickets with a temperature')
  expect(unclear(['scale', 'meter'])).toContain('other trucks at the same depot')
  expect(findingWords(learned({ verdict: 'too-few', loadings: 4, unloadings: 0, leftOut: 0 })).zh).toContain('只有 4 次')
  expect(findingWords(learned({ verdict: 'too-few' })).zh).toContain('需要更多比对')
})
