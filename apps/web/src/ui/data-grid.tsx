import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import './data-grid.css'
import { AscendingIcon, DescendingIcon, SortableIcon } from './icons.tsx'
import { ROW_HEIGHT } from './tokens.ts'
import { useVirtualRows } from './virtual-rows.ts'

export type GridColumn<Row> = {
  readonly key: string
  readonly title: ReactNode
  readonly hint?: string | null
  readonly widthPx: number
  /** Takes what room is left. */
  readonly grows?: boolean
  readonly align?: 'start' | 'end'
  /** Stays at its edge while the others scroll by; such columns stand first or last and do not grow. */
  readonly pinned?: 'start' | 'end'
  readonly sort?: 'asc' | 'desc' | null
  readonly onSort?: () => void
  /** What the cell shows; links and buttons in it have tabIndex −1 and are reached by arrows and Enter. */
  readonly cell: (row: Row) => ReactNode
  readonly total?: ReactNode
}

type DataGridProps<Row> = {
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly empty: ReactNode
  readonly maxHeightPx?: number
  readonly withTotals?: boolean
  readonly busy?: boolean
}

const HEADER_HEIGHT = 34

type Widths = readonly Pick<GridColumn<never>, 'widthPx' | 'pinned'>[]

const pinnedWidth = (columns: Widths, edge: 'start' | 'end'): number =>
  columns.reduce((sum, { widthPx, pinned }) => sum + (pinned === edge ? widthPx : 0), 0)

/** Where a column that is pinned at the start stays: beside those before it. */
const leftOf = (columns: Widths, index: number): { readonly left: number } | undefined =>
  columns[index]?.pinned === 'start' ? { left: pinnedWidth(columns.slice(0, index), 'start') } : undefined

/**
 * The one table of the console: sticky header and totals, rows drawn only where they are seen,
 * one tab stop with arrows inside (WAI-ARIA grid with aria-activedescendant).
 */
export const DataGrid = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  maxHeightPx,
  withTotals = false,
  busy = false,
}: DataGridProps<Row>) => {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { first, end, onScroll, reveal } = useVirtualRows(scroller, rows.length)
  const [active, setActive] = useState({ row: 0, column: 0 })
  const template = columns.map(({ widthPx, grows }) => (grows ? `minmax(${widthPx}px, ${widthPx}fr)` : `${widthPx}px`)).join(' ')
  const pinnedPx = { start: pinnedWidth(columns, 'start'), end: pinnedWidth(columns, 'end') }
  const minWidth = columns.reduce((sum, { widthPx }) => sum + widthPx, 0)
  const cellId = (row: number, column: number): string => `${id}-${row}-${column}`
  const totalsHeight = withTotals ? ROW_HEIGHT : 0

  const move = (row: number, column: number): void => {
    const to = { row: Math.max(-1, Math.min(rows.length - 1, row)), column: Math.max(0, Math.min(columns.length - 1, column)) }
    setActive(to)
    if (to.row >= 0) reveal(to.row, HEADER_HEIGHT, totalsHeight)
    document.getElementById(cellId(to.row, to.column))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current) return
    const page = Math.max(1, Math.floor((scroller.current.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) - 1)
    const moves: Record<string, readonly [number, number]> = {
      ArrowDown: [active.row + 1, active.column],
      ArrowUp: [active.row - 1, active.column],
      ArrowRight: [active.row, active.column + 1],
      ArrowLeft: [active.row, active.column - 1],
      PageDown: [active.row + page, active.column],
      PageUp: [active.row - page, active.column],
      Home: [event.ctrlKey ? 0 : active.row, 0],
      End: [event.ctrlKey ? rows.length - 1 : active.row, columns.length - 1],
    }
    const to = moves[event.key]
    if (to) move(...to)
    else if (event.key === 'Enter' || event.key === ' ') {
      document.getElementById(cellId(active.row, active.column))?.querySelector<HTMLElement>('a, button, input')?.click()
    } else return
    event.preventDefault()
  }

  const cellAttributes = (row: number, column: number) => ({
    id: cellId(row, column),
    'data-align': columns[column]?.align,
    'data-pinned': columns[column]?.pinned,
    style: leftOf(columns, column),
    'aria-colindex': column + 1,
    className: active.row === row && active.column === column ? 'grid-cell grid-cell-active' : 'grid-cell',
  })

  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-busy={busy}
      aria-activedescendant={active.row === -1 || (active.row >= first && active.row < end) ? cellId(active.row, active.column) : undefined}
      style={{ maxHeight: maxHeightPx, scrollPaddingInline: `${pinnedPx.start}px ${pinnedPx.end}px` }}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="grid-head" style={{ minWidth }}>
        <div role="row" aria-rowindex={1} className="grid-row" style={{ gridTemplateColumns: template, height: HEADER_HEIGHT }}>
          {columns.map((column, index) => (
            <div
              key={column.key}
              role="columnheader"
              title={column.hint ?? undefined}
              aria-sort={column.sort ? (column.sort === 'asc' ? 'ascending' : 'descending') : undefined}
              {...cellAttributes(-1, index)}
            >
              {column.onSort ? (
                <button type="button" tabIndex={-1} className="grid-sort" onClick={column.onSort}>
                  {column.title}
                  {column.sort === 'asc' ? <AscendingIcon /> : column.sort === 'desc' ? <DescendingIcon /> : <SortableIcon />}
                </button>
              ) : (
                <span>{column.title}</span>
              )}
            </div>
          ))}
        </div>
      </div>
      {rows.length === 0 ? (
        <div role="rowgroup">
          <div role="row" className="grid-empty">
            <div role="gridcell" id={cellId(0, 0)} aria-colspan={columns.length}>
              {empty}
            </div>
          </div>
        </div>
      ) : (
        <div role="rowgroup" style={{ minWidth, height: rows.length * ROW_HEIGHT, paddingTop: first * ROW_HEIGHT }}>
          {rows.slice(first, end).map((row, offset) => {
            const index = first + offset
            return (
              <div key={rowKey(row)} role="row" aria-rowindex={index + 2} className="grid-row" style={{ gridTemplateColumns: template }}>
                {columns.map((column, columnIndex) => (
                  <div
                    key={column.key}
                    role="gridcell"
                    {...cellAttributes(index, columnIndex)}
                    onMouseDown={() => setActive({ row: index, column: columnIndex })}
                  >
                    <span>{column.cell(row)}</span>
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      )}
      {withTotals && rows.length > 0 && (
        <div role="rowgroup" className="grid-totals" style={{ minWidth }}>
          <div role="row" className="grid-row" style={{ gridTemplateColumns: template }}>
            {columns.map((column, index) => (
              <div
                key={column.key}
                role="gridcell"
                data-align={column.align}
                data-pinned={column.pinned}
                style={leftOf(columns, index)}
                className="grid-cell"
              >
                {column.total}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
