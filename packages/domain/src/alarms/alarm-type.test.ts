import { expect, test } from 'vitest'
import { ALARM_GRADES, alarmGradeText, higherGrade } from './alarm-grade.ts'
import { ALARM_TYPES, alarmType, coloursTruck, INFORMATION_TYPES, reportRoute } from './alarm-type.ts'

const codes = ALARM_TYPES.map(({ code }) => code)
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('[4.5-17] an abnormal event is yellow, red or black, rising in this order, in both languages', () => {
  expect(ALARM_GRADES).toEqual(['yellow', 'red', 'black'])
  expect(ALARM_GRADES.map((grade) => [alarmGradeText[grade].zh, alarmGradeText[grade].en])).toEqual([
    ['黄色', 'Yellow'],
    ['红色', 'Red'],
    ['黑色', 'Black'],
  ])
  for (const { grade } of ALARM_TYPES) expect(ALARM_GRADES).toContain(grade)
  for (const a of ALARM_GRADES)
    for (const b of ALARM_GRADES) expect(higherGrade(a, b)).toBe(ALARM_GRADES.indexOf(a) > ALARM_GRADES.indexOf(b) ? a : b)
})

test('[4.4-03][4.4-05][4.4-06] every code of spec 4.4 is named once', () => {
  expect(new Set(codes).size).toBe(codes.length)
  const named = [...range(1, 37), 44, 45, ...range(109, 117), 201, 202, 203, 207, 208, 209, 210, 211, 213, 214, 310, 311]
  for (const code of named) expect(alarmType(code), `${code}`).toBeDefined()
})

test('[4.4-07] codes 201 emergency, 202 high loss, 203 working hours', () => {
  expect([201, 202, 203].map((code) => alarmType(code)?.name.en)).toEqual(['Emergency', 'High loss', 'Working hours'])
})

test('202 opens a high-loss dialog, 203 a working-hours dialog', () => {
  expect(alarmType(202)?.popUp).toBe('high-loss')
  expect(alarmType(203)?.popUp).toBe('working-hours')
})

test('every type besides the three dialogs goes to the list', () => {
  const dialogs = ALARM_TYPES.filter(({ popUp }) => popUp !== 'list').map(({ code }) => code)
  expect(dialogs).toEqual([44, 201, 202, 203])
})

test('[4.4-10] 209 is hidden for customers, and only it', () => {
  expect(ALARM_TYPES.filter(({ staffOnly }) => staffOnly).map(({ code }) => code)).toEqual([209])
})

test('[D-03] a finished emptying is information, and only it', () => {
  expect(INFORMATION_TYPES).toEqual([213])
})

test('every type has a report route of spec section 2', () => {
  for (const { code, route } of ALARM_TYPES) {
    expect(route, `${code}`).toMatch(/^(cargo_monitor|driving_monitor|active_safety|device_monitor)\/[a-z_]+\/[a-z_]+$/)
  }
  expect(reportRoute(1)).toBe('cargo_monitor/exception_report/alarm_switch_cover')
  expect(reportRoute(310)).toBe(reportRoute(1))
  expect(reportRoute(2)).toBe('driving_monitor/exception_report/alarm_over_speed')
  expect(reportRoute(45)).toBe(reportRoute(2))
  expect(reportRoute(999)).toBeNull()
})

test('a seal fault colours only a loaded truck', () => {
  expect([coloursTruck(211, true), coloursTruck(211, false), coloursTruck(1, false), coloursTruck(4, true)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
