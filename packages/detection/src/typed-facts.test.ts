import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { emptiedFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { splitFact } from '@tanker/domain/facts/cargo-facts'
import { expect, test } from 'vitest'
import { Moment, note, placeNow, raise } from './moment.ts'
import { aTruck } from './scenarios/a-day.ts'
import { createTruckState } from './truck-engine.ts'

const at = Date.UTC(2026, 10, 19, 7, 41)
const aMoment = () => new Moment(createTruckState(), at, at, aTruck())
const when = (moment: Moment) => ({ name: 'test', startedAt: at, place: placeNow(moment.state) })

test('a fact has the type or kind of its declaration and the properties that were given', () => {
  const moment = aMoment()
  raise(moment, emptiedFact, { ...when(moment), grade: 'yellow', properties: { durationS: 240 } })
  const properties = { compartment: 2, oilCode: 92, stationFenceIds: [3, 4], loadedL: 7000, unloadedL: 6990, unloadedV20L: 6950 }
  note(moment, splitFact, { ...when(moment), properties })
  expect(moment.facts).toMatchObject([
    { is: 'alarm', type: ALARM.emptied, properties: { durationS: 240 } },
    { is: 'record', kind: 'split', properties },
  ])
})

test('what is not declared, or not of its type, does not compile', () => {
  const moment = aMoment()
  const alarm = { ...when(moment), grade: 'yellow' as const }
  // @ts-expect-error a name that is not declared
  raise(moment, emptiedFact, { ...alarm, properties: { durationMin: 4 } })
  // @ts-expect-error a property is missing
  raise(moment, emptiedFact, { ...alarm, properties: {} })
  // @ts-expect-error a number is declared
  raise(moment, emptiedFact, { ...alarm, properties: { durationS: '240' } })
  const more = { durationS: 240, residualL: 3 }
  // @ts-expect-error a name too many, in an object that was made before
  raise(moment, emptiedFact, { ...alarm, properties: more })
  // @ts-expect-error an alarm is no record
  note(moment, emptiedFact, { ...when(moment), properties: { durationS: 240 } })
  // @ts-expect-error numbers, not texts
  note(moment, splitFact, { ...when(moment), properties: { ...more, stationFenceIds: ['3'] } })
  expect(moment.facts, 'the types refuse these lines, nothing else does').toHaveLength(6)
})
