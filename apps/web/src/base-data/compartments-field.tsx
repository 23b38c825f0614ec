import { baseDataCalls } from '@tanker/contract/endpoints/base-data'
import type { CurrentTankTables } from '@tanker/contract/base-data/current-tank-tables'
import { MAX_COMPARTMENTS, OIL_CODES } from '@tanker/contract/base-data/compartments'
import { productName } from '@tanker/domain/products/product-name'
import { dayText } from '@tanker/domain/texts/time-text'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { language, text } from '../platform/language.ts'
import { shownDecimal } from '../platform/shown-values.ts'
import { ofProduct, safeFillL, sumOfCapacities, type Typed, TYPED_NUMBERS, typedOf, valueOf, withOneMore } from './compartments-typed.ts'
import { GaugeSetupFields } from './gauge-setup-fields.tsx'

const WORDS = {
  compartment: { zh: '仓号', en: 'No.' },
  capacityL: { zh: '容量 (L)', en: 'Capacity (L)' },
  oilCode: { zh: '油品', en: 'Product' },
  expansionRate: { zh: '膨胀率 (1/°C)', en: 'Expansion rate (1/°C)' },
  inflationRate: { zh: '预留膨胀率', en: 'Inflation rate' },
  blindLevelMm: { zh: '盲区 (mm)', en: 'Blind level (mm)' },
  most: { zh: '最多装 (L)', en: 'Safe fill (L)' },
  tankTable: { zh: '当前罐容表', en: 'Tank table in use' },
  noTable: { zh: '无', en: 'None' },
  add: { zh: '增加一仓', en: 'Add a compartment' },
  remove: { zh: '删除', en: 'Remove' },
  sum: { zh: '合计', en: 'Total' },
} as const

const shownLitres = (litres: number): string => (Number.isFinite(litres) ? shownDecimal(litres, 0) : '')

/** The tank table by which a compartment is measured now: its number and since when. */
const tableText = (tables: CurrentTankTables | undefined, compartment: string): string => {
  const table = tables?.find((one) => String(one.compartment) === compartment)
  if (!table) return tables ? text(WORDS.noTable) : ''
  return `${table.serial === '' ? '' : `${table.serial} · `}${dayText(table.effectiveAt.slice(0, 10), language)}`
}

type CompartmentsFieldProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly invalid: boolean
  /** The truck, once it is saved: then it may have tank tables. */
  readonly truckId: number | null
  readonly onChange: (value: string) => void
}

/** The compartments of a truck with the product of each (spec 3.5), one line each. */
export const CompartmentsField = ({ id, label, value, invalid, truckId, onChange }: CompartmentsFieldProps) => {
  const [rows, setRows] = useState(() => typedOf(value))
  // Another user's rows were loaded over these.
  useEffect(() => setRows((held) => (valueOf(held) === value ? held : typedOf(value))), [value])
  const tables = useEndpoint(baseDataCalls.tankTables, { id: truckId ?? 0 }, { purpose: 'poll', enabled: truckId !== null, gcTime: 0 }).data

  const put = (next: readonly Typed[]): void => {
    setRows([...next])
    onChange(valueOf(next))
  }
  const change = (index: number, more: Partial<Typed>): void => put(rows.map((row, at) => (at === index ? { ...row, ...more } : row)))

  return (
    <div className="entity-compartments" role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {(['compartment', 'capacityL', 'oilCode', 'expansionRate', 'inflationRate', 'most', 'blindLevelMm', 'tankTable'] as const).map(
              (name) => (
                <th key={name} scope="col">
                  {text(WORDS[name])}
                </th>
              ),
            )}
            <th scope="col">
              <span className="entity-only-heard">{text(WORDS.remove)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const input = (name: (typeof TYPED_NUMBERS)[number]) => (
              <input
                className="field"
                // The label of the field points to the first of them, and so does a complaint.
                {...(index === 0 && name === 'compartment' ? { id } : {})}
                inputMode="decimal"
                autoComplete="off"
                aria-label={`${text(WORDS[name])} ${index + 1}`}
                aria-invalid={invalid}
                aria-describedby={`${id}-error`}
                value={row[name]}
                onChange={({ target }) => change(index, { [name]: target.value })}
              />
            )
            const codes = OIL_CODES.some((code) => String(code) === row.oilCode) ? OIL_CODES : [...OIL_CODES, Number(row.oilCode)]
            const cell = (name: keyof typeof WORDS) => ({ 'data-label': text(WORDS[name]) })
            return (
              // Lines have no name of their own; they are never put in another order while they are shown.
              <tr key={index}>
                <td {...cell('compartment')}>{input('compartment')}</td>
                <td {...cell('capacityL')}>{input('capacityL')}</td>
                <td {...cell('oilCode')}>
                  <select
                    className="field"
                    aria-label={`${text(WORDS.oilCode)} ${index + 1}`}
                    value={row.oilCode}
                    onChange={({ target }) => change(index, ofProduct(target.value))}
                  >
                    {codes.map((code) => (
                      <option key={code} value={String(code)}>
                        {text(productName(code))}
                      </option>
                    ))}
                  </select>
                </td>
                <td {...cell('expansionRate')}>{input('expansionRate')}</td>
                <td {...cell('inflationRate')}>{input('inflationRate')}</td>
                <td {...cell('most')} className="entity-number">
                  {shownLitres(safeFillL(row))}
                </td>
                <td {...cell('blindLevelMm')}>{input('blindLevelMm')}</td>
                <td {...cell('tankTable')} className="entity-number">
                  {tableText(tables, row.compartment)}
                </td>
                <td>
                  <button
                    type="button"
                    className="cell-button"
                    aria-label={`${text(WORDS.remove)} ${index + 1}`}
                    onClick={() => put(rows.filter((_, at) => at !== index))}
                  >
                    {text(WORDS.remove)}
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text(WORDS.sum)}</th>
            <td className="entity-number">{shownLitres(sumOfCapacities(rows))}</td>
          </tr>
        </tfoot>
      </table>
      <button
        type="button"
        className="button"
        {...(rows.length === 0 ? { id, 'aria-describedby': `${id}-error` } : {})}
        disabled={rows.length >= MAX_COMPARTMENTS}
        onClick={() => put(withOneMore(rows))}
      >
        {text(WORDS.add)}
      </button>
      {rows.length > 0 && <GaugeSetupFields gauges={rows} onChange={(index, gauge) => change(index, { gauge })} />}
    </div>
  )
}
