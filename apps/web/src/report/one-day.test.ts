import type { ReportView } from '@tanker/contract/report-view'
import { expect, test } from 'vitest'
import { cellText, type ReportColumn } from './cell-text.ts'
import { dayOf, withinDay } from './one-day.ts'

const view = { filters: [{ name: 'when', kind: 'period' }] } as unknown as ReportView
const local = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute)
const period = (from: Date, to: Date) => ({ when: { from: from.toISOString(), to: to.toISOString() } })
const column = {
  name: 'at',
  kind: 'time',
  label: 'at',
  unit: null,
  digits: 0,
  sortable: true,
  total: false,
  choices: [],
  hint: null,
  leads: null,
  leadsTo: null,
} as ReportColumn

test('[D-11] a period within one day of the zone is that day', () => {
  const day = { from: local(23).getTime(), until: local(24).getTime() - 1 }
  expect(dayOf(view, period(local(23), new Date(local(24).getTime() - 1)))).toEqual(day)
  expect(dayOf(view, period(local(23, 8), local(23, 9)))).toEqual(day)
})

test('[D-11] a period over midnight, a list without a period, and one opened from an alarm have no day', () => {
  expect(dayOf(view, period(local(23), local(24)))).toBeNull()
  expect(dayOf({ filters: [] }, period(local(23), local(23, 1)))).toBeNull()
  expect(dayOf(view, null)).toBeNull()
})

test('[D-11] times of the day are shown without the date, times before and after it with it', () => {
  const [shown = column] = withinDay([column], { from: local(23).getTime(), until: local(24).getTime() - 1 })
  expect(cellText(local(23, 7, 5).toISOString(), shown)).toBe('07:05:00')
  expect(cellText(local(22, 23, 59).toISOString(), shown)).toMatch(/2026.*23:59:00$/)
  expect(cellText(local(24).toISOString(), shown)).toMatch(/2026.*00:00:00$/)
  expect(withinDay([column], null)).toEqual([column])
})
