import { expect, test } from 'vitest'
import { uploadsUnderWay } from './uploads-under-way.ts'

const hour = 3_600_000
const all = () => true

test('the truck that is furthest behind is named, and how long all take at the pace that was seen', () => {
  let now = Date.UTC(2026, 10, 18, 12)
  const uploads = uploadsUnderWay(() => now)
  uploads.hear([
    [1, now - 10 * hour],
    [2, now - 6 * hour],
  ])
  expect(uploads.notice(all)).toEqual({ trucks: 2, at: '2026-11-18T02:00:00.000Z', leftMs: null })
  const from = now
  for (let step = 1; step <= 4; step++) {
    now += 5_000
    uploads.hear([
      [1, from - (10 - step) * hour],
      [2, from - (6 - step) * hour],
    ])
  }
  // An hour in five seconds: six hours are left of the one.
  const notice = uploads.notice(all)
  expect(notice).toMatchObject({ trucks: 2, at: '2026-11-18T06:00:00.000Z' })
  expect(notice.leftMs).toBeGreaterThan(29_000)
  expect(notice.leftMs).toBeLessThan(31_000)
  expect(uploads.notice((truckId) => truckId === 2)).toMatchObject({ trucks: 1, at: '2026-11-18T10:00:00.000Z' })
  expect(uploads.notice(() => false)).toEqual({ trucks: 0, at: null, leftMs: null })
})

test('an upload that falls silent is over, and one that begins again further back is looked at from its beginning', () => {
  let now = Date.UTC(2026, 10, 18, 12)
  const uploads = uploadsUnderWay(() => now)
  uploads.hear([[1, now - hour]])
  now += 30_000
  uploads.hear([[1, now - 9 * hour]])
  expect(uploads.notice(all)).toMatchObject({ trucks: 1, leftMs: null })
  now += 21_000
  expect(uploads.notice(all)).toEqual({ trucks: 0, at: null, leftMs: null })
})
