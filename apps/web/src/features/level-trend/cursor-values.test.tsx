import type { LevelTrend } from '@tanker/contract/level-trend'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'
import { CursorValues } from './cursor-values.tsx'

const start = Date.UTC(2026, 10, 21)
const minute = 60_000
const trend: LevelTrend = {
  truckId: 1,
  signCode: '苏E12345',
  readings: 2,
  compartments: [
    {
      compartment: 2,
      oilCode: 92,
      oilName: '92',
      capacityL: 10_000,
      at: [start, start + 10 * minute],
      levelMm: [812.25, 800],
      volumeL: [6_210.4, null],
      v20L: [6_200, 6_100],
      temperatureC: [21.44, 21],
    },
  ],
  speed: { at: [start], speedKmh: [62] },
  events: [],
  moreEvents: false,
}
type Props = Parameters<typeof CursorValues>[0]
const cells = (Values: typeof CursorValues, at: number, compared: Props['compared'] = null): string[] => {
  const markup = renderToStaticMarkup(
    <Values trend={trend} compared={compared} at={at} shown={{ from: start, to: start + 60 * minute }} onMove={() => {}} />,
  )
  return [...markup.matchAll(/<td(?![^>]*title)[^>]*>(.*?)<\/td>/g)].map(([, content = '']) => content.replaceAll(/<[^>]+>/g, ' ').trim())
}

test('at the cursor stand the values that were read last: level and temperature to a tenth, litres whole', () => {
  expect(cells(CursorValues, start + minute)).toEqual(['812.3', '6,210', '6,200', '21.4', '62 km/h'])
})

test('a gauge that was out of order at the cursor, or silent for long, has a dash', () => {
  expect(cells(CursorValues, start + 11 * minute)).toEqual(['800.0', '–', '6,100', '21.0', '62 km/h'])
  expect(cells(CursorValues, start + 40 * minute)).toEqual(['–', '–', '–', '–', '– km/h'])
})

test('what is compared stands beside it, at the same distance from its own beginning', () => {
  const dayMs = 86_400_000
  const before: LevelTrend = {
    ...trend,
    compartments: trend.compartments.map((one) => ({ ...one, at: one.at.map((at) => at - dayMs), volumeL: [5_000, 4_000] })),
  }
  expect(cells(CursorValues, start + minute, { trend: before, shiftMs: dayMs })[1]).toBe('6,210 5,000')
})

test('the cursor is a slider that says its time, in steps that a key can take', async () => {
  const { CursorValues: Zoned } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, () => import('./cursor-values.tsx'))
  const markup = renderToStaticMarkup(
    <Zoned trend={trend} compared={null} at={start} shown={{ from: start, to: start + 60 * minute }} onMove={() => {}} />,
  )
  expect(markup).toContain('aria-valuetext="11/21/2026 08:00:00"')
  expect(markup).toContain(`step="${(60 * minute) / 500}"`)
  expect(markup).toContain('C2')
})
