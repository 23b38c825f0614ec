import { expect, test } from 'vitest'
import { expansionPerC, simpleV20L, v20L, VOLUME_METHODS } from './volume.ts'

test('simple volumes at 20 °C as worked in domain B.2', () => {
  expect(simpleV20L(8000, 28, expansionPerC.gasoline)).toBeCloseTo(7923.2, 6)
  expect(simpleV20L(8000, 12, expansionPerC.diesel)).toBeCloseTo(8051.2, 6)
  expect(simpleV20L(6000, -5, expansionPerC.gasoline)).toBeCloseTo(6180, 6)
})

test('V20 comes by the method that the product chose, and by no other', () => {
  const gasoline = { group: 'gasoline', density20KgM3: 735 } as const
  expect(v20L({ ...gasoline, volumeMethod: 'device' }, 8000, 28, 7919)).toBe(7919)
  expect(v20L({ ...gasoline, volumeMethod: 'simple' }, 8000, 28, 7919)).toBeCloseTo(7923.2, 6)
  expect(v20L({ ...gasoline, volumeMethod: 'vcf' }, 8000, 28, 7919)).toBeCloseTo(8000 * 0.990062, 2)
  expect(Object.keys(VOLUME_METHODS)).toEqual(['device', 'vcf', 'simple'])
})
