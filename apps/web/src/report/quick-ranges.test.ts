import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { quickRanges } from './quick-ranges.ts'

/** In local time. */
const written = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-') +
  ` ${at.toTimeString().slice(0, 8)}`

const rangesOn = (day: string): Record<string, string> =>
  Object.fromEntries(
    quickRanges(new Date(`${day}T15:00:00`)).map(({ name, period: { from, to } }) => [name.en, `${written(from)} – ${written(to)}`]),
  )

test('[9-11] quick ranges on a Saturday', () => {
  expect(rangesOn('2026-11-21')).toEqual({
    Yesterday: '2026-11-20 00:00:00 – 2026-11-20 23:59:59',
    Today: '2026-11-21 00:00:00 – 2026-11-21 23:59:59',
    'Last 3 days': '2026-11-19 00:00:00 – 2026-11-21 23:59:59',
    'Last week': '2026-11-09 00:00:00 – 2026-11-15 23:59:59',
    'Last 7 days': '2026-11-15 00:00:00 – 2026-11-21 23:59:59',
    'This month': '2026-11-01 00:00:00 – 2026-11-30 23:59:59',
    'Last month': '2026-10-01 00:00:00 – 2026-10-31 23:59:59',
  })
})

test('last week is the Monday to Sunday before this week, on a Sunday and on a Monday too', () => {
  expect(rangesOn('2026-11-22')['Last week']).toBe('2026-11-09 00:00:00 – 2026-11-15 23:59:59')
  expect(rangesOn('2026-11-23')['Last week']).toBe('2026-11-16 00:00:00 – 2026-11-22 23:59:59')
})

test('the ranges stand in both languages in the order in which dispatchers use them', () => {
  expect(quickRanges(new Date()).map(({ name }) => name.zh)).toEqual(['昨天', '今天', '近3天', '上周', '近7天', '本月', '上月'])
})

test('ranges that the filter would refuse are not offered', () => {
  const offered = (limits: Parameters<typeof quickRanges>[1]) => quickRanges(new Date(2026, 10, 21, 15), limits).map(({ name }) => name.en)
  expect(offered({ maxDays: 3, backDays: null })).toEqual(['Yesterday', 'Today', 'Last 3 days'])
  expect(offered({ maxDays: null, backDays: 5 })).toEqual(['Yesterday', 'Today', 'Last 3 days'])
})

test('each range is whole local days, in any zone and also where clocks change', () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC')
  const moment = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true })
  onTestFinished(() => void vi.unstubAllEnvs())
  fc.assert(
    fc.property(zone, moment, (name, now) => {
      vi.stubEnv('TZ', name)
      for (const { period } of quickRanges(now)) {
        const { from, to } = period
        const after = new Date(to.getTime() + 1)
        expect([from.getHours(), from.getMinutes(), after.getHours(), after.getMinutes()]).toEqual([0, 0, 0, 0])
        expect(from.getTime()).toBeLessThan(to.getTime())
      }
    }),
  )
})
