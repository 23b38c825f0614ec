import { expect, test } from 'vitest'
import { type Compartment, compartmentsField, compartmentsOf, compartmentsText, compartmentsValue, newCompartment } from './compartments.ts'
import { WrongValue } from './fields.ts'
import { gaugeOfTyped, typedGauge } from './mounted-gauge.ts'

const field = compartmentsField({ label: { zh: '油品配置', en: 'Fuel configuration' }, required: true })

test('the same compartments are always the same text, in any order and form of the input', () => {
  const [first, second] = [newCompartment(1, 9160, 92), newCompartment(2, 7786, 0)]
  const value = compartmentsValue([first, second])
  expect(field.read(compartmentsValue([second, first]))).toBe(value)
  expect(field.read(JSON.stringify([{ ...second, unheardOf: 1 }, first]))).toBe(value)
  expect(field.read(' 2, 7786, 0 ；1，9160，92')).toBe(value)
  expect(field.read(value)).toBe(value)
  expect(compartmentsOf(value)).toEqual([first, second])
})

test('[truth 5] the gauge of a compartment is kept as it was typed; empty it is unknown, and what cannot be is refused by name', () => {
  const [first] = [newCompartment(1, 9160, 92)]
  const gauge = gaugeOfTyped({ rodXMm: '300', floatKgM2: '30', offsets: '1200:-1; 600：2' })
  const value = field.read(compartmentsValue([{ ...first, ...(gauge === null ? {} : { gauge }) } as Compartment]))
  expect(compartmentsOf(value)[0]?.gauge).toEqual({
    rod: { xMm: 300, yMm: 0 },
    zeroMm: 0,
    lowLevelMm: 0,
    lowLevelCompMm: 0,
    offsets: [
      { fromMm: 600, compMm: 2 },
      { fromMm: 1200, compMm: -1 },
    ],
    floatKgM2: 30,
    floatCalibrationKgM3: 840,
    waterBlindMm: 0,
  })
  expect(typedGauge(compartmentsOf(value)[0]?.gauge ?? null)).toMatchObject({ rodXMm: '300', offsets: '600:2; 1200:-1' })
  expect(gaugeOfTyped({ rodXMm: ' ', offsets: '' })).toBeNull()
  expect(typedGauge(null)).toEqual({})
  for (const wrong of [{ rodXMm: 'x' }, { floatCalibrationKgM3: '100' }, { offsets: '600' }])
    expect(field.read(compartmentsValue([{ ...first, gauge: gaugeOfTyped(wrong) } as Compartment]))).toBeInstanceOf(WrongValue)
})

test('[truth 5] a gauge of another shape, with a misspelt name or a level twice is refused by the name of the field', () => {
  const problemOf = (gauge: unknown) => {
    const read = field.read(JSON.stringify([{ ...newCompartment(1, 9160, 92), gauge }]))
    return read instanceof WrongValue ? read.words : null
  }
  const offset = { fromMm: 600, compMm: 2 }
  for (const [gauge, name] of [
    [{ rod: 5 }, '"rod" must be an object'],
    [{ rod: [300, 0] }, '"rod" must be an object'],
    [{ rod: { xMm: 300, y: 2 } }, '"rod.y" is not known; known names are rod.xMm, rod.yMm'],
    [{ rod: { xMm: 300 }, rodXMm: 2 }, 'either "rod" or "rodXMm"'],
    [{ rod: { xMm: '300' } }, '"Forward of middle (mm)" must be a number'],
    [{ zeroM: 3 }, '"zeroM" is not known; known names are rod, offsets, rodXMm'],
    [{ offsets: [offset, { fromMm: 600, compMm: 3 }] }, '"Offsets" has the level 600 mm twice'],
    [{ offsets: [{ ...offset, comp: 1 }] }, '"offsets.comp" is not known'],
    [{ offsets: 5 }, '"Offsets" must be'],
    [[], 'gauge setup is not readable'],
    [gaugeOfTyped({ offsets: '600:2:5' }), '"Offsets" must be'],
    [gaugeOfTyped({ offsets: '600:2; 600:3' }), 'has the level 600 mm twice'],
  ] as const) {
    const problem = problemOf(gauge)
    expect(problem?.en).toContain(name)
    expect(problem?.zh).toMatch(/^第 1 行的液位仪/)
  }
  expect(problemOf({ zeroM: 3 })?.zh).toContain('没有“zeroM”这一项')
  expect(problemOf({ rodXMm: 300, rodYMm: 0 })).toBeNull()
  expect(problemOf({ rod: { xMm: 300 }, offsets: [offset, { fromMm: 1200, compMm: 2 }] })).toBeNull()
})

test('a cell may give the two rates and the blind level too; what it leaves out is what is usual for the product', () => {
  expect(compartmentsOf(field.read('3,8000,-10,0.0009,0.03,25'))).toEqual([
    { compartment: 3, capacityL: 8000, oilCode: -10, oilName: '-10#柴油', expansionRate: 0.0009, inflationRate: 0.03, blindLevelMm: 25 },
  ])
  expect(compartmentsOf(field.read('3,8000,-10'))[0]).toMatchObject({ expansionRate: 0.0008, inflationRate: 0.05, blindLevelMm: 40 })
})

test.each([
  '',
  '[]',
  '{}',
  '[1]',
  '[null]',
  '1',
  '1,2',
  '1,2,x',
  '1,2,3,4,5,6,7',
  '0,1000,92',
  '11,1000,92',
  '1.5,1000,92',
  '1,-1,92',
  '1,1000,92,0.5',
  '1,1000,92,0,0.5',
  '1,1000,92,0,0,1.5',
  '[{"compartment":1}]',
  '[{"compartment":"1","capacityL":1,"oilCode":92}]',
])('%j is no fuel configuration, and it is said why in two languages', (given) => {
  const read = field.read(given)
  expect(read).toBeInstanceOf(WrongValue)
  const { words } = read as WrongValue
  expect(words.zh).not.toBe(words.en)
})

test('the history reads it as people do', () => {
  expect(compartmentsText(compartmentsValue([newCompartment(1, 9160.5, 92)]))).toEqual({
    zh: '1仓 92#汽油 9160.5 L（0.0012，0.05，40 mm）',
    en: 'C1 Gasoline 92 9160.5 L (0.0012, 0.05, 40 mm)',
  })
})
