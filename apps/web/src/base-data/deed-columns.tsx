import type { RowDeed } from '@tanker/contract/base-data/define-entity'
import type { ReportView } from '@tanker/contract/report-view'
import { language, text } from '../language.ts'
import { DeedsBehindOne, DeedsHeading, oneButtonPx } from '../report/deeds-behind-one.tsx'
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

/** What may be done with a row of base data. */
type ShownDeed = {
  readonly deed: EntityDeed
  readonly title: string
  readonly widthPx: number
  readonly label: (row: Row) => string
}

/** What this kind of base data has of its own, then the usual, as far as the role grants them; who may only look sees the history. */
function deedsOf({ entity, columns }: ReportView): ShownDeed[] {
  if (!entity) return []
  const toggles = columns.some(({ name }) => name === 'status')
  const own = entity.own
    .filter(({ on }) => on === 'row')
    .map(({ name, label }) => ({
      deed: name,
      title: label,
      widthPx: Math.max(deedWidthPx, Math.round(label.length * letterPx) + 26),
      label: () => label,
    }))
  const usual = (Object.keys(NEEDED) as UsualDeed[])
    .filter((deed) => (NEEDED[deed] === null || entity.deeds.includes(NEEDED[deed])) && (deed !== 'toggle' || toggles))
    .map((deed) => ({
      deed,
      title: text(WORDS[deed]),
      widthPx: deedWidthPx,
      label: (row: Row) => text(deed === 'toggle' ? WORDS[row['status'] === 'enabled' ? 'disable' : 'enable'] : WORDS[deed]),
    }))
  return [...own, ...usual]
}

type OnDeed = (deed: EntityDeed, row: Row) => void

/** A button for each deed in a cell of its own at the right edge, so that the arrow keys reach every one. */
const eachDeed = (deeds: readonly ShownDeed[], onDeed: OnDeed): GridColumn<Row>[] =>
  deeds.map(({ deed, title, widthPx, label }) => ({
    key: ` ${deed}`,
    widthPx,
    title,
    pinned: 'end',
    cell: (row) => (
      <button type="button" className="cell-button" tabIndex={-1} onClick={() => onDeed(deed, row)}>
        {label(row)}
      </button>
    ),
  }))

const deedsBehindOne = (deeds: readonly ShownDeed[], onDeed: OnDeed): GridColumn<Row> => ({
  key: ' more',
  widthPx: oneButtonPx,
  title: <DeedsHeading />,
  pinned: 'end',
  cell: (row) => (
    <DeedsBehindOne deeds={deeds.map(({ deed, label }) => ({ name: deed, label: label(row), onPick: () => onDeed(deed, row) }))} />
  ),
})

/** The columns of what may be done with a row of base data; none for other lists. */
export function deedColumns(view: ReportView, isNarrow: boolean, onDeed: OnDeed): GridColumn<Row>[] {
  const deeds = deedsOf(view)
  return isNarrow && deeds.length > 1 ? [deedsBehindOne(deeds, onDeed)] : eachDeed(deeds, onDeed)
}
