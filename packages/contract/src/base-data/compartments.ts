import { characterProblem } from '../input-bounds.ts'
import type { MountedGauge } from '@tanker/domain/tank/platform-volume'
import { productGroup } from '@tanker/domain/products/product'
import { productName } from '@tanker/domain/products/product-name'
import type { Text } from '@tanker/domain/texts/text'
import { type About, type Field, field, WrongValue } from './fields.ts'
import { gaugeText, readMountedGauge } from './mounted-gauge.ts'

/** One compartment of a truck and the product that it carries (spec 3.5). */
export type Compartment = {
  /** 1–10. */
  readonly compartment: number
  readonly capacityL: number
  /** Spec 9. */
  readonly oilCode: number
  readonly oilName: string
  /** Per °C. */
  readonly expansionRate: number
  /** The share of the compartment that stays free for the product to swell, 0 to 0.2. */
  readonly inflationRate: number
  /** Below this level the gauge sees nothing. */
  readonly blindLevelMm: number
  /** How its gauge is mounted and set; without it the platform takes the level that the console corrected. */
  readonly gauge?: MountedGauge
}

export const MAX_COMPARTMENTS = 10

/** Oil codes that a form offers; a truck may carry others that came with an import. */
export const OIL_CODES = [92, 95, 98, 0, -10, -20, -35, -1] as const

/** Per °C, as consoles reckon (design of the trade: gasoline 0.0012, diesel 0.0008). */
export const usualExpansionRate = (oilCode: number): number => ({ gasoline: 0.0012, diesel: 0.0008, other: 0.0002 })[productGroup(oilCode)]

/** A compartment as a form or a sheet begins it. */
export const newCompartment = (compartment: number, capacityL: number, oilCode: number): Compartment => ({
  compartment,
  capacityL,
  oilCode,
  oilName: productName(oilCode).zh,
  expansionRate: usualExpansionRate(oilCode),
  inflationRate: 0.05,
  blindLevelMm: 40,
})

/** The compartments that a value of the field holds; none of a value that is not one. */
export function compartmentsOf(value: unknown): Compartment[] {
  try {
    const given: unknown = JSON.parse(String(value))
    return Array.isArray(given) ? (given as Compartment[]) : []
  } catch {
    return []
  }
}

const inOrder = ({
  rod,
  zeroMm,
  lowLevelMm,
  lowLevelCompMm,
  offsets,
  floatKgM2,
  floatCalibrationKgM3,
  waterBlindMm,
}: MountedGauge): MountedGauge => ({
  rod: { xMm: rod.xMm, yMm: rod.yMm },
  zeroMm,
  lowLevelMm,
  lowLevelCompMm,
  offsets: offsets.map(({ fromMm, compMm }) => ({ fromMm, compMm })),
  floatKgM2,
  floatCalibrationKgM3,
  waterBlindMm,
})

/** The value of the field: the same compartments are always the same text. */
export const compartmentsValue = (compartments: readonly Compartment[]): string =>
  JSON.stringify(
    compartments
      .toSorted((a, b) => a.compartment - b.compartment)
      .map(({ compartment, capacityL, oilCode, oilName, expansionRate, inflationRate, blindLevelMm, gauge }) => ({
        compartment,
        capacityL,
        oilCode,
        oilName,
        expansionRate,
        inflationRate,
        blindLevelMm,
        ...(gauge === undefined ? {} : { gauge: inOrder(gauge) }),
      })),
  )

/** As the history and a warning say it. */
export const compartmentsText = (value: string): Text => {
  const all = compartmentsOf(value)
  return {
    zh: all
      .map(
        (one) =>
          `${one.compartment}仓 ${one.oilName} ${one.capacityL} L（${one.expansionRate}，${one.inflationRate}，${one.blindLevelMm} mm${one.gauge ? `，液位仪 ${gaugeText(one.gauge)}` : ''}）`,
      )
      .join('；'),
    en: all
      .map(
        (one) =>
          `C${one.compartment} ${productName(one.oilCode).en} ${one.capacityL} L (${one.expansionRate}, ${one.inflationRate}, ${one.blindLevelMm} mm${one.gauge ? `, gauge ${gaugeText(one.gauge)}` : ''})`,
      )
      .join('; '),
  }
}

const wrong = (zh: string, en: string): WrongValue => new WrongValue({ zh, en })
const UNREADABLE = wrong(
  '格式应为“仓号,容量,油品代码”，多个仓用分号隔开，如 1,9160,92; 2,7786,0',
  'must be "number, capacity, product code" for each compartment, separated by semicolons, such as 1,9160,92; 2,7786,0',
)

