import { driver } from '@tanker/contract/base-data/driver'
import { station } from '@tanker/contract/base-data/station'
import { expect, test } from 'vitest'
import {
  differing,
  fasterChange,
  firstValues,
  pointOf,
  problemOf,
  problemsOf,
  shownValue,
  serverFieldErrors,
  wrongRows,
} from './form-values.ts'

test('a new row begins with the user’s organisation and what the rules put for nothing', () => {
  expect(firstValues(station, 7)).toMatchObject({ companyId: 7, status: 'enabled', name: '', lng: '' })
  expect(firstValues(driver, 7)).toMatchObject({ sex: 'male', birthday: null, defaultTruckId: null })
})

test('errors of a form are shown at its fields before anything is sent', () => {
  expect(problemsOf(station, { ...firstValues(station, 7), name: '东站', code: '12', address: 'x', lng: '120', lat: '95' })).toEqual({
    code: '油站代码应为 4 位数字。',
    lat: '纬度应为 -90 到 90 的数字。',
  })
  expect(problemOf(station, 'code', '1234')).toBeUndefined()
  expect(problemOf(station, 'code', '')).toBe('油站代码不能为空。')
})

test('refusals of the server are distinguished: field errors, a conflicting change, rows of a sheet, or none of these', () => {
  expect(serverFieldErrors({ fields: { code: { zh: '该代码已存在。', en: 'It exists.' } } })).toEqual({ code: '该代码已存在。' })
  expect(fasterChange({ current: { id: 1, version: 2, values: {} }, by: 'anna' })?.by).toBe('anna')
  expect(wrongRows({ rows: [{ row: 3, zh: '错', en: 'wrong' }] })).toHaveLength(1)
  for (const data of [null, undefined, 'x', {}])
    expect([serverFieldErrors(data), fasterChange(data), wrongRows(data)]).toEqual([null, null, []])
})

test('changes of another user are shown in readable form', () => {
  const mine = { name: '东站', status: 'enabled', phone: '' }
  expect(differing(station, mine, { ...mine, status: 'disabled' })).toEqual(['status'])
  expect(differing(station, mine, { ...mine, phone: null })).toEqual([])
  expect(shownValue(station, 'status', 'disabled')).toBe('停用')
})

test('the pin stands where both numbers are numbers', () => {
  expect(pointOf({ lng: '120.5', lat: 31 })).toEqual({ lng: 120.5, lat: 31 })
  for (const values of [
    { lng: '', lat: '31' },
    { lng: '120', lat: null },
    { lng: 'x', lat: '31' },
    { lng: '181', lat: '0' },
  ])
    expect(pointOf(values)).toBeNull()
})
