import { expect, test } from 'vitest'
import { ellipticTable, ellipticVolumeL, volumeAt } from './tank-table.ts'
import { ellipticLevelMm } from './test-elliptic-tank.ts'

const tank = { halfWidthM: 1.1, halfHeightM: 0.8, lengthM: 2.9 }

test('the closed form gives the printed volumes of domain B.1', () => {
  const printed = [
    [50, 74.48],
    [100, 208.63],
    [200, 578.43],
    [400, 1567.4],
    [600, 2746.09],
    [800, 4008.67],
    [1000, 5271.25],
    [1200, 6449.94],
    [1400, 7438.92],
    [1500, 7808.71],
    [1600, 8017.34],
  ] as const
  for (const [levelMm, volumeL] of printed) expect(ellipticVolumeL(tank, levelMm)).toBeCloseTo(volumeL, 1)
})

test('a table of ten-millimetre rows interpolates 803.4 mm to 4030.364 L', () => {
  expect(volumeAt(ellipticTable(tank, 10), 803.4).volumeL).toBeCloseTo(4030.364, 2)
})

test('below the first row there is nothing, above the last the capacity and a flag', () => {
  const table = { levelsMm: [0, 10, 20], volumesL: [0, 40, 100] }
  expect(volumeAt(table, -5)).toEqual({ volumeL: 0, overTable: false })
  expect(volumeAt(table, 15)).toEqual({ volumeL: 70, overTable: false })
  expect(volumeAt(table, 20)).toEqual({ volumeL: 100, overTable: false })
  expect(volumeAt(table, 21)).toEqual({ volumeL: 100, overTable: true })
})

test('the level of a volume is found again', () => {
  expect(ellipticVolumeL(tank, ellipticLevelMm(tank, 6000))).toBeCloseTo(6000, 3)
})
