import { type KeyboardEvent, memo, type ReactNode, useId, useRef, useState } from 'react'
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
  /** What the cell shows; links and buttons in it have tabIndex −1 and are reached by Enter and arrows. */
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

type Widths = readonly Pick<GridColumn<never>, 'widthPx' | 'pinned' | 'align'>[]

const pinnedWidth = (columns: Widths, edge: 'start' | 'end'): number =>
  columns.reduce((sum, { widthPx, pinned }) => sum + (pinned === edge ? widthPx : 0), 0)

/** Where a pinned column stays: beside those between it and its edge. */
const edgeOf = (columns: Widths, index: number): { readonly left: number } | { readonly right: number } | undefined => {
  const pinned = columns[index]?.pinned
  if (pinned === 'end') return { right: pinnedWidth(columns.slice(index + 1), 'end') }
  return pinned === 'start' ? { left: pinnedWidth(columns.slice(0, index), 'start') } : undefined
}

const cellAttributes = (columns: Widths, index: number, id: string, isActive: boolean) => ({
  id,
  'data-align': columns[index]?.align,
  'data-pinned': columns[index]?.pinned,
  style: edgeOf(columns, index),
  'aria-colindex': index + 1,
  className: isActive ? 'grid-cell grid-cell-active' : 'grid-cell',
})

type GridRowProps<Row> = {
  readonly row: Row
  readonly index: number
  readonly columns: readonly GridColumn<Row>[]
  readonly template: string
  readonly idPrefix: string
  readonly activeColumn: number | null
  readonly onPoint: (at: { readonly row: number; readonly column: number }) => void
}

const DrawnRow = <Row,>({ row, index, columns, template, idPrefix, activeColumn, onPoint }: GridRowProps<Row>) => (
  <div role="row" aria-rowindex={index + 2} className="grid-row" style={{ gridTemplateColumns: template }}>
    {columns.map((column, columnIndex) => (
      // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the grid has the focus and takes the keys; aria-activedescendant names the cell
      <div
        key={column.key}
        role="gridcell"
        {...cellAttributes(columns, columnIndex, `${idPrefix}-${index}-${columnIndex}`, columnIndex === activeColumn)}
        onMouseDown={() => onPoint({ row: index, column: columnIndex })}
      >
        <span>{column.cell(row)}</span>
      </div>
    ))}
  </div>
)

/** Drawn again only when it changes: scrolling draws the rows that come, not those that stay. */
const GridRow = memo(DrawnRow) as typeof DrawnRow

const controlsIn = (cell: Element | null): HTMLElement[] => [...(cell?.querySelectorAll<HTMLElement>('a, button, input') ?? [])]

/** Presses the one control of a cell; of several the first gets the focus. */
function pressIn(cell: Element | null): void {
  const [first, ...others] = controlsIn(cell)
  if (others.length === 0) first?.click()
  else first?.focus()
}

/** Keys on one of several controls of a cell: left and right reach its neighbours. True: the key goes on to the grid, which has the focus again. */
function leavesCell(event: KeyboardEvent, grid: HTMLElement): boolean {
  const at = event.target as HTMLElement
  const controls = at.closest('[popover]') ? [] : controlsIn(at.closest('[role=gridcell]'))
  if (controls.length < 2 || event.key === 'Enter' || event.key === ' ' || event.key === 'Tab') return false
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const next = step === undefined ? undefined : controls[controls.indexOf(at) + step]
  if (next) {
    next.focus()
    event.preventDefault()
    return false
  }
  grid.focus()
  return true
}

/**
 * The one table of the web console: sticky header and totals, rows drawn only where they are seen,
 * one tab stop with arrows inside (WAI-ARIA grid with aria-activedescendant). Enter presses the control of a cell; of several it focuses
 * the first, and arrows reach the others.
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
  const minWidth = columns.reduce((sum, { widthPx }) => sum + widthPx, 0)
  const cellId = (row: number, column: number): string => `${id}-${row}-${column}`

  /** Scrolls as little sideways as brings a column out from under those that are pinned. */
  const revealColumn = (column: number): void => {
    const element = scroller.current
    const title = document.getElementById(cellId(-1, column))
    if (!element || !title || columns[column]?.pinned) return
    const seen = element.getBoundingClientRect()
    const { left, right } = title.getBoundingClientRect()
    const from = seen.left + pinnedWidth(columns, 'start')
    const to = seen.left + element.clientWidth - pinnedWidth(columns, 'end')
    if (left < from) element.scrollLeft -= from - left
    else if (right > to) element.scrollLeft += right - to
  }

  const move = (row: number, column: number): void => {
    const to = { row: Math.max(-1, Math.min(rows.length - 1, row)), column: Math.max(0, Math.min(columns.length - 1, column)) }
    setActive(to)
    if (to.row >= 0) reveal(to.row, HEADER_HEIGHT, withTotals ? ROW_HEIGHT : 0)
    revealColumn(to.column)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const grid = scroller.current
    if (!grid || (event.target !== grid && !leavesCell(event, grid))) return
    const page = Math.max(1, Math.floor((grid.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) - 1)
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
      pressIn(document.getElementById(cellId(active.row, active.column)))
    } else return
    event.preventDefault()
  }

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
      style={{ maxHeight: maxHeightPx }}
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
              {...cellAttributes(columns, index, cellId(-1, index), active.row === -1 && active.column === index)}
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
          {rows.slice(first, end).map((row, offset) => (
            <GridRow
              key={rowKey(row)}
              row={row}
              index={first + offset}
              columns={columns}
              template={template}
              idPrefix={id}
              activeColumn={active.row === first + offset ? active.column : null}
              onPoint={setActive}
            />
          ))}
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
                style={edgeOf(columns, index)}
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
