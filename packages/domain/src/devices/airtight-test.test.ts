import { describe, expect, test } from 'vitest'
import { type AirtightHold, allowedLossPa, judgeAirtight, pressureLossPa } from './airtight-test.ts'

test('a bigger tank may lose less; at a border the bigger one counts', () => {
  const allowed = [12_000, 9_500, 9_499.9, 5_500, 5_499.9, 3_800, 3_799.9, 800].map(allowedLossPa)
  expect(allowed).toEqual([250, 250, 380, 380, 500, 500, 650, 650])
})

test('what is lost is counted towards the air around the tank', () => {
  expect(pressureLossPa('positive', 4_500, 4_180)).toBe(320)
  expect(pressureLossPa('negative', -1_500, -1_180)).toBe(320)
  expect(pressureLossPa('positive', 4_500, 4_530)).toBe(-30) // the vapour grew warmer
})

/** 8,000 L at 4.5 kPa: 380 Pa may be lost. */
const hold = (more: Partial<AirtightHold>): AirtightHold => ({
  test: 'positive',
  startPa: 4_500,
  limitPa: 380,
  last: { heldS: 290, pressurePa: 4_130 },
  next: { heldS: 300, pressurePa: 4_120 },
  ...more,
})

describe('a test that was watched to its end', () => {
  test('passes with exactly what it may lose, and fails with a pascal more', () => {
    expect(judgeAirtight(hold({}))).toEqual({ result: 'passed', heldS: 300, endPa: 4_120 })
    expect(judgeAirtight(hold({ next: { heldS: 300, pressurePa: 4_119 } }))).toEqual({ result: 'failed', heldS: 300, endPa: 4_119 })
  })

  test('is judged at the five minutes, between the readings around them', () => {
    // From 4,130 at 290 s to 4,110 at 310 s: 4,120 at 300 s.
    expect(judgeAirtight(hold({ next: { heldS: 310, pressurePa: 4_110 } }))).toEqual({ result: 'passed', heldS: 300, endPa: 4_120 })
  })

  test('below the air around it is judged by its way back', () => {
    const negative = { test: 'negative', startPa: -1_500, last: { heldS: 295, pressurePa: -1_125 } } as const
    expect(judgeAirtight(hold({ ...negative, next: { heldS: 300, pressurePa: -1_120 } })).result).toBe('passed')
    expect(judgeAirtight(hold({ ...negative, next: { heldS: 300, pressurePa: -1_119 } })).result).toBe('failed')
  })

  test('that began below its pressure passes nothing, and fails all the same', () => {
    const weak = (startPa: number, endPa: number) =>
      judgeAirtight(hold({ startPa, last: { heldS: 299, pressurePa: endPa }, next: { heldS: 300, pressurePa: endPa } })).result
    expect(weak(4_450, 4_300)).toBe('passed')
    expect(weak(4_449, 4_300)).toBe('not-judged')
    expect(weak(3_000, 2_619)).toBe('failed')
  })

  test('is not judged without a limit: the volume is not known, or it is the vapour line', () => {
    expect(judgeAirtight(hold({ limitPa: null })).result).toBe('not-judged')
    expect(judgeAirtight(hold({ test: 'recovery', startPa: 0, limitPa: null })).result).toBe('not-judged')
  })
})

describe('a test of which a part was not heard', () => {
  const gap = (lastPa: number, nextPa: number) =>
    judgeAirtight(hold({ last: { heldS: 120, pressurePa: lastPa }, next: { heldS: 420, pressurePa: nextPa } }))
  test('passes when less than the limit was lost even later', () => {
    expect(gap(4_400, 4_200)).toEqual({ result: 'passed', heldS: 420, endPa: 4_200 })
  })
  test('fails when more was lost already before', () => {
    expect(gap(4_100, 3_900)).toEqual({ result: 'failed', heldS: 120, endPa: 4_100 })
  })
  test('is not judged when the limit was crossed at a time that is not known', () => {
    expect(gap(4_400, 4_000).result).toBe('not-judged')
  })
})

test('a test that ends early is broken off, or has failed already', () => {
  expect(judgeAirtight(hold({ last: { heldS: 299, pressurePa: 4_490 }, next: null }))).toEqual({
    result: 'broken-off',
    heldS: 299,
    endPa: 4_490,
  })
  expect(judgeAirtight(hold({ last: { heldS: 80, pressurePa: 3_000 }, next: null })).result).toBe('failed')
})
