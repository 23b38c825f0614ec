import { expect, test } from 'vitest'
import { HEADINGS, headingText } from './heading.ts'

test('[9-25] headings have 16 names', () => {
  expect(new Set(HEADINGS.map(({ en }) => en)).size).toBe(16)
  expect(new Set(HEADINGS.map(({ zh }) => zh)).size).toBe(16)
  expect([0, 11, 12, 45, 90, 180, 270, 348, 349, 360, -90].map((deg) => headingText(deg).en)).toEqual([
    'North',
    'North',
    'Northeast by north',
    'Northeast',
    'East',
    'South',
    'West',
    'Northwest by north',
    'North',
    'North',
    'West',
  ])
})
