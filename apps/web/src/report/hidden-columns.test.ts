import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stubStorage } from '../platform/test-storage.ts'
import type { ReportColumn } from './cell-text.ts'
import {
  type ColumnChoice,
  hiddenAmong,
  keepColumns,
  keptColumns,
  leftOutColumns,
  mayToggle,
  shownColumns,
  toggledColumn,
} from './hidden-columns.ts'

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
  leads: null,
  leadsTo: null,
})
const columns = [column('organisation', 'organisation'), column('plate', 'plate'), column('lossL'), column('lossRate', 'loss-rate')]
const NONE: ReadonlySet<string> = new Set()
const names = (of: readonly { name: string }[]) => of.map(({ name }) => name)

const choice = (hidden: readonly string[], shown: readonly string[] = []) => ({ hidden: new Set(hidden), shown: new Set(shown) })

test('each report keeps its own hidden columns in this browser, and the empty ones that the user wants to see', () => {
  const items = stubStorage('localStorage')
  keepColumns('loss/by_truck', choice(['lossL', 'organisation']))
  keepColumns('loss/by_driver', choice([], ['lossRate']))
  expect([...items]).toEqual([
    ['hidden-columns loss/by_truck', 'lossL,organisation'],
    ['hidden-columns loss/by_driver', ''],
    ['shown-columns loss/by_driver', 'lossRate'],
  ])
  expect(keptColumns('loss/by_truck')).toEqual(choice(['lossL', 'organisation']))
  expect([keptColumns('loss/by_driver'), keptColumns('loss/by_depot')]).toEqual([choice([], ['lossRate']), choice([])])
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
  const hidden = choice(['lossL'])
  const leftOut = leftOutColumns(columns, hidden, NONE)
  const more = toggledColumn(hidden, 'plate', leftOut)
  expect(more).toEqual(choice(['lossL', 'plate']))
  expect(toggledColumn(more, 'plate', leftOutColumns(columns, more, NONE))).toEqual(hidden)
  expect(hidden).toEqual(choice(['lossL']))
})

test('[D-11] an empty column is left out until the user ticks it; hidden again it is an ordinary hidden column', () => {
  const empty = new Set(['organisation'])
  expect(leftOutColumns(columns, choice([]), empty)).toEqual(empty)
  const ticked = toggledColumn(choice([]), 'organisation', empty)
  expect(ticked).toEqual(choice([], ['organisation']))
  expect(leftOutColumns(columns, ticked, empty)).toEqual(NONE)
  expect(toggledColumn(ticked, 'organisation', NONE)).toEqual(choice(['organisation']))
})

test('columns stand in the order of the report; on a phone the organisation gives way to the plate', () => {
  expect(names(shownColumns(columns, new Set(['lossL']), false))).toEqual(['organisation', 'plate', 'lossRate'])
  expect(names(shownColumns(columns, new Set(['lossL']), true))).toEqual(['plate', 'lossRate', 'organisation'])
})

test('no series of clicks on the chooser leaves a list without a column', () => {
  const some = fc.uniqueArray(fc.constantFrom('gone', ...names(columns)))
  const clicks = fc.array(fc.constantFrom(...names(columns)), { maxLength: 30 })
  fc.assert(
    fc.property(some, some, clicks, (kept, empty, clicked) => {
      let chosen: ColumnChoice = choice(kept)
      const leftOut = () => leftOutColumns(columns, chosen, new Set(empty))
      for (const name of clicked) if (mayToggle(columns, leftOut(), name)) chosen = toggledColumn(chosen, name, leftOut())
      expect(shownColumns(columns, leftOut(), false).length).toBeGreaterThan(0)
    }),
  )
})
