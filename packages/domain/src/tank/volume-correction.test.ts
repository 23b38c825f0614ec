import { expect, test } from 'vitest'
import { alpha15, ctl15, type DensityGroup, density15, densityAt, densityGroup, standardDensity20, vcf20 } from './volume-correction.ts'
import { simpleV20L } from './volume.ts'

const base15 = [
  ['gasoline', 730, 30, '1251.17', '0.981131', '0.9811'],
  ['gasoline', 745, 25, '1213.15', '0.987825', '0.9878'],
  ['gasoline', 749, 32, '1203.36', '0.979423', '0.9794'],
  ['jet', 800, 30, '928.97', '0.986009', '0.9860'],
  ['jet', 819, 26.75, '886.37', '0.989553', '0.9896'],
  ['fuel', 839, 32.5, null, '0.985147', '0.9851'],
  ['fuel', 840, 30, '843.79', '0.987296', '0.9873'],
  ['fuel', 845, -10, '837.24', '1.020794', '1.0208'],
  ['crude', 860, 35, '830.14', '0.983317', '0.9833'],
  ['lubricant', 880, 40, '713.41', '0.982073', '0.9821'],
] as const satisfies readonly (readonly [DensityGroup, number, number, string | null, string, string])[]

test.each(base15)('B.2 base 15: %s %d kg/m³ at %d °C', (group, density, temperature, alpha, six, four) => {
  if (group !== 'crude' && group !== 'lubricant') expect(densityGroup(density)).toBe(group)
  if (alpha !== null) expect((alpha15(density, group) * 1e6).toFixed(2)).toBe(alpha)
  expect(ctl15(density, temperature, group).toFixed(6)).toBe(six)
  expect(ctl15(density, temperature, group).toFixed(4)).toBe(four)
})

const base20 = [
  [730, 10, '734.560', '1.012471', '1.0125', '1.0120', -0.47],
  [735, 20, '739.544', '1.000000', '1.0000', '1.0000', 0],
  [735, 28, '739.544', '0.990062', '0.9901', '0.9904', 0.34],
  [745, -5, '749.513', '1.030062', '1.0301', '1.0300', -0.06],
  [750, 30, '754.498', '0.987945', '0.9879', '0.9880', 0.05],
  [820, 0, '823.614', '1.017559', '1.0176', '1.0160', -1.56],
  [830, -5, '833.571', '1.021397', '1.0214', '1.0200', -1.4],
  [835, 30, '838.550', '0.991465', '0.9915', '0.9920', 0.53],
  [840, 35, '843.544', '0.987283', '0.9873', '0.9880', 0.72],
  [845, 28.5, '848.537', '0.992861', '0.9929', '0.9932', 0.34],
] as const

test.each(base20)('B.2 base 20: %d kg/m³ at %d °C', (density, temperature, at15, six, four, simple, differsPermille) => {
  expect(density15(density, 20).toFixed(3)).toBe(at15)
  const factor = vcf20(density, temperature)
  expect(factor.toFixed(6)).toBe(six)
  expect(factor.toFixed(4)).toBe(four)
  const byRule = simpleV20L(1, temperature, density < 770 ? 0.0012 : 0.0008)
  expect(byRule.toFixed(4)).toBe(simple)
  expect(((byRule - factor) * 1000).toFixed(2)).toBe(differsPermille === 0 ? '0.00' : differsPermille.toFixed(2))
})

test.each([
  [728.5, 28, '735.67', '735.80'],
  [742, 10, '733.08', '732.91'],
  [838, 12, '832.46', '832.31'],
  [828, 32, '836.32', '836.55'],
])('B.2 observed density: %d kg/m³ at %d °C', (observed, temperature, withGlass, without) => {
  expect(standardDensity20(observed, temperature, true).toFixed(2)).toBe(withGlass)
  expect(standardDensity20(observed, temperature, false).toFixed(2)).toBe(without)
})

/**
 * API MPMS 11.1-2004, base 60 °F (domain B.2), which the edition of 1980 is held against: GB/T 1885 is made from that one. Density in
 * kg/m³ at 60 °F, temperature in °C.
 */
type Constants = { readonly belowKgM3: number; readonly k0: number; readonly k1: number; readonly k2: number }

const byDensity: readonly Constants[] = [
  { belowKgM3: 770.352, k0: 192.4571, k1: 0.2438, k2: 0 },
  { belowKgM3: 787.5195, k0: 1489.067, k1: 0, k2: -0.0018684 },
  { belowKgM3: 838.3127, k0: 330.301, k1: 0, k2: 0 },
  { belowKgM3: Number.POSITIVE_INFINITY, k0: 103.872, k1: 0.2701, k2: 0 },
]

const delta60 = 0.01374979547
const ipts68 = [-0.148759, -0.267408, 1.08076, 1.269056, -4.089591, -1.871251, 7.438081, -3.536296]

