import { expect, test } from 'vitest'
import { layOutCells, levelHeight } from './tank-geometry.ts'

test('an empty, a half and a full compartment have zero, half and full height', () => {
  expect(levelHeight(0)).toBe(0)
  expect(levelHeight(0.5)).toBeCloseTo(0.5, 6)
  expect(levelHeight(1)).toBe(1)
})

test('the level rises with the volume: fast at the bottom and the top of the ellipse, slowly in the middle', () => {
  const heights = Array.from({ length: 101 }, (_, percent) => levelHeight(percent / 100))
  for (let percent = 1; percent <= 100; percent += 1) expect(heights[percent]).toBeGreaterThan(heights[percent - 1] ?? 0)
  expect(levelHeight(0.05)).toBeGreaterThan(0.05)
  expect(levelHeight(0.95)).toBeLessThan(0.95)
})

test('more than full, less than nothing and unknown volumes stay inside the tank', () => {
  expect(levelHeight(1.2)).toBe(1)
  expect(levelHeight(-0.1)).toBe(0)
  expect(levelHeight(Number.NaN)).toBe(0)
})

test('compartments fill the tank side by side, larger ones wider', () => {
  const cells = layOutCells([{ capacityL: 8_000 }, { capacityL: 12_000 }, { capacityL: 10_000 }], 10, 300)
  expect(cells.map(({ left }) => Math.round(left))).toEqual([10, 90, 210])
  expect(cells.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(300, 6)
})

test('a very small compartment stays wide enough to be read', () => {
  const [small, large] = layOutCells([{ capacityL: 500 }, { capacityL: 20_000 }], 0, 300)
  expect(small?.width).toBeGreaterThan(60)
  expect(large?.width).toBeGreaterThan(small?.width ?? 0)
})
