import { type ComponentType, createElement, lazy, type ReactNode } from 'react'
import { idIn, type ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { idOf, runs } from '../report/actions.ts'

/** A row that opens as a page on the screen of its list: the word of the address that names it, and what draws it. */
type RowPage =
  | { readonly word: string; readonly Page: ComponentType<{ readonly id: number }> }
  /** Of rows whose id is no number. */
  | { readonly word: string; readonly TextPage: ComponentType<{ readonly id: string }> }

const deliveryProof: RowPage = {
  word: 'delivery',
  TextPage: lazy(() => import('../features/level-trend/delivery-proof-page.tsx').then((module) => ({ default: module.DeliveryProofPage }))),
}

/** By screen. */
export const ROW_PAGES: Readonly<Record<string, RowPage>> = {
  'cargo_monitor/event_report/delivery_record': deliveryProof,
  'cargo_monitor/data_analysis/oil_loss': deliveryProof,
  'cargo_monitor/data_analysis/gauge_learning': {
    word: 'gauge',
    Page: lazy(() => import('../features/gauge-learning/gauge-page.tsx').then((module) => ({ default: module.GaugePage }))),
  },
  'airtight_detection/bz_airtight_detection': {
    word: 'test',
    TextPage: lazy(() =>
      import('../features/airtight/airtight-record-page.tsx').then((module) => ({ default: module.AirtightRecordPage })),
    ),
  },
  'setting/base_data/test': {
    word: 'test',
    Page: lazy(() => import('../features/device-tests/device-test-page.tsx').then((module) => ({ default: module.DeviceTestPage }))),
  },
}

/** What the address says of a row that has a page; null where it names none. */
export function rowPageOf(path: string, search: ScreenSearch): ReactNode | null {
  const row = ROW_PAGES[path]
  if (!row) return null
  if ('TextPage' in row) {
    const id = search[row.word] ?? ''
    return id === '' ? null : createElement(row.TextPage, { id })
  }
  const id = idIn(search, row.word)
  return id === null ? null : createElement(row.Page, { id })
}

/** Opens the page of the row; `more` goes into its address. */
export const openRowPage = (more: Readonly<Record<string, string>> = {}) =>
  runs(({ row, address }) => {
    const page = ROW_PAGES[address.path]
    if (page) address.ask({ ...address.search, [page.word]: idOf(row), ...more })
  })
