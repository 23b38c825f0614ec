import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stubStorage } from '../platform/test-storage.ts'
import type { ReportColumn } from './cell-text.ts'
import { hiddenAmong, keepColumns, keptColumns, mayToggle, shownColumns, toggledColumn } from './hidden-columns.ts'

const column = (name: string, kind: ReportColumn['kind'] = 'number'): ReportColumn => ({
  name,
  kind,
  label: name,
  unit: null,
  digits: 0,
  sortable: true,
  total: false,
  choices: [],
  hint: null,
})
const columns = [column('organisation', 'organisation'), column('plate', 'plate'), column('lossL'), column('lossRate', 'loss-rate')]
const names = (of: readonly { name: string }[]) => of.map(({ name }) => name)

test('each report keeps its own hidden columns in this browser', () => {
  const items = stubStorage('localStorage')
  keepColumns('loss/by_truck', new Set(['lossL', 'organisation']))
  keepColumns('loss/by_driver', new Set())
  expect([...items]).toEqual([
    ['hidden-columns loss/by_truck', 'lossL,organisation'],
    ['hidden-columns loss/by_driver', ''],
  ])
  expect(keptColumns('loss/by_truck')).toEqual(new Set(['lossL', 'organisation']))
  expect([keptColumns('loss/by_driver'), keptColumns('loss/by_depot')]).toEqual([new Set(), new Set()])
})

test('hidden columns that the report no longer has hide nothing else', () => {
  expect(hiddenAmong(columns, new Set(['lossL', 'gone', '']))).toEqual(new Set(['lossL']))
})

test('when every column that is left was hidden, the list shows all of them and is not empty', () => {
  const hidden = hiddenAmong([column('plate', 'plate'), column('lossL')], new Set(['plate', 'lossL', 'gone']))
  expect(hidden).toEqual(new Set())
})

test('the last column that is shown cannot be hidden, and each hidden one can be shown', () => {
  const hidden = new Set(['organisation', 'plate', 'lossL'])
  expect(columns.map(({ name }) => mayToggle(columns, hidden, name))).toEqual([true, true, true, false])
  expect(mayToggle([column('plate')], new Set(), 'plate')).toBe(false)
  // Two more were hidden in an older version of the report.
  expect(mayToggle(columns, hiddenAmong(columns, new Set(['gone', 'gone too', 'lossL'])), 'plate')).toBe(true)
})

test('a column that is hidden and shown again leaves the choice as it was', () => {
  const hidden = new Set(['lossL'])
  expect(toggledColumn(hidden, 'plate')).toEqual(new Set(['lossL', 'plate']))
  expect(toggledColumn(toggledColumn(hidden, 'plate'), 'plate')).toEqual(hidden)
  expect(hidden).toEqual(new Set(['lossL']))
})

test('columns stand in the order of the report; on a phone the organisation gives way to the plate', () => {
  expect(names(shownColumns(columns, new Set(['lossL']), false))).toEqual(['organisation', 'plate', 'lossRate'])
  expect(names(shownColumns(columns, new Set(['lossL']), true))).toEqual(['plate', 'lossRate', 'organisation'])
})

test('no series of clicks on the chooser leaves a list without a column', () => {
  const clicks = fc.array(fc.constantFrom(...names(columns)), { maxLength: 30 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom('gone', ...names(columns))), clicks, (kept, clicked) => {
      let hidden = hiddenAmong(columns, new Set(kept))
      for (const name of clicked) if (mayToggle(columns, hidden, name)) hidden = toggledColumn(hidden, name)
      expect(shownColumns(columns, hidden, false).length).toBeGreaterThan(0)
    }),
  )
})
