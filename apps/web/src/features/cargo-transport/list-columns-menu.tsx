import { useState } from 'react'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import { ColumnsIcon } from '../../platform/ui/icons.tsx'
import { Popover } from '../../platform/ui/popover.tsx'
import { chosenColumns, LIST_COLUMNS, type ListColumn, listWidth, toggleColumn } from './list-columns.ts'

const WORDS = { columns: { zh: '列表显示的列', en: 'Columns of the list' } } as const

/** The columns of the list that this user has chosen, and how wide the list is with them. */
export type ChosenColumns = { readonly chosen: readonly ListColumn[]; readonly widthPx: number; readonly onToggle: (key: string) => void }

export function useListColumns(): ChosenColumns {
  const { userName } = readSession().userInfo
  const [keys, setKeys] = useState(() => chosenColumns(userName))
  return {
    chosen: LIST_COLUMNS.filter(({ key }) => keys.includes(key)),
    widthPx: listWidth(keys),
    onToggle: (key) => setKeys(toggleColumn(userName, keys, key)),
  }
}

export const ColumnsMenu = ({ columns: { chosen, onToggle } }: { columns: ChosenColumns }) => (
  <Popover label={text(WORDS.columns)} trigger={<ColumnsIcon />} buttonClass="icon-button" width={200}>
    {() => (
      <div className="columns-menu">
        {LIST_COLUMNS.map(({ key, name }) => (
          <label key={key}>
            <input type="checkbox" checked={chosen.some((one) => one.key === key)} onChange={() => onToggle(key)} />
            {text(name)}
          </label>
        ))}
      </div>
    )}
  </Popover>
)
