import { expect, test } from 'vitest'
import { ellipticTable, ellipticVolumeL, volumeAt } from '../tank/tank-table.ts'
import { correctedTable } from './correct-table.ts'
import { tank } from './test-gauge.ts'

const table = { levelsMm: [0, 10, 20, 30], volumesL: [0, 40, 100, 180] }

test('by hand: a table 3 per mille too small', () => {
  expect(correctedTable(table, { scalePermille: 3, offsetMm: 0 })).toEqual({
    levelsMm: [0, 10, 20, 30],
    volumesL: [0, 40.12, 100.3, 180.54],
  })
})

test('by hand: a gauge that reads 2 mm low, and one that reads 2 mm high', () => {
  expect(correctedTable(table, { scalePermille: 0, offsetMm: 2 }).volumesL).toEqual([0, 52, 116, 180])
  expect(correctedTable(table, { scalePermille: 0, offsetMm: -2 }).volumesL).toEqual([0, 32, 88, 164])
})

test('a table of a real tank, corrected, reads what the tank holds', () => {
  const corrected = correctedTable(ellipticTable(tank, 10), { scalePermille: 3, offsetMm: 2.4 })
  for (const levelMm of [333, 800, 1234]) {
    const held = ellipticVolumeL(tank, levelMm + 2.4) * 1.003
    expect(volumeAt(corrected, levelMm).volumeL).toBeCloseTo(held, 0)
  }
})
