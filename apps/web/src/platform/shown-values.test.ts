import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownDecimal, shownDuration, shownSigned, shownWhole } from './shown-values.ts'
import { asReader } from './test-reader.ts'

const valuesFor = (language: 'zh' | 'en', zone: string) => asReader({ language, zone }, () => import('./shown-values.ts'))

const winter = Date.UTC(2026, 0, 31, 23, 5, 9)

test('a time is written in the language and in the zone of the user', async () => {
  const shanghai = await valuesFor('zh', 'Asia/Shanghai')
  expect(shanghai.shownTime(winter)).toBe('2026-02-01 07:05:09')
  expect(shanghai.shownTime('2026-01-31T23:05:09Z')).toBe('2026-02-01 07:05:09')
  const berlin = await valuesFor('en', 'Europe/Berlin')
  expect(berlin.shownTime(winter)).toBe('02/01/2026 00:05:09')
  const urumqi = await valuesFor('zh', 'Asia/Urumqi')
  expect(urumqi.shownTime(winter, 'minute')).toBe('2026-02-01 05:05')
})

test('midnight is 00:00, not 24:00, and a day, a month or a minute leaves the rest out', async () => {
  const { shownTime } = await valuesFor('en', 'Asia/Shanghai')
  const midnight = Date.UTC(2026, 9, 1, 16)
  expect(shownTime(midnight)).toBe('10/02/2026 00:00:00')
  expect([shownTime(midnight, 'minute'), shownTime(midnight, 'day'), shownTime(midnight, 'month')]).toEqual([
    '10/02/2026 00:00',
    '10/02/2026',
    '10/2026',
  ])
})

test('where clocks change, the hour that comes twice is written twice, and the hour that is left out never', async () => {
  const { shownTime } = await valuesFor('en', 'Europe/Berlin')
  const back = Date.UTC(2026, 9, 25, 0, 30)
  expect([shownTime(back, 'minute'), shownTime(back + 3_600_000, 'minute')]).toEqual(['10/25/2026 02:30', '10/25/2026 02:30'])
  const forward = Date.UTC(2026, 2, 29, 0, 59)
  expect([shownTime(forward, 'minute'), shownTime(forward + 60_000, 'minute')]).toEqual(['03/29/2026 01:59', '03/29/2026 03:00'])
})

test('how long ago stands in words for two days, then as a time in the zone of the user', async () => {
  const { shownAgo } = await valuesFor('en', 'Asia/Shanghai')
  const ago = (ms: number) => shownAgo(winter - ms, winter)
  expect([ago(0), ago(29_999), ago(30_000), ago(119_999), ago(3_600_000), ago(86_399_999), ago(86_400_000)]).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '1 minute ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
  ])
  expect(ago(172_800_000)).toBe('01/30/2026 07:05:09')
  // The clock of a truck may be some seconds ahead.
  expect(ago(-5_000)).toBe('just now')
})

test('durations begin with the first unit that is not zero, and a negative one is none', () => {
  expect([0, 59_999, 60_000, 3_600_000, 90_061_000].map(shownDuration)).toEqual(['0秒', '59秒', '1分0秒', '1时0分0秒', '1天1时1分1秒'])
  expect(shownDuration(-60_000)).toBe('0秒')
})

test('English durations keep a blank between number and unit', async () => {
  const { shownDuration: english } = await valuesFor('en', 'Asia/Shanghai')
  expect([english(45_000), english(90_061_000)]).toEqual(['45 s', '1 d 1 h 1 min 1 s'])
})

test('numbers carry groups of three in both languages and as many decimals as asked', async () => {
  const english = await valuesFor('en', 'Asia/Shanghai')
  for (const shown of [shownDecimal, english.shownDecimal]) {
    expect([shown(1234567.891, 2), shown(0.00005, 4), shown(12, 1)]).toEqual(['1,234,567.89', '0.0001', '12.0'])
  }
  expect([shownWhole(9_999_999.6), english.shownWhole(-1200.4)]).toEqual(['10,000,000', '-1,200'])
})

test('a number that is shown reads back as the same number, within its digits', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 4 }), (value, digits) => {
      const read = Number(shownDecimal(value, digits).replaceAll(',', ''))
      expect(Math.abs(read - value)).toBeLessThanOrEqual(0.5000001 / 10 ** digits)
    }),
  )
})

test('what is nothing at its digits has no sign', () => {
  expect([shownDecimal(-0.004, 2), shownDecimal(-0, 0), shownDecimal(-0.4, 0)]).toEqual(['0.00', '0', '0'])
  expect([shownWhole(-0.4), shownWhole(-0)]).toEqual(['0', '0'])
})

test('a difference always carries its sign, unless it is nothing at its digits', () => {
  expect([shownSigned(0.04, 1), shownSigned(-0.04, 1), shownSigned(0.05, 1), shownSigned(-1.26, 1)]).toEqual(['0.0', '0.0', '+0.1', '−1.3'])
  expect([shownSigned(0.4, 0), shownSigned(-0.4, 0), shownSigned(54_978.2, 0), shownSigned(-1_200, 0)]).toEqual([
    '0',
    '0',
    '+54,978',
    '−1,200',
  ])
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
      expect(shownSigned(-value, 2)).toBe(shownSigned(value, 2).replace(/[+−]/, (sign) => (sign === '+' ? '−' : '+')))
    }),
  )
})

test('the writer of numbers knows every count of decimals that a column asks for', () => {
  for (const digits of [0, 1, 2, 3, 4]) expect(shownDecimal(1, digits)).not.toBe('')
})
