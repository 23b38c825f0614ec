import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'

const mark = (minute: number, endedAt: string | null = null) => ({
  key: String(minute),
  at: `2026-11-21T08:${String(minute).padStart(2, '0')}:00Z`,
  endedAt,
  kind: 'record' as const,
  name: 'cover',
  object: 101,
  grade: null,
  properties: {},
  lat: 31,
  lng: 120,
})
const group = (marks: ReturnType<typeof mark>[]) => ({ icon: 'opening' as const, lat: 31, lng: 120, marks })

test('a mark says when, what and how long, newest first', async () => {
  const { markWords } = await asReader({ language: 'zh', zone: 'Asia/Shanghai' }, () => import('./mark-words.ts'))
  expect(markWords(group([mark(1, '2026-11-21T08:03:30Z'), mark(5)]))).toEqual([
    '16:05:00  开关盖 · 1仓 人孔盖',
    '16:01:00  开关盖 · 1仓 人孔盖  2分30秒',
  ])
})

test('of many only eight are listed and the others counted', async () => {
  const { markWords } = await asReader({ language: 'en' }, () => import('./mark-words.ts'))
  const words = markWords(group(Array.from({ length: 10 }, (_, index) => mark(index))))
  expect([words.length, words.at(-1)]).toEqual([9, '2 more'])
})
