import type { RefObject } from 'react'
import { text } from '../language.ts'
import { type ChoiceRow, type Tick, tickOf } from './choice-rows.ts'
import { ClosedIcon, OpenIcon, TickIcon } from './icons.tsx'
import { ROW_HEIGHT } from './tokens.ts'
import type { ChoiceList } from './use-choice-list.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  none: { zh: '没有匹配项', en: 'No match' },
} as const

const CHECKED = { all: true, some: 'mixed', none: false } as const
const indentPx = 18

type LineProps<V> = {
  readonly row: ChoiceRow<V>
  readonly id: string
  readonly isTree: boolean
  readonly isActive: boolean
  readonly tick: Tick
  readonly multiple: boolean
  readonly byLeaf: boolean
  readonly position: { readonly index: number; readonly count: number }
  readonly onPick: () => void
  readonly onTwist: () => void
}

const Line = <V,>({ row, id, isTree, isActive, tick, multiple, byLeaf, position, onPick, onTwist }: LineProps<V>) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions -- the field has the focus and takes the keys; aria-activedescendant names this one
  <div
    id={id}
    role={isTree ? 'treeitem' : 'option'}
    className="choice-row"
    data-active={isActive}
    {...(byLeaf ? { 'aria-checked': CHECKED[tick] } : { 'aria-selected': tick === 'all' })}
    {...(isTree
      ? { 'aria-level': row.level, 'aria-expanded': row.isOpen ?? undefined }
      : { 'aria-posinset': position.index + 1, 'aria-setsize': position.count })}
    style={isTree ? { paddingInlineStart: 8 + (row.level - 1) * indentPx } : undefined}
    onClick={onPick}
  >
    {isTree && (
      <span
        className="choice-twist"
        aria-hidden="true"
        onClick={(event) => {
          if (row.isOpen === null) return
          event.stopPropagation()
          onTwist()
        }}
      >
        {row.isOpen === null ? null : row.isOpen ? <OpenIcon /> : <ClosedIcon />}
      </span>
    )}
    {multiple && <span className="choice-box" data-tick={tick} aria-hidden="true" />}
    <span className="choice-name" title={row.choice.label}>
      {row.choice.label}
    </span>
    {!multiple && tick === 'all' && <TickIcon />}
  </div>
)

type ChoiceLinesProps<V> = {
  readonly id: string
  readonly label: string
  readonly list: ChoiceList<V>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly chosen: ReadonlySet<V>
  readonly isTree: boolean
  readonly multiple: boolean
  readonly byLeaf: boolean
  readonly loading: boolean
  readonly onPick: (row: ChoiceRow<V>, index: number) => void
}

/** The open list: only lines in its window are drawn. */
export const ChoiceLines = <V extends string | number>(props: ChoiceLinesProps<V>) => {
  const { id, label, list, scroller, chosen, isTree, multiple, byLeaf, loading, onPick } = props
  const { rows, first, end, at } = list
  return (
    <div
      ref={scroller}
      id={id}
      className="choice-list"
      // Browsers make what scrolls a tab stop of its own.
      tabIndex={-1}
      role={isTree ? 'tree' : 'listbox'}
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      onScroll={list.onScroll}
    >
      {rows.length === 0 ? (
        <div className="choice-none" role={isTree ? 'treeitem' : 'option'} aria-selected="false" aria-disabled="true">
          {text(loading ? WORDS.loading : WORDS.none)}
        </div>
      ) : (
        <div role="none" style={{ height: rows.length * ROW_HEIGHT, paddingTop: first * ROW_HEIGHT }}>
          {rows.slice(first, end).map((row, offset) => (
            <Line
              key={row.choice.value}
              row={row}
              id={`${id}-${first + offset}`}
              isTree={isTree}
              isActive={first + offset === at}
              tick={tickOf(row.choice, chosen, byLeaf)}
              multiple={multiple}
              byLeaf={byLeaf}
              position={{ index: first + offset, count: rows.length }}
              onPick={() => onPick(row, first + offset)}
              onTwist={() => list.twist(row)}
            />
          ))}
        </div>
      )}
    </div>
  )
}
