import { OPENING_PLACES } from '@tanker/domain/facts/seal-facts'
import { expect, test } from 'vitest'
import { judgeOpening, type Opening, processGroup } from './unsealing-judgement.ts'

const fiveMinutes = 300_000
const judge = (opening: Partial<Opening>) =>
  judgeOpening(
    { place: 'elsewhere', group: 'transit', cover: 'api', loaded: true, standing: true, openMs: 12_000, ...opening },
    fiveMinutes,
  )

test('the twelve states fall into four groups', () => {
  expect(([0, 1, 5, 6, 7, 10, 11] as const).map(processGroup)).toEqual([
    'idle',
    'loading',
    'loading',
    'transit',
    'unloading',
    'unloading',
    'transit',
  ])
})

test('loaded transit, by place: only the sites of the trip and the authorised are quiet', () => {
  expect(OPENING_PLACES.map((place) => judge({ place }))).toEqual(['normal', 'normal', 'yellow', 'normal', 'red', 'red', 'red'])
})

test('at the station an API is normal after half a minute, a manhole never', () => {
  expect(judge({ place: 'trip-station', standing: false })).toBe('yellow')
  expect(judge({ place: 'trip-station', cover: 'manhole' })).toBe('yellow')
  expect(judge({ place: 'trip-station', group: 'unloading', cover: 'manhole' })).toBe('yellow')
  expect(judge({ place: 'trip-station', group: 'unloading' })).toBe('normal')
})

test('an empty truck elsewhere is yellow only once the cover stood open for five minutes', () => {
  expect(judge({ group: 'idle', loaded: false })).toBe('wait')
  expect(judge({ group: 'idle', loaded: false, openMs: fiveMinutes + 1 })).toBe('yellow')
  expect(judge({ group: 'idle', loaded: true })).toBe('red')
})

test('in a parking lot the load decides', () => {
  expect(judge({ place: 'park', group: 'idle', loaded: false })).toBe('normal')
  expect(judge({ place: 'park', group: 'idle', loaded: true })).toBe('red')
})
