// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { waitingHandover } from './shift-handover.tsx'
import { aHandover } from './test-desk.ts'

test('[delight 12] the newest handover that the user may accept waits for it', () => {
  const [toOther, newest, older] = [aHandover(3, { canAccept: false }), aHandover(2), aHandover(1)]
  expect(waitingHandover([toOther, newest, older])).toBe(newest)
  expect([waitingHandover([toOther]), waitingHandover([])]).toEqual([null, null])
})
