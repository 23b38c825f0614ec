import { SCREENS } from '@tanker/contract/screens'
import { expect, test } from 'vitest'
import { openRowPage, ROW_PAGES } from './row-pages.ts'

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
