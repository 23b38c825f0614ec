import { compartmentsOf, compartmentsValue, MAX_COMPARTMENTS, newCompartment, OIL_CODES } from '@tanker/contract/base-data/compartments'
import { gaugeOfTyped, typedGauge, type TypedGauge } from '@tanker/contract/base-data/mounted-gauge'
import { plainNumber } from '@tanker/contract/input-bounds'

export const TYPED_NUMBERS = ['compartment', 'capacityL', 'expansionRate', 'inflationRate', 'blindLevelMm'] as const
/** As it is typed: what is no number yet must stay as it stands. */
export type Typed = Readonly<Record<(typeof TYPED_NUMBERS)[number] | 'oilCode' | 'oilName', string>> & { readonly gauge: TypedGauge }

/** The rows of a value, as they stand in the form. */
export const typedOf = (value: string): Typed[] =>
  compartmentsOf(value).map((one) => ({
    oilName: one.oilName,
    oilCode: String(one.oilCode),
    compartment: String(one.compartment ?? ''),
    capacityL: String(one.capacityL ?? ''),
    expansionRate: String(one.expansionRate ?? ''),
    inflationRate: String(one.inflationRate ?? ''),
    blindLevelMm: String(one.blindLevelMm ?? ''),
    gauge: typedGauge(one.gauge ?? null),
  }))

const numberOf = (typed: string): number => plainNumber(typed.trim())

/** The value of the rows; the rules of the field find what is no number in it. */
export const valueOf = (rows: readonly Typed[]): string =>
  compartmentsValue(
    rows.map((row) => {
      const gauge = gaugeOfTyped(row.gauge)
      return {
        compartment: numberOf(row.compartment),
        capacityL: numberOf(row.capacityL),
        oilCode: Number(row.oilCode),
        oilName: row.oilName,
        expansionRate: numberOf(row.expansionRate),
        inflationRate: numberOf(row.inflationRate),
        blindLevelMm: numberOf(row.blindLevelMm),
        ...(gauge === null ? {} : { gauge }),
      }
    }),
  )

/** One more compartment: the first number that is free, otherwise like the last. */
export const withOneMore = (rows: readonly Typed[]): readonly Typed[] => {
  const free = Array.from({ length: MAX_COMPARTMENTS }, (_, at) => at + 1).find(
    (one) => !rows.some((row) => row.compartment === String(one)),
  )
  const last = rows.at(-1)
  const fresh = newCompartment(free ?? 1, Number.NaN, Number(last?.oilCode ?? OIL_CODES[0]))
  return [...rows, { ...(typedOf(compartmentsValue([fresh]))[0] as Typed), capacityL: last?.capacityL ?? '' }]
}

/** What another product changes: its name, and how much it expands. */
export const ofProduct = (oilCode: string): Pick<Typed, 'oilCode' | 'oilName' | 'expansionRate'> => {
  const { oilName, expansionRate } = newCompartment(1, 1, Number(oilCode))
  return { oilCode, oilName, expansionRate: String(expansionRate) }
}

/** The most that may be loaded, litres; NaN while it is not known. */
export const safeFillL = ({ capacityL, inflationRate }: Typed): number => numberOf(capacityL) * (1 - numberOf(inflationRate))

/** Litres of all compartments whose capacity is a number. */
export const sumOfCapacities = (rows: readonly Typed[]): number => rows.reduce((sum, row) => sum + (numberOf(row.capacityL) || 0), 0)
