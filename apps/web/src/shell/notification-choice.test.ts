import type { Alarm } from '@tanker/contract/alarms'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { ALARM_FAMILIES } from '@tanker/domain/alarms/alarm-family'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { expect, test } from 'vitest'
import { stubStorage } from '../platform/test-storage.ts'
import { chosenAlarms, keepChoice, keptChoice, kindToggled } from './notification-choice.ts'

const emergency = ALARM_TYPES.find(({ popUp }) => popUp === 'emergency')?.code ?? 0
const seal = { type: ALARM.unsealing, grade: 'red' } as Alarm
const speed = { type: ALARM.overspeed, grade: 'yellow' } as Alarm
const help = { type: emergency, grade: 'red' } as Alarm
const all = { on: true, leastGrade: 'yellow', kinds: ALARM_FAMILIES } as const

test('off until it is chosen, then by kind and grade', () => {
  expect(chosenAlarms({ ...all, on: false }, [seal, speed], false)).toEqual([])
  expect(chosenAlarms(all, [seal, speed], false)).toEqual([seal, speed])
  expect(chosenAlarms({ ...all, leastGrade: 'red' }, [seal, speed], false)).toEqual([seal])
  expect(chosenAlarms({ ...all, leastGrade: 'black' }, [seal, { ...speed, grade: 'black' }], false)).toEqual([{ ...speed, grade: 'black' }])
  expect(chosenAlarms({ ...all, kinds: ['driving'] }, [seal, speed], false)).toEqual([speed])
  expect(chosenAlarms({ ...all, kinds: [] }, [seal, speed], false)).toEqual([])
})

test('a page that is loaded again notifies of emergencies only', () => {
  expect(chosenAlarms(all, [seal, speed, help], true)).toEqual([help])
})

test('the choice is kept for each user of the browser; what cannot be read counts as none', () => {
  const items = stubStorage('localStorage')
  const choice = { on: true, leastGrade: 'red', kinds: kindToggled(ALARM_FAMILIES, 'driving') } as const
  keepChoice('wang', choice)
  expect(keptChoice('wang')).toEqual(choice)
  expect(kindToggled(choice.kinds, 'driving')).toEqual(ALARM_FAMILIES)
  expect(keptChoice('li')).toEqual({ ...all, on: false })
  for (const broken of ['{', 'null', '7', '{"on":1,"leastGrade":"blue","kinds":"seal"}']) {
    items.set('alarm-notifications li', broken)
    expect(keptChoice('li'), broken).toEqual({ ...all, on: false })
  }
})
