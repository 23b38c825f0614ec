import { type ComponentType, lazy } from 'react'
import { idOf, runs } from '../report/actions.ts'

/** A row that opens as a page on the screen of its list: the word of the address that names it, and what draws it. */
type RowPage = { readonly word: string; readonly Page: ComponentType<{ readonly id: number }> }

/** By screen. */
export const ROW_PAGES: Readonly<Record<string, RowPage>> = {
  'cargo_monitor/data_analysis/gauge_learning': {
    word: 'gauge',
    Page: lazy(() => import('../features/gauge-learning/gauge-page.tsx').then((module) => ({ default: module.GaugePage }))),
  },
  'setting/base_data/test': {
    word: 'test',
    Page: lazy(() => import('../features/device-tests/device-test-page.tsx').then((module) => ({ default: module.DeviceTestPage }))),
  },
}

/** Opens the page of the row; `more` goes into its address. */
export const openRowPage = (more: Readonly<Record<string, string>> = {}) =>
  runs(({ row, address }) => {
    const page = ROW_PAGES[address.path]
    if (page) address.ask({ ...address.search, [page.word]: idOf(row), ...more })
  })
