import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { BESIDE } from './beside.ts'
import { type DeskFilter, readDesk, searchOf } from './desk-address.ts'
import { refreshDesk, useQueue, useWithoutHandled } from './desk-queries.ts'
import { nextLine } from './queue-position.ts'
import { useTicked } from './use-ticked.ts'

/** The queue of a filter with its opened, active and ticked lines. */
export function useDesk(mayHandle: boolean) {
  const { search, ask } = useScreenAddress()
  const { filter, alarmId } = useMemo(() => readDesk(search), [search])
  const filterKey = JSON.stringify(filter)
  const { query, lines: read, totals } = useQueue(filter)
  const { left, hide } = useWithoutHandled(read)
  const lines = filter.state === 'waiting' ? left : read
  const ids = useMemo(() => lines.map(({ id }) => id), [lines])
  const openedLine = useMemo(() => lines.find(({ alarmIds }) => alarmId !== null && alarmIds.includes(alarmId)), [lines, alarmId])
  const [activeId, setActiveId] = useState<string | null>(null)
  const ticks = useTicked(lines, mayHandle && filter.state === 'waiting')

  const open = useCallback(
    (id: string | null): void => {
      if (id !== null) setActiveId(id)
      ask(searchOf(filter, id), { replace: true })
    },
    [ask, filter],
  )

  // Beside the queue an alarm is open from the beginning; one that was closed stays closed.
  const closed = useRef(false)
  const first = ids[0]
  const openFirst = useEffectEvent(() => {
    if (first !== undefined && alarmId === null && !closed.current && BESIDE.matches) open(first)
  })
  useEffect(() => openFirst(), [first, filterKey, alarmId])

  return {
    /** The alarm of a pop-up that led here; undefined: none did. */
    fromAlarm: search['fromAlarm'],
    filter,
    filterKey,
    alarmId,
    query,
    lines,
    ids,
    totals,
    ticks,
    openedId: openedLine?.id ?? null,
    openedLine,
    activeId: activeId !== null && ids.includes(activeId) ? activeId : (openedLine?.id ?? null),
    setActiveId,
    open,
    close: (): void => {
      closed.current = true
      open(null)
    },
    changeFilter: (next: DeskFilter): void => {
      closed.current = false
      setActiveId(null)
      ticks.clear()
      // An alarm that was opened by itself gives way to the first of the new queue.
      ask(searchOf(next, null), { replace: true })
    },
    next: (): void => open(nextLine(ids, [], openedLine?.id ?? null)),
    afterHandling: (alarmIds: readonly string[]): void => {
      const gone = new Set(alarmIds)
      const done = lines.filter((line) => line.alarmIds.every((id) => gone.has(id))).map(({ id }) => id)
      open(nextLine(ids, done, openedLine?.id ?? null))
      if (filter.state === 'waiting') hide(done)
      ticks.clear()
      refreshDesk()
    },
  }
}
