import { expect, test } from 'vitest'
import { THRESHOLDS } from '../thresholds.ts'
import { thresholdProblem, thresholdText } from './check-value.ts'
import type { Threshold } from './threshold.ts'

const named = (name: string): Threshold => {
  const threshold = THRESHOLDS.get(name)
  if (!threshold) throw new Error(`no threshold ${name}`)
  return threshold
}

test('a value is held to its range, both ends included, and to its step', () => {
  const speed = named('overspeedKmh')
  expect([10, 80, 150].map((value) => thresholdProblem(speed, value))).toEqual([null, null, null])
  expect(thresholdProblem(speed, 9)?.en).toBe('“Speed limit” must be from 10 km/h to 150 km/h.')
  expect(thresholdProblem(speed, 151)?.zh).toBe('“超速限值”应在 10 km/h 到 150 km/h 之间。')
  expect(thresholdProblem(speed, Number.NaN)).not.toBeNull()
  expect(thresholdProblem(speed, 60.5)?.en).toBe('“Speed limit” must be a multiple of 1.')
})

test('steps that no binary fraction has are no problem', () => {
  const rate = named('highLossGasolinePermille')
  for (let tenths = 1; tenths <= 500; tenths += 1) expect(thresholdProblem(rate, tenths / 10), String(tenths)).toBeNull()
  expect(thresholdProblem(rate, 0.15)).not.toBeNull()
})

test('a value is shown with its unit, a choice by its name', () => {
  expect(thresholdText(named('overfillPercent'), 97)).toEqual({ zh: '97%', en: '97%' })
  expect(thresholdText(named('offlineMin'), 30)).toEqual({ zh: '30 分钟', en: '30 min' })
  expect(thresholdText(named('volCalcMode'), 1)).toEqual({ zh: '罐容表', en: 'Tank table' })
})
