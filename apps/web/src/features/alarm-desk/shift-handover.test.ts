// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { waitingHandover } from './shift-handover.tsx'
import { aHandover } from './test-desk.ts'

test('[delight 12] the newest handover to this user or to the next shift waits for it', () => {
  const [toOther, toMe, toNext] = [aHandover(3, { to: { id: 9, name: 'Wu' } }), aHandover(2, { to: { id: 7, name: 'Chen' } }), aHandover(1)]
  expect(waitingHandover([toOther, toMe, toNext], 7)).toBe(toMe)
  expect(waitingHandover([toOther, toNext], 7)).toBe(toNext)
})

test('an accepted handover waits no longer, one of his own or to another never did', () => {
  expect(waitingHandover([aHandover(1, { acceptedAt: '2026-11-23T01:00:00Z' })], 7)).toBeNull()
  expect(waitingHandover([aHandover(1, { by: { id: 7, name: 'Chen' } })], 7)).toBeNull()
  expect(waitingHandover([aHandover(1, { to: { id: 9, name: 'Wu' } })], 7)).toBeNull()
  expect(waitingHandover([], 7)).toBeNull()
})