/** A cell of a sheet: number, capacity, product code and, if wanted, the two rates and the blind level, for each compartment. */
function cellCompartments(text: string): unknown[] | WrongValue {
  const rows = text.split(/[;；\n]/).filter((part) => part.trim() !== '')
  const read = rows.map((row) => {
    const numbers = row.split(/[,，]/).map((cell) => (cell.trim() === '' ? Number.NaN : Number(cell)))
    const [compartment = Number.NaN, capacityL = Number.NaN, oilCode = Number.NaN] = numbers
    if (numbers.length < 3 || numbers.length > 6 || numbers.some((one) => !Number.isFinite(one))) return null
    const usual = newCompartment(compartment, capacityL, oilCode)
    const [, , , expansionRate = usual.expansionRate, inflationRate = usual.inflationRate, blindLevelMm = usual.blindLevelMm] = numbers
    return { ...usual, expansionRate, inflationRate, blindLevelMm }
  })
  return read.includes(null) ? UNREADABLE : read
}

type Rule = {
  readonly of: Exclude<keyof Compartment, 'oilName' | 'gauge'>
  readonly zh: string
  readonly en: string
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

export const COMPARTMENT_RULES: readonly Rule[] = [
  { of: 'compartment', zh: '仓号', en: 'number', min: 1, max: MAX_COMPARTMENTS, whole: true },
  { of: 'capacityL', zh: '容量', en: 'capacity', min: 1, max: 100_000, whole: false },
  { of: 'oilCode', zh: '油品代码', en: 'product code', min: -100, max: 10_000, whole: true },
  { of: 'expansionRate', zh: '膨胀率', en: 'expansion rate', min: 0, max: 0.01, whole: false },
  { of: 'inflationRate', zh: '预留膨胀率', en: 'inflation rate', min: 0, max: 0.2, whole: false },
  { of: 'blindLevelMm', zh: '盲区液位', en: 'blind level', min: 0, max: 1000, whole: true },
]

/** One compartment by its rules; `place` is where it stands in the list, from 1. */
function readCompartment(given: unknown, place: number): Compartment | WrongValue {
  if (typeof given !== 'object' || given === null) return UNREADABLE
  const row = given as Readonly<Record<string, unknown>>
  for (const { of, zh, en, min, max, whole } of COMPARTMENT_RULES) {
    const value = row[of]
    if (typeof value !== 'number' || !(value >= min && value <= max) || (whole && !Number.isInteger(value)))
      return wrong(
        `第 ${place} 行的${zh}应为 ${min} 到 ${max} 的${whole ? '整数' : '数字'}`,
        `row ${place}: the ${en} must be a ${whole ? 'whole number' : 'number'} from ${min} to ${max}`,
      )
  }
  const { compartment, capacityL, oilCode, oilName, expansionRate, inflationRate, blindLevelMm } = row as unknown as Compartment
  const name = typeof oilName === 'string' && oilName.trim() !== '' ? oilName.trim() : productName(oilCode).zh
  const unwritable = characterProblem(name, true)
  if (unwritable) return wrong(`第 ${place} 行的油品名称${unwritable.zh}`, `row ${place}: the product name ${unwritable.en}`)
  if ([...name].length > 80)
    return wrong(`第 ${place} 行的油品名称最多 80 个字`, `row ${place}: the product name must have at most 80 characters`)
  const gauge = readMountedGauge(row['gauge'])
  if (gauge !== null && 'zh' in gauge) return wrong(`第 ${place} 行的${gauge.zh}`, `row ${place}: ${gauge.en}`)
  const capacity = Math.round(capacityL * 10) / 10
  const parsed = { compartment, capacityL: capacity, oilCode, oilName: name, expansionRate, inflationRate, blindLevelMm }
  return gauge === null ? parsed : { ...parsed, gauge }
}

/** The fuel configuration: JSON text in forms and calls (readings: form-encoded bodies), short rows in the cell of a sheet. */
export const compartmentsField = (about: About): Field<string> =>
  field<string>(
    'compartments',
    about,
    '[]',
    (text) => {
      const given = text.startsWith('[') ? compartmentsOf(text) : cellCompartments(text)
      if (given instanceof WrongValue) return given
      if (given.length === 0) return wrong('不能为空', 'must not be empty')
      if (given.length > MAX_COMPARTMENTS)
        return wrong(`最多 ${MAX_COMPARTMENTS} 个仓`, `must have at most ${MAX_COMPARTMENTS} compartments`)
      const read: Compartment[] = []
      for (const [index, one] of given.entries()) {
        const compartment = readCompartment(one, index + 1)
        if (compartment instanceof WrongValue) return compartment
        if (read.some((other) => other.compartment === compartment.compartment))
          return wrong(`中 ${compartment.compartment} 号仓重复`, `names compartment ${compartment.compartment} twice`)
        read.push(compartment)
      }
      return compartmentsValue(read)
    },
    { words: compartmentsText },
  )
