import { expect, test } from 'vitest'
import { type Full, fullest, gigabytes, shareOf } from './storage-share.ts'

const disk = (process: string, usedBytes: number, totalBytes: number): Full => ({
  process,
  what: 'disk',
  usedBytes,
  totalBytes,
  measuredAt: '2026-11-21T08:00:00Z',
})

test('the badge shows the disk that has the least left of its size, not the largest', () => {
  const rows = [disk('a', 900e9, 1_000e9), disk('b', 95e9, 100e9), disk('c', 81e9, 100e9)]
  expect(fullest(rows)?.process).toBe('b')
  expect(fullest([])).toBeUndefined()
  expect(rows.map(({ process }) => process)).toEqual(['a', 'b', 'c'])
})

test('a share is rounded down: a disk is at 100 % when nothing is left, not before', () => {
  expect([shareOf(disk('a', 999, 1_000)), shareOf(disk('a', 1_000, 1_000)), shareOf(disk('a', 801, 1_000))]).toEqual([
    '99 %',
    '100 %',
    '80 %',
  ])
})

test('sizes are said in gigabytes of a thousand million bytes, as disks are sold', () => {
  expect([gigabytes(1_500_000_000), gigabytes(0), gigabytes(2_000_000_000_000)]).toEqual(['1.5 GB', '0.0 GB', '2,000.0 GB'])
})
