import { language, text } from '../language.ts'
import type { GridColumn } from '../ui/data-grid.tsx'
import type { EntityDeed } from './base-data-desk.tsx'

type Row = Readonly<Record<string, unknown>>

const WORDS = {
  edit: { zh: '编辑', en: 'Edit' },
  toggle: { zh: '启停', en: 'Switch' },
  delete: { zh: '删除', en: 'Delete' },
  history: { zh: '历史', en: 'History' },
  enable: { zh: '启用', en: 'Enable' },
  disable: { zh: '停用', en: 'Disable' },
} as const

const deedWidthPx = language === 'zh' ? 52 : 70

/** A button for each deed in a cell of its own, so that the arrow keys reach every one; who may only look sees the history. */
export const deedColumns = (mayChange: boolean, pinned: boolean, onDeed: (deed: EntityDeed, row: Row) => void): GridColumn<Row>[] =>
  (mayChange ? (['edit', 'toggle', 'history', 'delete'] as const) : (['history'] as const)).map((deed) => ({
    key: ` ${deed}`,
    widthPx: deedWidthPx,
    title: text(WORDS[deed]),
    ...(pinned ? { pinned: 'end' as const } : {}),
    cell: (row) => (
      <button type="button" className="cell-button" tabIndex={-1} onClick={() => onDeed(deed, row)}>
        {text(deed === 'toggle' ? WORDS[row['status'] === 'enabled' ? 'disable' : 'enable'] : WORDS[deed])}
      </button>
    ),
  }))
