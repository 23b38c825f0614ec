import { expect, test } from 'vitest'
import { leadOf, nameInKey } from './report-leads.ts'
import type { ReportView } from './report-view.ts'

const view = {
  leadsTo: { path: 'alarms', keeps: { scope: 'scope', when: 'month', level: 'level' } },
  filters: [
    { name: 'scope', kind: 'truck-or-organisation' },
    { name: 'month', kind: 'month' },
  ],
} as unknown as ReportView
const november = { from: 'a', to: 'b' }
const lead = (column: { name: string; leads: Record<string, unknown> | null }, value: unknown, row: Parameters<typeof leadOf>[3] = null) =>
  leadOf(view, column, { scope: { truckIds: [7] }, month: '2026-11' }, row, value, () => november)

test('a number keeps the filters of its list, a month as a period, and adds those of its column and row', () => {
  const row = { picked: { ofDriver: '3:王师傅' }, of: { top1: { type: ['9'] } } }
  expect(lead({ name: 'top1', leads: { level: ['2'] } }, 9, row)).toEqual({
    path: 'alarms',
    filters: { scope: { truckIds: [7] }, when: november, level: ['2'], type: ['9'] },
    picked: { ofDriver: '3:王师傅' },
  })
  expect(lead({ name: 'total', leads: {} }, 3)?.filters).toEqual({ scope: { truckIds: [7] }, when: november })
})

test('nothing counted, and columns without a list, lead nowhere', () => {
  for (const value of [0, null, undefined]) expect(lead({ name: 'total', leads: {} }, value)).toBeNull()
  expect(lead({ name: 'km', leads: null }, 3)).toBeNull()
})

test('a key holds the id and the name, which may be missing or hold colons', () => {
  expect([nameInKey('3:王师傅'), nameInKey('3:'), nameInKey(null), nameInKey('3:a:b')]).toEqual(['王师傅', null, null, 'a:b'])
})
