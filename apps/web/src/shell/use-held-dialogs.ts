import type { Alarm } from '@tanker/contract/alarms'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isHeldBack, isInForm } from './typing-hold.ts'

const lookAgainMs = 250

/**
 * The alarms whose dialogs may open: none while someone types, see `isHeldBack`. One that is open stays open. `waiting` are held back;
 * `release` opens them.
 */
export function useHeldDialogs(alarms: readonly Alarm[]) {
  const [openId, setOpenId] = useState<string | null>(null)
  const arrivedAt = useRef(new Map<string, number>())
  const lastKeyAt = useRef<number | null>(null)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.target instanceof Element && isInForm(event.target)) lastKeyAt.current = Date.now()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])

  const open = alarms.find(({ id }) => id === openId)
  const look = useEffectEvent((): void => {
    const now = Date.now()
    arrivedAt.current = new Map(alarms.map(({ id }) => [id, arrivedAt.current.get(id) ?? now]))
    const inForm = isInForm(document.activeElement)
    const due = alarms.find(
      ({ id, type }) =>
        !isHeldBack({
          emergency: alarmType(type)?.popUp === 'emergency',
          arrivedAt: arrivedAt.current.get(id) ?? now,
          inForm,
          lastKeyAt: lastKeyAt.current,
          now,
        }),
    )
    if (due) setOpenId(due.id)
  })
  const isHolding = open === undefined && alarms.length > 0
  useEffect(() => {
    if (!isHolding) return
    look()
    const timer = setInterval(look, lookAgainMs)
    return () => clearInterval(timer)
  }, [isHolding, alarms])

  return {
    shown: open ? [open, ...alarms.filter((one) => one !== open)] : [],
    waiting: open ? 0 : alarms.length,
    release: (): void => setOpenId(alarms[0]?.id ?? null),
  }
}
