import type { TruckCard } from '@tanker/contract/trucks'
import { text } from '../../language.ts'
import { shownDecimal, shownWhole } from '../../shown-values.ts'

const WORDS = {
  table: { zh: '各仓读数', en: 'Compartment readings' },
  number: { zh: '仓', en: 'No.' },
  product: { zh: '油品', en: 'Product' },
  volume: { zh: '视体积 L', en: 'Vt L' },
  v20: { zh: 'V20 L', en: 'V20 L' },
  capacity: { zh: '容量 L', en: 'Capacity L' },
  level: { zh: '液位 mm', en: 'Level mm' },
  water: { zh: '水 mm', en: 'Water mm' },
  temperature: { zh: '°C', en: '°C' },
  density: { zh: 'kg/m³', en: 'kg/m³' },
} as const

const whole = (value: number | null): string => (value === null ? '–' : shownWhole(value))

/** The drawing's numbers and those that have no room in it. */
export const CompartmentTable = ({ compartments }: { compartments: TruckCard['compartments'] }) => (
  <div className="readings" tabIndex={0} role="region" aria-label={text(WORDS.table)}>
    <table>
      <caption className="seen-by-readers">{text(WORDS.table)}</caption>
      <thead>
        <tr>
          {(['number', 'product', 'volume', 'v20', 'level', 'temperature', 'water', 'density', 'capacity'] as const).map((column) => (
            <th key={column} scope="col">
              {text(WORDS[column])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {compartments.map((one) => (
          <tr key={one.compartment}>
            <th scope="row">{one.compartment}</th>
            <td>{one.oilName}</td>
            <td>{whole(one.volumeL)}</td>
            <td>{whole(one.v20L)}</td>
            <td>{whole(one.levelMm)}</td>
            <td>{one.temperatureC === null ? '–' : shownDecimal(one.temperatureC, 1)}</td>
            <td>{whole(one.waterMm)}</td>
            <td>{one.densityKgM3 === null ? '–' : shownDecimal(one.densityKgM3, 1)}</td>
            <td>{whole(one.capacityL)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
