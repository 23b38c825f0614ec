import { expect, test } from 'vitest'
import { messageParts, quietEnd } from './text-message.ts'

test('seventy characters are one message, one more makes two, and parts hold 67', () => {
  expect([1, 70, 71, 134, 135].map((length) => messageParts('字'.repeat(length)))).toEqual([1, 1, 2, 2, 3])
})

const at = (clock: string): number => Date.parse(`2026-03-10T${clock}:00+08:00`)

test('quiet hours over midnight hold a message until the morning, on either side of midnight', () => {
  expect(quietEnd(at('22:00'), '22:00', '07:00')).toBe(at('07:00') + 86_400_000)
  expect(quietEnd(at('23:59'), '22:00', '07:00')).toBe(at('07:00') + 86_400_000)
  expect(quietEnd(at('06:59'), '22:00', '07:00')).toBe(at('07:00'))
  expect(quietEnd(at('07:00'), '22:00', '07:00')).toBe(null)
  expect(quietEnd(at('21:59'), '22:00', '07:00')).toBe(null)
})

test('quiet hours within a day, and none at all', () => {
  expect(quietEnd(at('12:30'), '12:00', '14:00')).toBe(at('14:00'))
  expect(quietEnd(at('14:00'), '12:00', '14:00')).toBe(null)
  expect(quietEnd(at('03:00'), '', '')).toBe(null)
})
