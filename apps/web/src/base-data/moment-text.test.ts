import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { localOf, momentOf } from './moment-text.ts'

afterEach(() => void vi.unstubAllEnvs())

test('a moment is chosen in the zone of the user and kept in UTC, to the second', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  expect(localOf('2026-11-21T16:05:09Z')).toBe('2026-11-22T00:05:09')
  expect(momentOf('2026-11-22T00:05:09')).toBe('2026-11-21T16:05:09Z')
  // A browser leaves seconds out while they are zero.
  expect(momentOf('2026-11-22T00:05')).toBe('2026-11-21T16:05:00Z')
})

test('summer and winter of a zone are each read with their own offset', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect([localOf('2026-07-01T10:00:00Z'), localOf('2026-12-01T10:00:00Z')]).toEqual(['2026-07-01T12:00:00', '2026-12-01T11:00:00'])
  expect([momentOf('2026-07-01T12:00'), momentOf('2026-12-01T11:00')]).toEqual(['2026-07-01T10:00:00Z', '2026-12-01T10:00:00Z'])
})

test('what is no moment is none', () => {
  for (const none of ['', 'x', '2026-13-01', 'null']) expect([localOf(none), momentOf(none)], none).toEqual(['', ''])
})

test('a moment that is shown and taken again unchanged is the same moment, unless its hour comes twice', () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'UTC')
  const at = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2049-12-31T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(zone, at, (name, date) => {
      vi.stubEnv('TZ', name)
      const moment = `${date.toISOString().slice(0, 19)}Z`
      const shown = localOf(moment)
      expect(localOf(momentOf(shown))).toBe(shown)
      const hourAround = [-3_600_000, 3_600_000].map((by) => localOf(new Date(Date.parse(moment) + by).toISOString()))
      if (!hourAround.includes(shown)) expect(momentOf(shown)).toBe(moment)
    }),
  )
})
