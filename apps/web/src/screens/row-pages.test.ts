import { SCREENS } from '@tanker/contract/screens'
import { expect, test } from 'vitest'
import { openRowPage, ROW_PAGES, rowPageOf } from './row-pages.ts'

const addressOf = (path: string, search: Record<string, string>) => {
  const asked: unknown[] = []
  const about = { row: { id: '17' }, address: { path, search, ask: (next: unknown) => void asked.push(next) } }
  void openRowPage({ print: '1' }).run(about as unknown as Parameters<ReturnType<typeof openRowPage>['run']>[0])
  return asked
}

test('a row opens beside what the list was asked, under the word of its screen', () => {
  expect(addressOf('setting/base_data/test', { page: '2' })).toEqual([{ page: '2', test: '17', print: '1' }])
  expect(addressOf('handover', {})).toEqual([])
})

test('screens whose rows have pages exist, and no word of theirs is one that lists use', () => {
  const paths: string[] = SCREENS.map(({ path }) => path)
  for (const [path, { word }] of Object.entries(ROW_PAGES)) {
    expect(paths).toContain(path)
    expect(['filters', 'fromAlarm', 'page', 'size', 'sortBy', 'sortOrder', 'tab']).not.toContain(word)
  }
})

test('the page of a delivery is named by truck and departure in the address, on both lists that lead to it', () => {
  for (const path of ['cargo_monitor/event_report/delivery_record', 'cargo_monitor/data_analysis/oil_loss']) {
    expect(rowPageOf(path, { delivery: '5-1773540000000' })).toMatchObject({ props: { id: '5-1773540000000' } })
    expect(rowPageOf(path, { page: '2' })).toBeNull()
  }
  expect(rowPageOf('setting/base_data/test', { test: '17' })).toMatchObject({ props: { id: 17 } })
  expect(rowPageOf('setting/base_data/test', { test: 'x' })).toBeNull()
})
