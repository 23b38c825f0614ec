import { expect, test } from 'vitest'
import { expansionPerC, simpleV20L } from './volume.ts'

test('simple volumes at 20 °C as worked in domain B.2', () => {
  expect(simpleV20L(8000, 28, expansionPerC.gasoline)).toBeCloseTo(7923.2, 6)
  expect(simpleV20L(8000, 12, expansionPerC.diesel)).toBeCloseTo(8051.2, 6)
  expect(simpleV20L(6000, -5, expansionPerC.gasoline)).toBeCloseTo(6180, 6)
})
