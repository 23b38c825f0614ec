import type { Alarm } from '@tanker/contract/alarms'
import { ALARM_GRADES, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { expect, test } from 'vitest'
import { gradeHeard } from './alarm-sound.ts'

const of = (...types: number[]) => types.map((type) => ({ type, grade: 'yellow' }) as Alarm)
const emergencies = ALARM_TYPES.filter(({ popUp }) => popUp === 'emergency').map(({ code }) => code)
const others = ALARM_TYPES.filter(({ popUp }) => popUp !== 'emergency').map(({ code }) => code)
const graded = (...grades: AlarmGrade[]) => grades.map((grade) => ({ type: others[0], grade }) as Alarm)
const OPEN = { restored: false, muted: false }

test('every alarm that speaks up while the page is open is heard', () => {
  for (const { code } of ALARM_TYPES) expect(gradeHeard(of(code), OPEN), String(code)).not.toBe(null)
})

test('of several alarms the gravest is heard, in any order; an emergency as black', () => {
  expect(ALARM_GRADES.map((grade) => gradeHeard(graded(grade), OPEN))).toEqual([...ALARM_GRADES])
  expect(gradeHeard(graded('yellow', 'black', 'red'), OPEN)).toBe('black')
  expect(gradeHeard(graded('red', 'yellow'), OPEN)).toBe('red')
  expect(gradeHeard([...graded('yellow'), ...of(...emergencies)], OPEN)).toBe('black')
})

test('a page that is loaded again does not sound for alarms from before, except for an emergency', () => {
  const restored = { restored: true, muted: false }
  expect(gradeHeard(of(...others), restored)).toBe(null)
  expect(emergencies.length).toBeGreaterThan(0)
  for (const code of emergencies) expect(gradeHeard(of(...others, code), restored), String(code)).toBe('black')
})

test('while the sound is muted only emergencies are heard', () => {
  const muted = { restored: false, muted: true }
  expect(gradeHeard(graded('yellow', 'red', 'black'), muted)).toBe(null)
  for (const code of emergencies) expect(gradeHeard(of(code), muted), String(code)).toBe('black')
})

test('nothing is heard when no alarm speaks up', () => {
  expect([gradeHeard([], OPEN), gradeHeard([], { restored: true, muted: true })]).toEqual([null, null])
})
