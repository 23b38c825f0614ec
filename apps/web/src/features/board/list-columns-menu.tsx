import { useState } from 'react'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import { ColumnsIcon } from '../../platform/ui/icons.tsx'
import { Popover } from '../../platform/ui/popover.tsx'
import { chosenColumns, type ColumnSet, type ListColumn, listWidth, toggleColumn } from './list-columns.ts'

const WORDS = { columns: { zh: '列表显示的列', en: 'Columns of the list' } } as const

/** The columns of the list that this user has chosen, all there are, and how wide the list is with them. */
export type ChosenColumns = {
  readonly all: readonly ListColumn[]
  readonly chosen: readonly ListColumn[]
  readonly widthPx: number
  readonly onToggle: (key: string) => void
}

export function useListColumns(set: ColumnSet): ChosenColumns {
  const { userName } = readSession().userInfo
  const [keys, setKeys] = useState(() => chosenColumns(set, userName))
  return {
    all: set.columns,
    chosen: set.columns.filter(({ key }) => keys.includes(key)),
    widthPx: listWidth(set, keys),
    onToggle: (key) => setKeys(toggleColumn(set, userName, keys, key)),
  }
}

export const ColumnsMenu = ({ columns: { all, chosen, onToggle } }: { columns: ChosenColumns }) => (
  <Popover label={text(WORDS.columns)} trigger={<ColumnsIcon />} buttonClass="icon-button" width={200}>
    {() => (
      <div className="columns-menu">
        {all.map(({ key, name }) => (
          <label key={key}>
            <input type="checkbox" checked={chosen.some((one) => one.key === key)} onChange={() => onToggle(key)} />
            {text(name)}
          </label>
        ))}
      </div>
    )}
  </Popover>
)
