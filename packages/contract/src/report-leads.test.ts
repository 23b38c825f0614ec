import { expect, test } from 'vitest'
import { leadOf, nameInKey } from './report-leads.ts'
import type { ReportView } from './report-view.ts'

const view = {
  leadsTo: {
    path: 'alarms',
    tab: null,
    with: { times: 'lasted' },
    onlyRows: false,
    keeps: { scope: 'scope', when: 'month', level: 'level' },
  },
  filters: [
    { name: 'scope', kind: 'truck-or-organisation' },
    { name: 'month', kind: 'month' },
  ],
} as unknown as ReportView
const november = { from: 'a', to: 'b' }
type Column = { readonly name: string; readonly leads: Record<string, unknown> | null; readonly leadsTo?: ReportView['leadsTo'] }
const lead = (column: Column, value: unknown, row: Parameters<typeof leadOf>[3] = null) =>
  leadOf(view, { leadsTo: null, ...column }, { scope: { truckIds: [7] }, month: '2026-11' }, row, value, (month, day) =>
    day === undefined ? november : { from: `${month} ${day}`, to: '' },
  )

test('a number keeps the filters of its list, a month as a period, and adds those of its column and row', () => {
  const row = { picked: { ofDriver: '3:王师傅' }, of: { top1: { type: ['9'] } } }
  expect(lead({ name: 'top1', leads: { level: ['2'] } }, 9, row)).toEqual({
    path: 'alarms',
    tab: null,
    filters: { times: 'lasted', scope: { truckIds: [7] }, when: november, level: ['2'], type: ['9'] },
    picked: { ofDriver: '3:王师傅' },
  })
  expect(lead({ name: 'total', leads: {} }, 3)?.filters).toEqual({ times: 'lasted', scope: { truckIds: [7] }, when: november })
})

test('a column may lead to a tab of another list, and to one day of the month, of a row as of the total', () => {
  const drives = { path: 'mileage', tab: 'drives', with: {}, onlyRows: false, keeps: { when: 'month' } }
  for (const row of [{ picked: { ofTruck: '7:A' } }, null])
    expect(lead({ name: 'day5', leads: { when: { dayOfMonth: 5 } }, leadsTo: drives }, 12, row)).toEqual({
      path: 'mileage',
      tab: 'drives',
      filters: { when: { from: '2026-11 5', to: '' } },
      picked: row?.picked ?? {},
    })
  const column = { name: 'km', leads: {}, leadsTo: { ...drives, onlyRows: true } }
  expect([lead(column, 12, {})?.path, lead(column, 12, null)]).toEqual(['mileage', null])
})

test('nothing counted, and columns without a list, lead nowhere', () => {
  for (const value of [0, null, undefined]) expect(lead({ name: 'total', leads: {} }, value)).toBeNull()
  expect(lead({ name: 'km', leads: null }, 3)).toBeNull()
})

test('a key holds the id and the name, which may be missing or hold colons', () => {
  expect([nameInKey('3:王师傅'), nameInKey('3:'), nameInKey(null), nameInKey('3:a:b')]).toEqual(['王师傅', null, null, 'a:b'])
})
