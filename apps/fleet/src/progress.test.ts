import { expect, test } from 'vitest'
import { followProgress } from './progress.ts'
import type { HistorySpan } from './history-replay.ts'

const hourMs = 3_600_000
const span = (hours: number): HistorySpan => ({ phone: '1', from: 0, fromAt: 0, toAt: hours * hourMs, beforeLive: true })

/** Looks a minute apart, with so many hours left each time; answers what was said and what is kept. */
function upload(leftHours: readonly number[], doneMs = 0) {
  const said: string[] = []
  let at = 0
  let left: readonly HistorySpan[] = []
  const progress = followProgress({ left: () => left, say: (text) => said.push(text), now: () => at, doneMs })
  for (const hours of leftHours) {
    at += 60_000
    left = hours === 0 ? [] : [span(hours / 2), span(hours / 2)]
    progress.look()
  }
  return { said, doneMs: progress.doneMs }
}

test('an upload is reported from 0 % to its end, with the remaining time once the pace is known', () => {
  expect(upload([100, 98, 75, 50, 1, 0, 0]).said).toEqual([
    'uploading stored days, 0 %',
    'uploading stored days, 2 %',
    'uploading stored days, 25 %, about 9 min left',
    'uploading stored days, 50 %, about 4 min left',
    'uploading stored days, 99 %, about 1 min left',
    'the stored days are uploaded',
  ])
})

test('after a restart the upload goes on from where it was, and the time left follows the pace of this run', () => {
  const { doneMs } = upload([200, 100])
  expect(doneMs).toBe(100 * hourMs)
  // Ten more hours passed: they are part of the upload.
  const { said } = upload([110, 88, 55, 0], doneMs)
  expect(said).toEqual([
    'uploading stored days, 47 %',
    'uploading stored days, 58 %, about 8 min left',
    'uploading stored days, 73 %, about 3 min left',
    'the stored days are uploaded',
  ])
})

test('what a short stop left over is not worth a line, whether an upload was finished before or not', () => {
  expect(upload([10, 5, 0]).said).toEqual([])
  expect(upload([100, 50, 0]).doneMs).toBe(0)
  expect(upload([10, 5, 0], upload([100, 50, 0]).doneMs).said).toEqual([])
})

test('after a restart, the small rest of a long upload is still reported as its end', () => {
  const { doneMs } = upload([100, 5])
  expect(upload([6, 0], doneMs).said).toEqual(['uploading stored days, 94 %', 'the stored days are uploaded'])
})
