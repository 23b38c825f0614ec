import { GAUGE_RULES, OFFSETS, type TypedGauge } from '@tanker/contract/base-data/mounted-gauge'
import { text } from '../platform/language.ts'

const WORDS = {
  title: { zh: '液位仪参数', en: 'Gauge setup' },
  hint: {
    zh: '平台按原始液位仪算容积时使用；全部留空则采用主机修正后的液位。',
    en: 'Used when the platform computes volumes from the raw level. If empty, the level corrected by the console is used.',
  },
  compartment: { zh: '仓号', en: 'No.' },
  offsets: { zh: '分段补偿 (mm)', en: 'Offsets (from level:mm)' },
} as const

const EXAMPLE = '600:2; 1200:-1'

type GaugeSetupFieldsProps = {
  readonly gauges: readonly { readonly compartment: string; readonly gauge: TypedGauge }[]
  readonly onChange: (index: number, gauge: TypedGauge) => void
}

/** How the gauge of each compartment is mounted and set, one line each; folded away until someone needs it. */
export const GaugeSetupFields = ({ gauges, onChange }: GaugeSetupFieldsProps) => (
  <details className="entity-gauges">
    <summary>{text(WORDS.title)}</summary>
    <p>{text(WORDS.hint)}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">{text(WORDS.compartment)}</th>
          {GAUGE_RULES.map((rule) => (
            <th key={rule.of} scope="col">
              {text(rule)}
            </th>
          ))}
          <th scope="col">{text(WORDS.offsets)}</th>
        </tr>
      </thead>
      <tbody>
        {gauges.map(({ compartment, gauge }, index) => {
          const input = (name: string, label: string, placeholder: string) => (
            <input
              className="field"
              inputMode={name === OFFSETS ? 'text' : 'decimal'}
              autoComplete="off"
              aria-label={`${label} ${compartment}`}
              placeholder={placeholder}
              value={gauge[name] ?? ''}
              onChange={({ target }) => onChange(index, { ...gauge, [name]: target.value })}
            />
          )
          return (
            // As the lines of the compartments, which have no name of their own.
            <tr key={index}>
              <th scope="row" data-label={text(WORDS.compartment)}>
                {compartment}
              </th>
              {GAUGE_RULES.map((rule) => (
                <td key={rule.of} data-label={text(rule)}>
                  {input(rule.of, text(rule), String(rule.unlessGiven))}
                </td>
              ))}
              <td data-label={text(WORDS.offsets)}>{input(OFFSETS, text(WORDS.offsets), EXAMPLE)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </details>
)
