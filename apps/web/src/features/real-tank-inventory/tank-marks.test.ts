import type { TankInventory } from '@tanker/contract/tank-inventory'
import { expect, test } from 'vitest'
import { countMarks, marksOf } from './tank-marks.ts'

const readAt = Date.UTC(2026, 0, 2)

const aTank = (changed: { at?: number | null; volumeL?: number | null; fault?: number; waterMm?: number }): TankInventory => ({
  readAt,
  totals: { gasoline: 0, diesel: 0, other: 0 },
  trucks: {
    truckId: [1],
    signCode: ['苏A00001'],
    companyName: [''],
    status: [1],
    at: [changed.at === undefined ? readAt : changed.at],
    lat: [null],
    lng: [null],
    area: [''],
    tiltAxialDeg: [null],
    tiltLateralDeg: [null],
  },
  tanks: {
    truck: [0],
    compartment: [1],
    oilCode: [92],
    oilName: ['92号汽油'],
    capacityL: [10_000],
    rawLevelMm: [1000],
    levelMm: [1000],
    volumeL: [changed.volumeL === undefined ? 5000 : changed.volumeL],
    consoleL: [null],
    platformL: [null],
    v20L: [5000],
    temperatureC: [20],
    densityKgM3: [740],
    waterMm: [changed.waterMm ?? 0],
    waterL: [0],
    fault: [changed.fault ?? 0],
  },
})

test('a tank that reads well carries no mark', () => expect(marksOf(aTank({}), 0)).toEqual([]))

test('[3.9-01] what a truck said more than five minutes ago is stale, to the millisecond', () => {
  expect(marksOf(aTank({ at: readAt - 300_000 }), 0)).toEqual([])
  expect(marksOf(aTank({ at: readAt - 300_001 }), 0)).toEqual(['stale'])
})

test('a truck or a gauge that never reported has no data, and nothing else is said of it', () => {
  expect(marksOf(aTank({ at: null }), 0)).toEqual(['silent'])
  expect(marksOf(aTank({ volumeL: null }), 0)).toEqual(['silent'])
})

test('a faulty gauge reports neither overfill nor water', () =>
  expect(marksOf(aTank({ fault: 3, volumeL: 9_990, waterMm: 40 }), 0)).toEqual(['fault']))

test('overfull, water and stale are shown together, the worst first', () =>
  expect(marksOf(aTank({ volumeL: 9_801, waterMm: 15, at: readAt - 600_000 }), 0)).toEqual(['over-full', 'water', 'stale']))

test('marks are counted by kind', () =>
  expect(countMarks([['fault'], [], ['water', 'stale'], ['stale']])).toEqual({ fault: 1, 'over-full': 0, water: 1, stale: 2, silent: 0 }))
