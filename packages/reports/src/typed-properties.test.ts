import { propertiesIn } from '@tanker/database/fact-properties'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { tripFact } from '@tanker/domain/facts/cargo-facts'
import { deviceOverspeedFact, overspeedFact, workingHoursFact } from '@tanker/domain/facts/driving-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { expect, test } from 'vitest'

const overspeed = propertiesIn('alarm', overspeedFact, deviceOverspeedFact)
const loss = propertiesIn('alarm', highLossFact, privateDischargeFact)

test('stored properties are read by name and type; what is absent or of another type is null', () => {
  const trip = stored({ distanceM: 1200, depotName: 7, lines: [{ compartment: 1, loadCalm: true }, 'x'] }, tripFact)
  expect([trip.number('distanceM'), trip.text('depotName'), trip.number('legs')]).toEqual([1200, null, null])
  expect(trip.rows('lines').map((line) => [line.number('compartment'), line.flag('loadCalm')])).toEqual([
    [1, true],
    [null, null],
  ])
  expect(
    stored({ driver: { name: '陈' } }, workingHoursFact)
      .rows('driver')[0]
      ?.text('name'),
  ).toBe('陈')
  expect(stored(null, tripFact).rows('lines')).toEqual([])
})

test('a name that no declaration has, or that holds something else, does not compile', () => {
  const refused = [
    // @ts-expect-error no detector writes it
    overspeed.number('lengthM'),
    // @ts-expect-error of another kind of alarm
    overspeed.number('lossL'),
    // @ts-expect-error a text
    overspeed.number('roadClass'),
    // @ts-expect-error a number
    overspeed.flag('limitKmh'),
    // @ts-expect-error not one of its words
    overspeed.is('roadClass', 'footpath'),
    // @ts-expect-error a number in one of the two
    loss.flag('from'),
    // @ts-expect-error no list
    loss.rowsOf('reason', 'line'),
    // @ts-expect-error not of the rows of the list
    loss.rowsOf('compartments', 'line').number('loadL'),
    // @ts-expect-error the same in code
    stored({}, tripFact).number('arriveL'),
  ]
  expect(refused, 'the types refuse these lines, nothing else does').toHaveLength(9)
})
