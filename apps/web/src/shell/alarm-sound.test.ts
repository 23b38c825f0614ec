import type { Alarm } from '@tanker/contract/alarms'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { expect, test } from 'vitest'
import { isHeard } from './alarm-sound.ts'

const of = (...types: number[]) => types.map((type) => ({ type }) as Alarm)
const emergencies = ALARM_TYPES.filter(({ popUp }) => popUp === 'emergency').map(({ code }) => code)
const others = ALARM_TYPES.filter(({ popUp }) => popUp !== 'emergency').map(({ code }) => code)

test('every alarm that speaks up while the page is open is heard', () => {
  for (const { code } of ALARM_TYPES) expect(isHeard(of(code), false), String(code)).toBe(true)
})

test('a page that is loaded again does not sound for alarms from before, except for an emergency', () => {
  expect(isHeard(of(...others), true)).toBe(false)
  expect(emergencies.length).toBeGreaterThan(0)
  for (const code of emergencies) expect(isHeard([...of(...others), ...of(code)], true), String(code)).toBe(true)
})

test('nothing is heard when no alarm speaks up', () => {
  expect([isHeard([], false), isHeard([], true)]).toEqual([false, false])
})
