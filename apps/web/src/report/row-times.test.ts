import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { happened, periodAround } from './row-times.ts'

const view = (...kinds: ReportView['columns'][number]['kind'][]) =>
  ({ columns: kinds.map((kind, index) => ({ name: `c${index}`, kind })) }) as unknown as ReportView
const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`)
const iso = (time: string): string => `2026-11-21T${time}.000Z`

test('a row happened from its first time to its end', () => {
  const row = { id: '1', c0: '苏E1', c1: iso('08:00:00'), c2: iso('09:00:00'), endedAt: iso('08:30:00') }
  expect(happened(view('plate', 'time', 'time'), row)).toEqual({ from: at('08:00:00'), to: at('08:30:00') })
})

test('a row that still goes on, or has no end, happened at one moment', () => {
  for (const endedAt of [null, undefined])
    expect(happened(view('time'), { id: '1', c0: iso('08:00:00'), endedAt })).toEqual({ from: at('08:00:00'), to: at('08:00:00') })
})

test('an end before the beginning, from a clock that was set back, is none', () => {
  expect(happened(view('time'), { id: '1', c0: iso('08:00:00'), endedAt: iso('07:00:00') })?.to).toBe(at('08:00:00'))
})

test('of what went on for a day the first five hours are drawn, which the server answers', () => {
  const row = { id: '1', c0: '2026-11-20T08:00:00.000Z', endedAt: iso('08:00:00') }
  const { from = 0, to = 0 } = happened(view('time'), row) ?? {}
  expect((to - from) / 3_600_000).toBe(5)
})

test('a row without a time has no levels to draw', () => {
  expect(happened(view('plate', 'number'), { id: '1', c0: '苏E1', c1: 5 })).toBeNull()
  expect(happened(view('time'), { id: '1', c0: null })).toBeNull()
})

test('levels are drawn from ten minutes before to ten minutes after', () => {
  expect(periodAround(at('08:00:00'), at('08:30:00'))).toEqual({ from: iso('07:50:00'), to: iso('08:40:00') })
})
