import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { driver } from '@tanker/contract/base-data/driver'
import { station } from '@tanker/contract/base-data/station'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asReader } from '../platform/test-reader.ts'
import {
  differing,
  errorsAfter,
  editConflict,
  firstValues,
  mergedValues,
  pointOf,
  problemOf,
  problemsOf,
  shownValue,
  serverFieldErrors,
  wrongRows,
} from './form-values.ts'

test('a new row begins with the user’s organisation and what the rules put for nothing', () => {
  expect(firstValues(station, 7)).toMatchObject({ organisationId: 7, status: 'enabled', name: '', lng: '' })
  expect(firstValues(driver, 7)).toMatchObject({ sex: 'male', birthday: null, defaultTruckId: null })
})

test('errors of a form are shown at its fields before anything is sent', () => {
  expect(problemsOf(station, { ...firstValues(station, 7), name: '东站', code: '12', address: 'x', lng: '120', lat: '95' }, null)).toEqual({
    code: '油站代码应为 4 位数字。',
    lat: '纬度应为 -90 到 90 的数字。',
  })
  expect(problemOf(station, 'code', '1234')).toBeUndefined()
  expect(problemOf(station, 'code', '')).toBe('油站代码不能为空。')
})

test('refusals of the server are distinguished: field errors, a conflicting change, rows of a sheet, or none of these', () => {
  expect(serverFieldErrors({ fields: { code: { zh: '该代码已存在。', en: 'It exists.' } } })).toEqual({ code: '该代码已存在。' })
  expect(editConflict({ current: { id: 1, version: 2, values: {} }, by: 'anna' })?.by).toBe('anna')
  expect(wrongRows({ rows: [{ row: 3, zh: '错', en: 'wrong' }] })).toHaveLength(1)
  for (const data of [null, undefined, 'x', {}])
    expect([serverFieldErrors(data), editConflict(data), wrongRows(data)]).toEqual([null, null, []])
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

test('the pin stands exactly where the form takes both numbers', () => {
  const typed = fc.oneof(
    fc.double({ min: -200, max: 200, noNaN: true }).map((value) => String(Math.round(value * 1e6) / 1e6)),
    fc.constantFrom('', ' ', '0x10', '1e2', ' 31.5 ', '－31', '90.0000001', '180'),
  )
  fc.assert(
    fc.property(typed, typed, (lng, lat) => {
      const isTaken = problemOf(station, 'lng', lng) === undefined && problemOf(station, 'lat', lat) === undefined
      expect(pointOf({ lng, lat }) !== null).toBe(isTaken)
    }),
  )
})

test('an error goes as soon as its field is right, and stays while another field is changed', () => {
  const held = { code: '油站代码应为 4 位数字。', name: '油站名称不能为空。' }
  expect(errorsAfter(station, held, { code: '123' })).toEqual(held)
  expect(errorsAfter(station, held, { code: '1234' })).toEqual({ name: held.name })
  expect(errorsAfter(station, held, { address: 'x' })).toEqual(held)
  expect(errorsAfter(station, held, { code: '' })).toMatchObject({ code: '油站代码不能为空。' })
  // A field without an error gets none while it is still being typed.
  expect(errorsAfter(station, {}, { code: '1' })).toEqual({})
})

test('two users who change different fields both keep their change; of the same field the one who saves last decides', () => {
  const read = { name: '东站', code: '1001', phone: '' }
  const typed = { name: '东站', code: '1002', phone: '0512-1' }
  const current = { name: '城东站', code: '1003', phone: '' }
  expect(mergedValues(station, read, typed, current)).toEqual({ name: '城东站', code: '1002', phone: '0512-1' })
  expect(mergedValues(station, read, read, current)).toEqual(current)
})

test('a form that was typed back to what it was is not changed, and nothing is as good as an empty text', () => {
  const read = { name: '东站', lng: 120.5, phone: null }
  expect(differing(station, read, { name: '东站', lng: '120.5', phone: '' })).toEqual([])
  expect(differing(station, read, { name: '东站 ', lng: 120.5 })).toEqual(['name'])
})

test('the problems of a form stand in the language of the user, and name the field', async () => {
  const english = await asReader({ language: 'en' }, async () => ({
    ...(await import('./form-values.ts')),
    ...(await import('@tanker/contract/base-data/station')),
  }))
  const typed = { ...english.firstValues(english.station, 7), name: 'East', code: '12', address: 'x', lng: '120', lat: '31' }
  expect(english.problemsOf(english.station, typed, null)).toEqual({ code: 'Code must be exactly 4 digits.' })
})

test('[D-20] a masked ID number that is left as it came is no problem, one that was typed is', () => {
  const shown = { ...firstValues(driver, 7), name: '陈', code: '10001', idNumber: '320***********9389' }
  expect(problemsOf(driver, { ...shown, homeAddress: '苏州' }, shown)).toEqual({})
  expect(Object.keys(problemsOf(driver, { ...shown, idNumber: '320***********9380' }, shown))).toEqual(['idNumber'])
  expect(Object.keys(problemsOf(driver, shown, null))).toEqual(['idNumber'])
})

test('a new row of any kind of base data begins with values that its fields know', () => {
  for (const entity of ALL_ENTITIES) {
    const first = firstValues(entity, 7)
    expect(Object.keys(first), entity.key).toEqual(Object.keys(entity.fields))
    for (const [name, field] of Object.entries(entity.fields)) {
      // What must be given is empty, or a choice that can be taken.
      const value = first[name] ?? null
      if (value !== '' && value !== null) expect(problemOf(entity, name, value), `${entity.key} ${name}`).toBeUndefined()
      if (field.kind === 'choice')
        expect(
          field.choices.map((choice) => choice.value),
          `${entity.key} ${name}`,
        ).toContain(value)
    }
  }
})
