import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { asReader } from '../test-reader.ts'
import { StaleNote } from './stale-note.tsx'

type Query = Parameters<typeof StaleNote>[0]['query']
const query = (more: Partial<Query>): Query =>
  ({
    isError: true,
    data: [1],
    isFetching: false,
    dataUpdatedAt: Date.UTC(2026, 10, 21, 8),
    refetch: () => {},
    ...more,
  }) as unknown as Query

test('what was read before stays when reading it again fails, and its age is said', async () => {
  const { StaleNote: Note } = await asReader({ language: 'zh', zone: 'Asia/Shanghai' }, () => import('./stale-note.tsx'))
  expect(renderToStaticMarkup(<Note query={query({})} />)).toContain('刷新失败，所示为 2026-11-21 16:00:00 的数据')
})

test('what is fresh has no note, nor has what was never read: that is a failure of its own', () => {
  expect(renderToStaticMarkup(<StaleNote query={query({ isError: false })} />)).toBe('')
  expect(renderToStaticMarkup(<StaleNote query={query({ data: undefined })} />)).toBe('')
})

test('while it is being read again the button cannot be pressed twice', () => {
  expect(renderToStaticMarkup(<StaleNote query={query({ isFetching: true })} />)).toContain('disabled')
})
