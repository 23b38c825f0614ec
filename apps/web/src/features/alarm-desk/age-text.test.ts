import { expect, test } from 'vitest'
import { ageText, lateText } from './age-text.ts'

test('an age is said in its largest unit and goes on by the second in the first minute', () => {
  expect(
    [0, 999, 1_000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, 3 * 86_400_000].map((ms) => ageText(0, ms).zh),
  ).toEqual(['0 秒', '0 秒', '1 秒', '59 秒', '1 分', '59 分', '1 时', '23 时', '1 天', '3 天'])
  expect([30_000, 120_000, 7_200_000, 172_800_000].map((ms) => ageText(0, ms).en)).toEqual(['30 s', '2 min', '2 h', '2 d'])
})

test('a clock that runs ahead makes no negative age', () => {
  expect(ageText(10_000, 0)).toEqual({ zh: '0 秒', en: '0 s' })
})

test('an alarm that became known five minutes or more after it began is marked with how late it was', () => {
  expect([lateText(0, 0), lateText(10_000, 0), lateText(0, 299_999)]).toEqual([null, null, null])
  expect(lateText(0, 300_000)).toEqual({ zh: '晚到 5 分', en: '5 min late' })
  expect(lateText(0, 7_200_000)).toEqual({ zh: '晚到 2 时', en: '2 h late' })
})
