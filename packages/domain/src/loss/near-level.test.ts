import { expect, test } from 'vitest'
import { readNearly } from './near-level.ts'
import { litresAtLevel } from './uncertainty.ts'

const nearly = { litresL: 0, errorL: 0 }

test('the slope alone is as far from the ellipse as it says at most, and near for the swing of a surface', () => {
  let read = 0
  for (const capacityL of [600, 8000, 20_000])
    for (let share = 0.021; share < 0.98; share += 0.0137)
      for (const levelMm of [60, 300, 900, 1900])
        for (let changeMm = -40; changeMm <= 40; changeMm += 2.5) {
          if (!readNearly(capacityL, share * capacityL, levelMm, levelMm + changeMm, nearly)) continue
          read += 1
          const exactL = litresAtLevel(capacityL, share * capacityL, levelMm, levelMm + changeMm)
          expect(exactL, `${capacityL} L, ${share} full at ${levelMm} mm`).not.toBeNull()
          expect(Math.abs((exactL as number) - nearly.litresL)).toBeLessThanOrEqual(nearly.errorL + 1e-6)
        }
  expect(read).toBeGreaterThan(10_000)
  expect(readNearly(8000, 6000, 1150, 1155, nearly)).toBe(true)
  expect(nearly.errorL).toBeLessThan(1)
})

test('near full and empty, and between levels far apart, the slope says too little', () => {
  expect(readNearly(8000, 7990, 1590, 1585, nearly)).toBe(false)
  expect(readNearly(8000, 10, 20, 25, nearly)).toBe(false)
  expect(readNearly(8000, 4000, 800, 880, nearly)).toBe(false)
  expect(readNearly(0, 4000, 800, 805, nearly)).toBe(false)
})
