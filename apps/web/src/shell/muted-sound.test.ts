import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutesMuted, mutedUntil, setMuted } from './muted-sound.ts'

const NOW = Date.UTC(2026, 10, 23, 8)
const MINUTE_MS = 60_000

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the sound is muted for ten minutes, for the user who muted it, and is heard again by itself', () => {
  setMuted('anna', true, NOW)
  expect([0, 1, 59_999, 60_000, 599_999, 600_000].map((ms) => minutesMuted('anna', NOW + ms))).toEqual([10, 10, 10, 9, 1, 0])
  expect(minutesMuted('ben', NOW)).toBe(0)
  expect(mutedUntil('anna', NOW)).toBe(NOW + 10 * MINUTE_MS)
})

test('the user ends it before, or begins the ten minutes again', () => {
  setMuted('anna', true, NOW)
  setMuted('anna', false, NOW + MINUTE_MS)
  expect(minutesMuted('anna', NOW + MINUTE_MS)).toBe(0)
  setMuted('anna', true, NOW + 5 * MINUTE_MS)
  expect(minutesMuted('anna', NOW + 6 * MINUTE_MS)).toBe(9)
})

test('a clock that was wrong when it was muted does not mute for longer than ten minutes', () => {
  setMuted('anna', true, NOW + 1_000 * MINUTE_MS)
  expect(minutesMuted('anna', NOW)).toBe(0)
})
