import { expect, test } from 'vitest'
import { type Exemption, exemptionOf } from './exemption.ts'

const DAY = 86_400_000
const anywhere: Exemption = { id: 1, reason: '检修', placeId: null, compartment: null, fromAt: DAY, untilAt: 2 * DAY, daily: null }
const opening = { at: DAY, placeId: null, compartment: 2, zoneOffsetMinutes: 480 }
const covers = (exemption: Partial<Exemption>, given: Partial<typeof opening> | { placeId: number } = {}): boolean =>
  exemptionOf([{ ...anywhere, ...exemption }], { ...opening, ...given }) !== null

test('an exemption begins with its first millisecond and has ended at its end', () => {
  expect([DAY - 1, DAY, 2 * DAY - 1, 2 * DAY].map((at) => covers({}, { at }))).toEqual([false, true, true, false])
})

test('it holds at its place and of its compartment only', () => {
  expect(covers({ placeId: 7 }, { placeId: 7 })).toBe(true)
  expect(covers({ placeId: 7 }, { placeId: 8 })).toBe(false)
  expect(covers({ placeId: 7 })).toBe(false)
  expect([1, 2, 0].map((compartment) => covers({ compartment: 2 }, { compartment }))).toEqual([false, true, false])
})

test('daily hours are those of the truck, the end excluded, and may go past midnight', () => {
  const at = (hour: number, minute = 0): number => DAY + (hour * 60 + minute - 480) * 60_000
  const span = { fromAt: 0, untilAt: 3 * DAY }
  const day = { ...span, daily: { from: 8 * 60, to: 18 * 60 } }
  expect([at(7, 59), at(8), at(17, 59), at(18)].map((one) => covers(day, { at: one }))).toEqual([false, true, true, false])
  const night = { ...span, daily: { from: 22 * 60, to: 6 * 60 } }
  expect([at(21, 59), at(22), at(0), at(5, 59), at(6)].map((one) => covers(night, { at: one }))).toEqual([false, true, true, true, false])
})