/** The scale of 1968 that the constants belong to, °C. */
function temperature68(temperatureC: number): number {
  const tau = temperatureC / 630
  let sum = 0
  for (let i = ipts68.length - 1; i >= 0; i -= 1) sum = (sum + (ipts68[i] as number)) * tau
  return temperatureC - sum
}

/** Volume at 60 °F over volume at t, by the density at 60 °F. */
function ctl60(density60KgM3: number, temperatureC: number): number {
  const { k0, k1, k2 } = byDensity.find(({ belowKgM3 }) => density60KgM3 < belowKgM3) as Constants
  const a = (delta60 / 2) * ((k0 / density60KgM3 + k1) / density60KgM3 + k2)
  const b = (2 * k0 + k1 * density60KgM3) / (k0 + (k1 + k2 * density60KgM3) * density60KgM3)
  const density = density60KgM3 * (1 + (Math.exp(a * (1 + 0.8 * a)) - 1) / (1 + a * (1 + 1.6 * a) * b))
  const alpha = (k0 / density + k1) / density + k2
  const d = temperature68(temperatureC) * 1.8 + 32 - 60.0068749
  return Math.exp(-alpha * d * (1 + 0.8 * alpha * (d + delta60)))
}

/** The same factor to base 15 °C, for a density at 15 °C: what the edition of 1980 calls CTL. */
function ctl15Edition2004(density15KgM3: number, temperatureC: number): number {
  let density60 = density15KgM3
  for (let round = 0; round < 20; round += 1) density60 = density15KgM3 / ctl60(density60, 15)
  return ctl60(density60, temperatureC) / ctl60(density60, 15)
}

test.each([
  [730, 30, '0.981126'],
  [845, 35, '0.983172'],
])('B.2 edition 2004: %d kg/m³ at %d °C differs from 1980 by 6e-6 at most', (density, temperature, six) => {
  expect(ctl15Edition2004(density, temperature).toFixed(6)).toBe(six)
  expect(Math.abs(ctl15Edition2004(density, temperature) - ctl15(density, temperature))).toBeLessThanOrEqual(6.5e-6)
})

test('B.2 edition 1980 at 845 kg/m³ and 35 °C is 0.983174', () => {
  expect(ctl15(845, 35).toFixed(6)).toBe('0.983174')
})

test.each([
  [8000, 28, 735, '7920.8'],
  [8000, 12, 835, '8054.4'],
  [6000, -5, 745, '6180.6'],
])('B.2 worked: %d L at %d °C, %d kg/m³ by a factor of four decimals', (volume, temperature, density, v20) => {
  expect((volume * Number(vcf20(density, temperature).toFixed(4))).toFixed(1)).toBe(v20)
})

test('a density between two groups is placed by density, not by name: a diesel of 830 uses the jet row', () => {
  expect([769.9, 770, 787.4, 787.5, 830, 838.5].map(densityGroup)).toEqual(['gasoline', 'transition', 'transition', 'jet', 'jet', 'fuel'])
})

test.each([775, 785, 770.1, 787.7, 838.4])('the density at 15 °C of %d kg/m³ is found again from that at any temperature', (density) => {
  for (const temperature of [-10, 0, 25, 40]) {
    expect(density15(density * ctl15(density, temperature), temperature)).toBeCloseTo(density, 5)
  }
})

test('B.2 simple expansion: 1.239e-3 per °C at 735 and 0.851e-3 at 835 kg/m³', () => {
  const slope = (density: number): string => (((vcf20(density, 19) - vcf20(density, 21)) / 2) * 1e3).toFixed(3)
  expect([slope(735), slope(835)]).toEqual(['1.239', '0.851'])
})

test('B.2 mass is conserved: what a density at 20 °C weighs at another temperature leads back to it', () => {
  // 735 × 0.990062 by hand.
  expect(densityAt(735, 28).toFixed(2)).toBe('727.70')
  for (const [density, temperature] of [
    [735, 28],
    [835, -5],
    [820, 35],
  ] as const) {
    expect(standardDensity20(densityAt(density, temperature), temperature, false)).toBeCloseTo(density, 4)
    expect(8000 * densityAt(density, temperature)).toBeCloseTo(8000 * vcf20(density, temperature) * density, 6)
  }
})

test('B.2 in the cold the simple rule is wrong by more than a per mille: one truck must use one method at both ends', () => {
  const differs = (density: number, f: number): string => ((simpleV20L(1, -10, f) - vcf20(density, -10)) * 1000).toFixed(2)
  expect([differs(745, 0.0012), differs(735, 0.0012), differs(840, 0.0008), differs(830, 0.0008)]).toEqual([
    '-0.00',
    '-0.74',
    '-1.15',
    '-1.64',
  ])
})
