import type { DeskLine } from '@tanker/contract/alarm-desk'
import { useCallback, useMemo, useRef, useState } from 'react'
import { text } from '../../platform/language.ts'
import { toast } from '../../platform/ui/toast.ts'
import { linesBetween } from './queue-position.ts'

/** Alarms that are handled or assigned at once: as many as one call takes. */
const MAX_TICKED_ALARMS = 200

const TOO_MANY = {
  zh: `一次最多处理 ${MAX_TICKED_ALARMS} 条报警`,
  en: `At most ${MAX_TICKED_ALARMS} alarms can be handled at once`,
} as const

/** The ticked lines of the queue; a line that leaves the queue is no longer ticked. Not enabled, none can be. */
export function useTicked(lines: readonly DeskLine[], enabled: boolean) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const newest = useRef(lines)
  newest.current = lines
  const ticked = useMemo(() => lines.filter(({ id }) => ids.has(id)), [lines, ids])
  const shown = useMemo(() => new Set(ticked.map(({ id }) => id)), [ticked])

  const isEnabled = useRef(enabled)
  isEnabled.current = enabled
  const tick = useCallback(({ id }: Pick<DeskLine, 'id'>, range: boolean): void => {
    if (!isEnabled.current) return
    const all = newest.current
    const from = last.current
    setIds((before) => {
      const next = new Set(before)
      if (range && from !== null) {
        for (const one of linesBetween(
          all.map((line) => line.id),
          from,
          id,
        ))
          next.add(one)
      } else if (!next.delete(id)) next.add(id)
      const alarms = all.reduce((sum, line) => sum + (next.has(line.id) ? line.alarmIds.length : 0), 0)
      if (alarms <= MAX_TICKED_ALARMS) return next
      queueMicrotask(() => toast('warning', text(TOO_MANY)))
      return before
    })
    last.current = id
  }, [])

  const clear = useCallback((): void => {
    setIds((before) => (before.size === 0 ? before : new Set()))
    last.current = null
  }, [])

  return { ticked, ids: shown, tick, clear }
}
