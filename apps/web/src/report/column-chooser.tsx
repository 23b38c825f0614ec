import { text } from '../platform/language.ts'
import { ColumnsIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import type { ReportColumn } from './cell-text.ts'
import { type HiddenColumns, mayToggle, toggledColumn } from './hidden-columns.ts'

const WORDS = { columns: { zh: '选择列', en: 'Choose columns' } } as const

type ColumnChooserProps = {
  readonly columns: readonly ReportColumn[]
  readonly hidden: HiddenColumns
  readonly onChange: (hidden: HiddenColumns) => void
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
              disabled={!mayToggle(columns, hidden, name)}
              onChange={() => onChange(toggledColumn(hidden, name))}
            />
            {label}
          </label>
        ))}
      </div>
    )}
  </Popover>
)
