import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LongListNotice } from './long-list-notice.tsx'

const longList = { above: 10_000, says: '请缩短时间' }

test('[5.4] a list with more rows than its limit says so, one at the limit does not', () => {
  expect(renderToStaticMarkup(<LongListNotice view={{ longList }} total={10_001} />)).toContain('请缩短时间')
  expect(renderToStaticMarkup(<LongListNotice view={{ longList }} total={10_000} />)).toBe('')
})

test('nothing is said before the rows are counted, nor of a list of any length', () => {
  expect(renderToStaticMarkup(<LongListNotice view={{ longList }} total={null} />)).toBe('')
  expect(renderToStaticMarkup(<LongListNotice view={{ longList: null }} total={99_999} />)).toBe('')
})
