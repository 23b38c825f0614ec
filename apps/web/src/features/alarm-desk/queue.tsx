import type { DeskLine } from '@tanker/contract/alarm-desk'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { text } from '../../platform/language.ts'
import { useNow } from '../../platform/ui/use-now.ts'
import { useVirtualRows } from '../../platform/ui/virtual-rows.ts'
import { ageText } from './age-text.ts'
import { useDraftIds } from './handling-drafts.ts'
import { ageFrom, QueueRow } from './queue-row.tsx'
import { useSteadyScroll } from './use-steady-scroll.ts'

const WORDS = {
  queue: { zh: '报警队列', en: 'Alarm queue' },
} as const

/** Height of a line, px; the style sheet has the same. A narrow line has place and driver below. */
const wideRowPx = 46
const narrowRowPx = 66
const NARROW = matchMedia('(width < 1200px)')
const onNarrow = (changed: () => void): (() => void) => {
  NARROW.addEventListener('change', changed)
  return () => NARROW.removeEventListener('change', changed)
}
/** Before the last line is reached the next ones are read. */
const readAheadLines = 20

const newWords = (count: number): string => text({ zh: `↑ ${count} 条新报警`, en: `↑ ${count} new` })

type QueueProps = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly lines: readonly DeskLine[]
  /** Lines of another filter are another queue. */
  readonly filterKey: string
  readonly activeId: string | null
  readonly openedId: string | null
  readonly ticked: ReadonlySet<string>
  readonly mayTick: boolean
  readonly busy: boolean
  /** All lines of the filter have been read. */
  readonly isWhole: boolean
  /** In place of lines. */
  readonly empty: ReactNode
  readonly onOpen: (line: DeskLine) => void
  readonly onTick: (line: DeskLine, range: boolean) => void
  /** Below the lines. */
  readonly foot: ReactNode
  /** More lines can be read now; while a read is under way they cannot. */
  readonly mayRead: boolean
  readonly onRead: () => void
}

/** The happenings, as rows of a grid of which only those in sight exist. */
export const Queue = (props: QueueProps) => {
  const { scroller, lines, filterKey, activeId, openedId, ticked, mayTick, busy, isWhole, empty, onOpen, onTick, foot, mayRead, onRead } =
    props
  const id = useId()
  const now = useNow(1_000)
  const drafts = useDraftIds()
  const rowPx = useSyncExternalStore(onNarrow, () => (NARROW.matches ? narrowRowPx : wideRowPx))
  const ids = useMemo(() => lines.map((line) => line.id), [lines])
  const { first, end, onScroll, reveal } = useVirtualRows(scroller, lines.length, rowPx)
  const steady = useSteadyScroll(scroller, ids, rowPx, filterKey, isWhole)
  const at = activeId === null ? -1 : ids.indexOf(activeId)

  const showActive = useEffectEvent((shown: string | null) => {
    const index = shown === null ? -1 : ids.indexOf(shown)
    if (index !== -1) reveal(index, 0, 0)
  })
  useEffect(() => showActive(activeId), [activeId])

  const isNearEnd = lines.length > 0 && end >= lines.length - readAheadLines
  const readOn = useEffectEvent(() => onRead())
  useEffect(() => {
    // Also when a read ends that was under way as the end came near: it may have ended without more lines.
    if (isNearEnd && mayRead) readOn()
  }, [isNearEnd, mayRead, lines.length])

  const onClick = useCallback(
    (line: DeskLine, event: MouseEvent): void => {
      if (mayTick && (event.shiftKey || event.ctrlKey || event.metaKey)) onTick(line, event.shiftKey)
      else onOpen(line)
    },
    [mayTick, onOpen, onTick],
  )

  return (
    <div className="desk-queue-box">
      {steady.unseen > 0 && (
        <button
          type="button"
          className="desk-new"
          onClick={() => {
            if (scroller.current) scroller.current.scrollTop = 0
          }}
        >
          {newWords(steady.unseen)}
        </button>
      )}
      <div
        ref={scroller}
        className="desk-queue"
        role="grid"
        tabIndex={0}
        aria-label={text(WORDS.queue)}
        aria-multiselectable={mayTick}
        aria-rowcount={lines.length}
        aria-busy={busy}
        aria-activedescendant={at >= first && at < end ? `${id}-${at}` : undefined}
        onScroll={() => {
          onScroll()
          steady.onScroll()
        }}
        onPointerMove={steady.onPointerMove}
        onPointerLeave={steady.onPointerLeave}
      >
        {lines.length === 0 ? (
          <div role="row">
            <div role="gridcell" className="desk-empty">
              {empty}
            </div>
          </div>
        ) : (
          <div role="rowgroup" data-rows style={{ height: lines.length * rowPx, paddingTop: first * rowPx }}>
            {lines.slice(first, end).map((line, offset) => (
              <QueueRow
                key={line.id}
                line={line}
                id={`${id}-${first + offset}`}
                index={first + offset}
                age={text(ageText(Date.parse(ageFrom(line)), now))}
                active={line.id === activeId}
                opened={line.id === openedId}
                ticked={ticked.has(line.id)}
                fresh={steady.fresh.has(line.id)}
                hasDraft={line.alarmIds.some((one) => drafts.has(one))}
                mayTick={mayTick}
                onClick={onClick}
                onTick={onTick}
              />
            ))}
          </div>
        )}
      </div>
      {foot}
    </div>
  )
}
