import { expect, test } from 'vitest'
import { isRestricted, readDesk, searchOf } from './desk-address.ts'

test('[D-03] without anything in the address all alarms that wait are meant, and none is open', () => {
  const { filter, alarmId } = readDesk({})
  expect(filter).toEqual({ state: 'waiting', organisationIds: [], families: [], grades: [], owner: 'all', plate: '' })
  expect(alarmId).toBeNull()
  expect([isRestricted(filter), searchOf(filter, null)]).toEqual([false, {}])
})

test('[D-03] a filter and the opened alarm survive in the address', () => {
  const filter = {
    state: 'handled',
    organisationIds: [3, 12],
    families: ['seal', 'emergency'],
    grades: ['red', 'black'],
    owner: 'mine',
    plate: '苏B2',
  } as const
  const search = searchOf(filter, '987654321098765432')
  expect(search).toEqual({
    state: 'handled',
    organisation: '3,12',
    family: 'seal,emergency',
    grade: 'red,black',
    owner: 'mine',
    plate: '苏B2',
    alarm: '987654321098765432',
  })
  expect(readDesk(search)).toEqual({ filter, alarmId: '987654321098765432' })
  expect(isRestricted(filter)).toBe(true)
})

test('values that no filter offers are ignored', () => {
  const { filter, alarmId } = readDesk({
    state: 'x',
    organisation: '1;2,7',
    family: 'seal,boat',
    grade: 'green',
    owner: 'him',
    alarm: '1 or 1',
  })
  expect(filter).toMatchObject({ state: 'waiting', organisationIds: [7], families: ['seal'], grades: [], owner: 'all' })
  expect(alarmId).toBeNull()
})

test('[4.3-10] an alarm opened from a pop-up is the opened one until another is chosen', () => {
  expect(readDesk({ fromAlarm: '42' }).alarmId).toBe('42')
  expect(readDesk({ fromAlarm: '42', alarm: '43' }).alarmId).toBe('43')
})
