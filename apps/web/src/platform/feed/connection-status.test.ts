import { expect, test } from 'vitest'
import { connectionStatus } from './connection-status.ts'

const live = { onNetwork: true, failed: false, lostAt: null, heardAt: 1_000_000, now: 1_010_000, statusEveryMs: 30_000 }

test('a live line says nothing, nor does one that has not spoken yet', () => {
  expect(connectionStatus(live)).toBe(null)
  expect(connectionStatus({ ...live, heardAt: null })).toBe(null)
})

test('a connection back after the first reconnect shows no banner, a longer break does', () => {
  expect(connectionStatus({ ...live, lostAt: 1_005_000 })).toBe(null)
  expect(connectionStatus({ ...live, lostAt: 1_003_000 })).toBe('lost')
})

test('an open connection that misses two status messages shows a banner', () => {
  expect(connectionStatus({ ...live, now: 1_074_000 })).toBe(null)
  expect(connectionStatus({ ...live, now: 1_076_000 })).toBe('silent')
})

test('the nearest cause is named', () => {
  expect(connectionStatus({ ...live, onNetwork: false, failed: true, lostAt: 0 })).toBe('no-network')
  expect(connectionStatus({ ...live, failed: true, lostAt: 0 })).toBe('no-server')
})
