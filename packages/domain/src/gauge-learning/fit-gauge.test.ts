import { expect, test } from 'vitest'
import { fitGauge, unexplained } from './fit-gauge.ts'
import { GAUGE_CAUSES, gaugeEquations, type GaugeEquation } from './gauge-equations.ts'
import { eigenvalues3, solveNormal } from './solve-normal.ts'
import { noErrors, played, sigmas } from './test-gauge.ts'

const evenly = { weights: [1, 1, 1, 1], noise: 1 }
const line = (residual: number, sigma: number, of: Partial<GaugeEquation['of']>): GaugeEquation => ({
  observation: 0,
  unit: 'L',
  residual,
  sigma,
  of: { ...noErrors, ...of },
  nuisances: [],
})

test('by hand: one cause, two loads of 4 and 8 m³ that are 12 and 24 L off, sigma 6 L', () => {
  const fit = fitGauge([line(12, 6, { scale: 4 }), line(24, 6, { scale: 8 })], ['scale'], evenly)
  // Precision (16 + 64) / 36 = 2.2222 and 1 / 3² = 0.1111 known beforehand; right side (48 + 192) / 36 = 6.6667.
  expect(fit.values.scale).toBeCloseTo(6.66667 / 2.33333, 4)
  expect(fit.sigmas.scale).toBeCloseTo(1 / Math.sqrt(2.33333), 4)
  // (12 − 11.4286)² / 36 + (24 − 22.8571)² / 36 + (2.85714 / 3)²
  expect(fit.objective).toBeCloseTo(0.00907 + 0.03628 + 0.90703, 4)
  expect(unexplained(line(24, 6, { scale: 8 }), fit)).toBeCloseTo(24 - 8 * 2.857143, 4)
})

test('by hand: what the meter is always wrong by shares a difference with the table, each by what is usual', () => {
  const meter = { key: 'meter', mean: 0, sigma: 1 }
  const seen = { ...line(40, 1e-3, { scale: 8 }), nuisances: [{ nuisance: meter, coefficient: 8 }] }
  const fit = fitGauge([seen], ['scale'], evenly)
  // 5 per mille in all, split as 3² to 1².
  expect(fit.values.scale).toBeCloseTo(4.5, 4)
  expect(fit.nuisances[0]?.mean).toBeCloseTo(0.5, 4)
  expect(fit.sigmas.scale).toBeCloseTo(Math.sqrt(0.9), 3)
})

test('the lines of a load: 8 m³ by the table, slope by the offset, expansion by the temperature', () => {
  const [litres, temperature] = gaugeEquations([played({ levelMm: 800, errors: { scale: 3, offset: 0, temperature: 0.5 } })], sigmas)
  expect(litres).toMatchObject({ unit: 'L', nuisances: [{ nuisance: { key: 'meter depot 1' } }, { coefficient: -1 }] })
  // 4008.67 L at 23.5 °C read.
  expect(litres?.of.scale).toBeCloseTo(4.00867 * (1 - 0.0012 * 3.5), 3)
  expect(litres?.of.offset).toBeCloseTo(6.38 * (1 - 0.0012 * 3.5), 2)
  expect(litres?.of.temperature).toBeCloseTo(-4008.67 * 0.0012, 2)
  // 3 ‰ of 4009 L is 12 L, half a degree hides 2.4 L of it, 2 L of residue were there before.
  expect(litres?.residual).toBeCloseTo(4008.67 * (1.003 * (1 - 0.0012 * 4) - (1 - 0.0012 * 3.5)) - 2 * (1 - 0.0012 * 4), 1)
  expect(temperature).toMatchObject({ unit: '°C', of: { scale: 0, offset: 0, temperature: 1 } })
  expect(temperature?.residual).toBeCloseTo(0.5, 9)
})

test('without noise planted errors come back as they were', () => {
  const errors = { scale: 3, offset: -4, temperature: 1 }
  const equations = gaugeEquations(
    [500, 700, 900, 1100, 1300, 1500].map((levelMm) => ({
      ...played({ levelMm, errors }),
      referenceSigmaL: 0.01,
      meterSigmaPermille: 1e-4,
    })),
    { gaugeSigmaMm: 1e-3, tiltSigmaMm: 0, temperatureSigmaC: 1e-3 },
  )
  const { values } = fitGauge(equations, GAUGE_CAUSES, { weights: equations.map(() => 1), noise: 1 })
  expect(values.scale).toBeCloseTo(3, 0)
  expect(values.offset).toBeCloseTo(-4, 0)
  expect(values.temperature).toBeCloseTo(1, 0)
})

test('a system is solved and its matrix inverted', () => {
  const { solution, inverse } = solveNormal(
    [
      [4, 2, 0],
      [2, 5, 1],
      [0, 1, 3],
    ],
    [2, 1, 4],
  )
  const product = (row: readonly number[]) => row.reduce((sum, value, index) => sum + value * (solution[index] ?? 0), 0)
  expect(product([4, 2, 0])).toBeCloseTo(2, 12)
  expect(product([2, 5, 1])).toBeCloseTo(1, 12)
  expect(product([0, 1, 3])).toBeCloseTo(4, 12)
  expect(inverse[0]?.[0]).toBeCloseTo(14 / 44, 12)
  expect(() => solveNormal([[0]], [1])).toThrow('positive definite')
})

test('eigenvalues of a matrix that has 1, 2 and 4, and of a multiple of one', () => {
  const [most, middle, least] = eigenvalues3([
    [3, 1, 0],
    [1, 3, 0],
    [0, 0, 1],
  ])
  expect([most, middle, least].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([4, 2, 1])
  expect(
    eigenvalues3([
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ]),
  ).toEqual([2, 2, 2])
})
