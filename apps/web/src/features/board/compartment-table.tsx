import type { TruckCard } from '@tanker/contract/trucks'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownWhole } from '../../platform/shown-values.ts'
import { productLook } from '../../platform/tank/product-look.ts'

type Compartment = TruckCard['compartments'][number]

const TABLE = { zh: '各仓读数', en: 'Compartment readings' } as const

/** Names over units: nine columns have to fit the card. */
const COLUMNS = [
  { key: 'number', name: { zh: '仓', en: 'No.' }, unit: '' },
  { key: 'product', name: { zh: '油品', en: 'Oil' }, unit: '' },
  { key: 'volume', name: { zh: '视体积', en: 'Vt' }, unit: 'L' },
  { key: 'v20', name: { zh: 'V20', en: 'V20' }, unit: 'L' },
  { key: 'capacity', name: { zh: '容量', en: 'Capacity' }, unit: 'L' },
  { key: 'level', name: { zh: '液位', en: 'Level' }, unit: 'mm' },
  { key: 'water', name: { zh: '水位', en: 'Water' }, unit: 'mm' },
  { key: 'temperature', name: { zh: '温度', en: 'Temp.' }, unit: '°C' },
  { key: 'density', name: { zh: '密度', en: 'Density' }, unit: 'kg/m³' },
] as const

const whole = (value: number | null): string => (value === null ? '–' : shownWhole(value))

const Product = ({ oilCode, oilName }: Compartment) => {
  const { colour, letter } = productLook(oilCode)
  return (
    <span className="readings-product" style={{ background: `color-mix(in srgb, ${colour} 32%, var(--surface))` }} title={oilName}>
      <span aria-hidden="true">{letter}</span>
      <span className="visually-hidden">{oilName}</span>
    </span>
  )
}

/** The drawing's numbers and those that have no room in it. */
export const CompartmentTable = ({ compartments }: { compartments: readonly Compartment[] }) => (
  <table className="readings">
    <caption className="visually-hidden">{text(TABLE)}</caption>
    <thead>
      <tr>
        {COLUMNS.map(({ key, name, unit }) => (
          <th key={key} scope="col">
            {text(name)}
            <small>{unit}</small>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {compartments.map((one) => (
        <tr key={one.compartment}>
          <th scope="row">{one.compartment}</th>
          <td>
            <Product {...one} />
          </td>
          <td>{whole(one.volumeL)}</td>
          <td>{whole(one.v20L)}</td>
          <td>{whole(one.capacityL)}</td>
          <td>{whole(one.levelMm)}</td>
          <td>{whole(one.waterMm)}</td>
          <td>{one.temperatureC === null ? '–' : shownDecimal(one.temperatureC, 1)}</td>
          <td>{whole(one.densityKgM3)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
