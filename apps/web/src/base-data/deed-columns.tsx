import type { RowDeed } from '@tanker/contract/base-data/define-entity'
import type { ReportView } from '@tanker/contract/report-view'
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

/** Which function each needs; null: the screen is enough. */
const NEEDED = { edit: 'change', toggle: 'change', history: null, delete: 'delete' } as const satisfies Record<string, RowDeed | null>
type UsualDeed = keyof typeof NEEDED

const deedWidthPx = language === 'zh' ? 52 : 70
const letterPx = language === 'zh' ? 14 : 7.5

/** A button for each deed in a cell of its own, so that the arrow keys reach every one; as far as the role grants them; who may only look sees the history. */
export const deedColumns = (
  { deeds, toggles }: { deeds: readonly string[]; toggles: boolean },
  pinned: boolean,
  onDeed: (deed: EntityDeed, row: Row) => void,
): GridColumn<Row>[] =>
  (Object.keys(NEEDED) as UsualDeed[])
    .filter((deed) => (NEEDED[deed] === null || deeds.includes(NEEDED[deed])) && (deed !== 'toggle' || toggles))
    .map((deed) => ({
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

/** What only this kind of base data has, each in a column of its own. */
export const ownDeedColumns = (
  own: NonNullable<ReportView['entity']>['own'],
  pinned: boolean,
  onDeed: (deed: EntityDeed, row: Row) => void,
): GridColumn<Row>[] =>
  own
    .filter(({ on }) => on === 'row')
    .map(({ name, label }) => ({
      key: ` ${name}`,
      widthPx: Math.max(deedWidthPx, Math.round(label.length * letterPx) + 26),
      title: label,
      ...(pinned ? { pinned: 'end' as const } : {}),
      cell: (row) => (
        <button type="button" className="cell-button" tabIndex={-1} onClick={() => onDeed(name, row)}>
          {label}
        </button>
      ),
    }))
