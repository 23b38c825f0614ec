import type { Text } from '@tanker/domain/texts/text'
import { text } from '../../platform/language.ts'
import './parameter-files.css'

const WORDS = {
  parameter: { zh: '参数', en: 'Parameter' },
  choose: { zh: '选择', en: 'Choose' },
  all: { zh: '全选', en: 'Choose all' },
  empty: { zh: '（空）', en: '(empty)' },
  hidden: { zh: '（不显示）', en: '(not shown)' },
  own: { zh: '本车专有', en: 'own' },
  ownHint: { zh: '每辆车各不相同，如车牌、序列号、补偿值', en: 'Each truck has its own: plate, serials, compensations' },
} as const

/** A field with what two contents have. */
export type TableField = {
  readonly path: string
  readonly label: Text
  /** By what it is chosen; null: it cannot be. Fields that are chosen together have the same. */
  readonly choice: string | null
  readonly secret: boolean
  readonly own: boolean
  readonly differs: boolean
  readonly first: Text | null
  readonly second: Text | null
  /** A further cell; '' for nothing. */
  readonly aside?: string
}

type FieldsTableProps = {
  readonly fields: readonly TableField[]
  readonly heads: { readonly first: string; readonly second: string; readonly aside?: string }
  /** Null: nothing can be chosen. */
  readonly chosen: ReadonlySet<string> | null
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** The value of a field, also of one that is empty or not shown. */
const shown = (value: Text | null, secret: boolean): string => text(secret ? WORDS.hidden : (value ?? WORDS.empty))

/** Fields of two contents beside each other, some of which can be chosen. */
export const FieldsTable = ({ fields, heads, chosen, onChange }: FieldsTableProps) => {
  const choices = [...new Set(fields.flatMap(({ choice }) => (choice === null ? [] : [choice])))]
  const toggle = (choice: string): void => {
    const now = new Set(chosen)
    if (!now.delete(choice)) now.add(choice)
    onChange(now)
  }
  return (
    <div className="parameter-table">
      <table>
        <thead>
          <tr>
            {chosen && (
              <th>
                <input
                  type="checkbox"
                  aria-label={text(WORDS.all)}
                  checked={choices.length > 0 && choices.every((one) => chosen.has(one))}
                  disabled={choices.length === 0}
                  onChange={({ target }) => onChange(new Set(target.checked ? choices : []))}
                />
              </th>
            )}
            <th>{text(WORDS.parameter)}</th>
            <th>{heads.first}</th>
            <th>{heads.second}</th>
            {heads.aside !== undefined && <th>{heads.aside}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, label, choice, secret, own, differs, first, second, aside }) => (
            <tr key={path} data-differs={differs}>
              {chosen && (
                <td>
                  {choice !== null && (
                    <input
                      type="checkbox"
                      aria-label={`${text(WORDS.choose)}: ${text(label)}`}
                      checked={chosen.has(choice)}
                      onChange={() => toggle(choice)}
                    />
                  )}
                </td>
              )}
              <td>
                {text(label)}
                {own && (
                  <span className="parameter-own" title={text(WORDS.ownHint)}>
                    {text(WORDS.own)}
                  </span>
                )}
              </td>
              <td>{shown(first, secret)}</td>
              <td>{shown(second, secret)}</td>
              {heads.aside !== undefined && <td>{aside}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
