import { text } from '../platform/language.ts'
import { ColumnsIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import type { ReportColumn } from './cell-text.ts'
import { type ColumnChoice, type HiddenColumns, leftOutColumns, mayToggle, toggledColumn } from './hidden-columns.ts'

const WORDS = {
  columns: { zh: '选择列', en: 'Choose columns' },
  empty: { zh: '无数据', en: 'empty' },
  why: {
    zh: '所示记录中均无数据的列默认不显示，勾选后显示；导出包含这些列。',
    en: 'Columns without data in the rows shown are left out; tick one to show it. Exports include them.',
  },
} as const

type ColumnChooserProps = {
  readonly columns: readonly ReportColumn[]
  readonly choice: ColumnChoice
  /** Columns without a value in the rows that are shown. */
  readonly empty: HiddenColumns
  readonly onChange: (choice: ColumnChoice) => void
}

export const ColumnChooser = ({ columns, choice, empty, onChange }: ColumnChooserProps) => {
  const leftOut = leftOutColumns(columns, choice, empty)
  return (
    <Popover width={260} buttonClass="icon-button" label={text(WORDS.columns)} trigger={<ColumnsIcon />}>
      {() => (
        <div className="column-chooser">
          {columns.map(({ name, label }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={!leftOut.has(name)}
                disabled={!mayToggle(columns, leftOut, name)}
                onChange={() => onChange(toggledColumn(choice, name, leftOut))}
              />
              {label}
              {empty.has(name) && <small>{text(WORDS.empty)}</small>}
            </label>
          ))}
          {empty.size > 0 && <p className="column-chooser-note">{text(WORDS.why)}</p>}
        </div>
      )}
    </Popover>
  )
}
