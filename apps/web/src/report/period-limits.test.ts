import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodProblem } from './period-limits.ts'

const now = new Date('2026-11-21T09:30:00.000Z')
const hourMs = 3_600_000
const before = (at: Date, hours: number): Date => new Date(at.getTime() - hours * hourMs)
const limits = (maxDays: number | null, backDays: number | null = null) => ({ maxDays, backDays })

test('[5.4-03] a period of exactly the most days is taken, one a second longer is not', () => {
  const from = before(now, 31 * 24)
  expect(periodProblem(limits(31), from, now, now)).toBeNull()
  expect(periodProblem(limits(31), from, new Date(now.getTime() + 1_000), now)).toEqual({
    zh: '时间范围不能超过 31 天',
    en: 'The period may be at most 31 days',
  })
})

test('[5.4-02] a period may begin as far back as the filter says, counted from now and not from its end', () => {
  expect(periodProblem(limits(7, 7), before(now, 7 * 24), before(now, 6 * 24), now)).toBeNull()
  expect(periodProblem(limits(7, 7), before(now, 7 * 24 + 1), before(now, 6 * 24), now)).toEqual({
    zh: '只能查询最近 7 天的数据',
    en: 'Only the last 7 days are available',
  })
})

test('of two limits that are passed the length is named first: it is what the user chose', () => {
  expect(periodProblem(limits(7, 7), before(now, 30 * 24), now, now)?.en).toBe('The period may be at most 7 days')
})

test('a filter without limits takes any period, also one that lies ahead', () => {
  expect(periodProblem(limits(null), new Date(0), new Date('2050-01-01T00:00:00Z'), now)).toBeNull()
  expect(periodProblem(limits(31, 7), new Date('2030-01-01T00:00:00Z'), new Date('2030-01-02T00:00:00Z'), now)).toBeNull()
})

test('what is taken stays taken when it is made shorter at either end', () => {
  const hours = fc.integer({ min: 0, max: 24 * 60 })
  fc.assert(
    fc.property(hours, hours, hours, fc.integer({ min: 1, max: 31 }), (start, length, cut, days) => {
      const [from, to] = [before(now, start), new Date(before(now, start).getTime() + length * hourMs)]
      fc.pre(periodProblem(limits(days, days), from, to, now) === null)
      const shorter = Math.min(cut, length) * hourMs
      expect(periodProblem(limits(days, days), new Date(from.getTime() + shorter), to, now)).toBeNull()
      expect(periodProblem(limits(days, days), from, new Date(to.getTime() - shorter), now)).toBeNull()
    }),
  )
})
