import { expect, test } from 'vitest'
import { expansionPerC, simpleDensity20, simpleV20L, v20L, VOLUME_METHODS } from './volume.ts'

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

test('simple standard densities differ from observed ones by 0.91 and 0.71 kg/m³ for each °C', () => {
  expect(simpleDensity20(728.5, 28, 'gasoline')).toBeCloseTo(735.78, 9)
  expect(simpleDensity20(838, 12, 'diesel')).toBeCloseTo(832.32, 9)
})
