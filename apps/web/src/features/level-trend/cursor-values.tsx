import type { LevelTrend } from '@tanker/contract/level-trend'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { productWords } from '../../platform/tank/product-look.ts'
import { curveOf, type TrendQuantity, valueAt } from './curves.ts'
import { compartmentName, QUANTITY_TEXTS } from './trend-options.ts'
import type { Window } from './trend-query.ts'

const WORDS = {
  title: { zh: '游标处读数', en: 'Values at the cursor' },
  cursor: { zh: '游标', en: 'Cursor' },
  compartment: { zh: '仓', en: 'No.' },
  product: { zh: '油品', en: 'Product' },
  compared: { zh: '对比', en: 'Compared' },
  speed: { zh: '速度', en: 'Speed' },
} as const

const CARGO: readonly TrendQuantity[] = ['levelMm', 'volumeL', 'v20L', 'temperatureC']

type CursorValuesProps = {
  readonly trend: LevelTrend
  readonly compared: { readonly trend: LevelTrend; readonly shiftMs: number } | null
  /** Milliseconds UTC. */
  readonly at: number
  readonly shown: Window
  readonly onMove: (at: number) => void
}

const value = (trend: LevelTrend, quantity: TrendQuantity, compartment: number, at: number): string => {
  const found = valueAt(curveOf(trend, quantity, compartment), at)?.[1] ?? null
  if (found === null) return '–'
  return quantity === 'temperatureC' || quantity === 'levelMm' ? shownDecimal(found, 1) : shownWhole(found)
}

/** The one cursor of all graphs as a table, and as a slider for who does not point. */
export const CursorValues = ({ trend, compared, at, shown, onMove }: CursorValuesProps) => (
  <section className="trend-values" aria-label={text(WORDS.title)}>
    <label className="trend-cursor">
      <span>{text(WORDS.cursor)}</span>
      <b>{shownTime(at)}</b>
      <input
        type="range"
        min={shown.from}
        max={shown.to}
        step={Math.max(1000, Math.round((shown.to - shown.from) / 500))}
        value={at}
        aria-valuetext={shownTime(at)}
        onChange={({ target }) => onMove(Number(target.value))}
      />
    </label>
    <table className="trend-table">
      <thead>
        <tr>
          <th scope="col">{text(WORDS.compartment)}</th>
          <th scope="col">{text(WORDS.product)}</th>
          {CARGO.map((quantity) => (
            <th key={quantity} scope="col">
              {text(QUANTITY_TEXTS[quantity].name)}
              <small>{QUANTITY_TEXTS[quantity].unit}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trend.compartments.map(({ compartment, oilName, oilCode }, index) => (
          <tr key={compartment}>
            <th scope="row">
              <i style={{ background: seriesColour(index) }} aria-hidden="true" />
              {compartmentName(compartment)}
            </th>
            <td title={oilName}>{productWords(oilCode, oilName)}</td>
            {CARGO.map((quantity) => (
              <td key={quantity}>
                {value(trend, quantity, compartment, at)}
                {compared && (
                  <small title={text(WORDS.compared)}>{value(compared.trend, quantity, compartment, at - compared.shiftMs)}</small>
                )}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            {text(WORDS.speed)}
          </th>
          <td colSpan={4}>
            {value(trend, 'speedKmh', 0, at)} km/h
            {compared && <small title={text(WORDS.compared)}>{value(compared.trend, 'speedKmh', 0, at - compared.shiftMs)}</small>}
          </td>
        </tr>
      </tbody>
    </table>
  </section>
)
