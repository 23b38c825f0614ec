import { text } from '../language.ts'
import { ColumnsIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'
import type { ReportColumn } from './cell-text.ts'

const WORDS = { columns: { zh: '选择列', en: 'Choose columns' } } as const

type ColumnChooserProps = {
  readonly columns: readonly ReportColumn[]
  readonly hidden: ReadonlySet<string>
  readonly onChange: (hidden: ReadonlySet<string>) => void
}

export const ColumnChooser = ({ columns, hidden, onChange }: ColumnChooserProps) => (
  <Popover width={240} buttonClass="icon-button" label={text(WORDS.columns)} trigger={<ColumnsIcon />}>
    {() => (
      <div className="column-chooser">
        {columns.map(({ name, label }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!hidden.has(name)}
              // One column at least stays.
              disabled={!hidden.has(name) && hidden.size >= columns.length - 1}
              onChange={() => {
                const next = new Set(hidden)
                if (!next.delete(name)) next.add(name)
                onChange(next)
              }}
            />
            {label}
          </label>
        ))}
      </div>
    )}
  </Popover>
)

const keptAs = (path: string): string => `hidden-columns ${path}`

export const keptColumns = (path: string): ReadonlySet<string> =>
  new Set((localStorage.getItem(keptAs(path)) ?? '').split(',').filter((name) => name !== ''))

export const keepColumns = (path: string, hidden: ReadonlySet<string>): void => localStorage.setItem(keptAs(path), [...hidden].join(','))
