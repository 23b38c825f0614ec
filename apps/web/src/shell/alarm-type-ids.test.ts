import fc from 'fast-check'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { expect, test } from 'vitest'
import { spellingsOf } from '../platform/find/spelling.ts'
import { allToggled, readTypeIds, typeToggled, writeTypeIds, typesNamed } from './alarm-type-ids.ts'

const types = [{ code: 45 }, { code: 201 }, { code: 202 }]

test('the chosen types are kept with commas, in the order of their numbers', () => {
  expect(writeTypeIds(new Set([202, 45, 201]))).toBe('45,201,202')
  expect(writeTypeIds(new Set())).toBe('')
  expect(readTypeIds('')).toEqual(new Set())
  expect(readTypeIds('45,,201')).toEqual(new Set([45, 201]))
})

test('what is kept is read as it was written', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(9_999)), (codes) => {
      expect(readTypeIds(writeTypeIds(new Set(codes)))).toEqual(new Set(codes))
    }),
  )
})

test('a box changes its own type alone', () => {
  expect(typeToggled(new Set([45]), 201)).toEqual(new Set([45, 201]))
  expect(typeToggled(new Set([45, 201]), 201)).toEqual(new Set([45]))
})

test('the box above chooses all that is offered, and takes it away when all of it is chosen', () => {
  expect(allToggled(types, new Set([45]))).toEqual(new Set([45, 201, 202]))
  expect(allToggled(types, new Set([45, 201, 202]))).toEqual(new Set())
})

test('types that are not offered to this user stay as they are when all are chosen or none', () => {
  const chosen = new Set([45, 9001])
  const all = allToggled(types, chosen)
  expect(all).toEqual(new Set([9001, 45, 201, 202]))
  expect(allToggled(types, all)).toEqual(new Set([9001]))
})

test('[D-40] types are found by part of the name in either language, by pinyin and by their number', () => {
  const codes = (typed: string) => typesNamed(ALARM_TYPES, typed, spellingsOf).map(({ code }) => code)
  expect(codes('异常解封')).toContain(1)
  expect(codes('ycjf')).toContain(1)
  expect(codes('high loss')).toContain(202)
  expect(codes('20').every((code) => String(code).startsWith('20'))).toBe(true)
  expect([codes('zzqq'), codes('  ').length]).toEqual([[], ALARM_TYPES.length])
})
