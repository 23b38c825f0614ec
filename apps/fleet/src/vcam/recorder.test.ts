import { expect, test } from 'vitest'
import { recordingsOf } from './recorder.ts'

const NOON = Date.UTC(2026, 10, 28, 4, 5)

test('a recorder has files of at most a quarter of an hour of the last three days, none of the future, some of alarms', () => {
  const kept = recordingsOf('14408001001', 1, NOON)
  expect(kept.length).toBeGreaterThan(3 * 40)
  for (const [at, { from, to, bytes }] of kept.entries()) {
    expect(from).toBeGreaterThanOrEqual(at === 0 ? NOON - 3 * 86_400_000 : (kept[at - 1]?.to ?? 0))
    expect(to - from).toBeLessThanOrEqual(15 * 60_000)
    // 400 kbit/s, more or less.
    expect(bytes / ((to - from) / 1_000)).toBeGreaterThan(40_000)
    expect(bytes / ((to - from) / 1_000)).toBeLessThan(60_000)
  }
  expect(kept.at(-1)?.to).toBeLessThanOrEqual(NOON)
  const alarms = kept.filter(({ isAlarm }) => isAlarm).length
  expect(alarms).toBeGreaterThan(3)
  expect(alarms).toBeLessThan(kept.length / 5)
})

test('what a recorder has does not change while time goes on, but for what is older than three days', () => {
  const [before, after] = [recordingsOf('14408001001', 2, NOON), recordingsOf('14408001001', 2, NOON + 3_600_000)]
  expect(after).toEqual(expect.arrayContaining(before.filter(({ from }) => from >= NOON + 3_600_000 - 3 * 86_400_000)))
  expect(after.length).toBeGreaterThan(0)
})
