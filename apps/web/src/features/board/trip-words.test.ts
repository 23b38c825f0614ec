import { NO_ESTIMATE } from '@tanker/contract/board'
import { expect, test } from 'vitest'
import { asReader } from '../../platform/test-reader.ts'

const now = Date.UTC(2026, 10, 21, 8)
const trip = {
  startedAt: '2026-11-21T06:00:00Z',
  depotName: '苏州油库',
  slipNos: ['S-1'],
  load: [],
  stations: [],
  estimate: null,
  noEstimate: null,
}
const load = () => import('./trip-words.ts')

test('[D-09] an arrival says its time and how it is known; without one it says why, in both languages', async () => {
  const estimate = { arrivalAt: '2026-11-21T08:22:14Z', meanKmh: 58.4 }
  const zh = await asReader({ language: 'zh', zone: 'Asia/Shanghai' }, load)
  expect(zh.arrivalWords({ ...trip, estimate }, now)).toEqual({
    time: '16:22',
    how: '按直线距离和近 30 分钟均速 58 km/h（含停车）估计，实际路程更长',
  })
  const en = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, load)
  expect(en.arrivalWords({ ...trip, estimate }, now)?.how).toContain('straight line')
  expect(en.arrivalWords(trip, now)).toBeNull()
  for (const noEstimate of NO_ESTIMATE)
    for (const { arrivalWords } of [zh, en]) {
      const words = arrivalWords({ ...trip, noEstimate }, now)
      expect(words?.time).toBeNull()
      expect(words?.how.length).toBeGreaterThan(5)
    }
})

test('a time of another day has its date', async () => {
  const { clockTime } = await asReader({ language: 'en', zone: 'Asia/Shanghai' }, load)
  expect(clockTime('2026-11-21T15:59:00Z', now)).toBe('23:59')
  expect(clockTime('2026-11-21T16:00:00Z', now)).toBe('11/22/2026 00:00')
})

test('the load is named by product, a dash where no gauge measured it; a distance has a tenth below 100 km', async () => {
  const { loadWords, kilometres } = await asReader({ language: 'en' }, load)
  expect(
    loadWords([
      { oilCode: 92, oilName: '92号汽油', volumeL: 8000.4 },
      { oilCode: 0, oilName: '0号柴油', volumeL: null },
    ]),
  ).toMatch(/^.*92.*: 8,000 L · .*: –$/)
  expect([kilometres(850), kilometres(22_239), kilometres(123_456)]).toEqual(['0.9 km', '22.2 km', '123 km'])
})
