import { expect, test } from 'vitest'
import { playbackOf, readSearch, searchOf } from './search-address.ts'

const WEEK = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-27T00:00:00.000Z' }
const DAY = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
const circle = JSON.stringify({ shape: 'circle', lng: 120.5, lat: 31.25, radiusM: 300 })
const nothing = { truckIds: [], organisationIds: [] }

test('an address reads as it was written, with a drawn area or a fence', () => {
  const drawn = { fenceId: null, area: circle, period: DAY, scope: { truckIds: [3, 4], organisationIds: [] } }
  expect(readSearch(searchOf(drawn), WEEK)).toEqual(drawn)
  const fence = { fenceId: 7, area: '', period: DAY, scope: { truckIds: [], organisationIds: [2] } }
  expect(readSearch(searchOf(fence), WEEK)).toEqual(fence)
  // A fence that was changed since is searched as it is now.
  expect(searchOf({ ...fence, area: circle })).not.toHaveProperty('area')
})

test('nonsense and more than 31 days are left out', () => {
  expect(readSearch({}, WEEK)).toEqual({ fenceId: null, area: '', period: WEEK, scope: nothing })
  const wrong = { fence: '0', area: '{"shape":', from: DAY.to, to: DAY.from, trucks: 'x,0,99999999999', organisations: '' }
  expect(readSearch(wrong, WEEK)).toEqual({ fenceId: null, area: '', period: WEEK, scope: nothing })
  const long = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' }
  expect(readSearch(long, WEEK).period).toEqual(long)
  expect(readSearch({ ...long, to: '2026-11-01T00:00:01.000Z' }, WEEK).period).toEqual(WEEK)
})

test('the playback of a pass begins five minutes before it and lasts three days at most', () => {
  expect(playbackOf({ truckId: 7, enteredAt: '2026-11-20T08:00:00.000Z', leftAt: '2026-11-20T08:30:00.000Z' })).toEqual({
    truck: '7',
    from: '2026-11-20T07:55:00.000Z',
    to: '2026-11-20T08:35:00.000Z',
    at: '2026-11-20T08:00:00.000Z',
  })
  expect(playbackOf({ truckId: 7, enteredAt: '2026-11-20T08:00:00.000Z', leftAt: '2026-11-26T08:30:00.000Z' }).to).toBe(
    '2026-11-23T07:55:00.000Z',
  )
})
