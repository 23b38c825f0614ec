import type { Alarm } from '@tanker/contract/alarms'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ALARM_DESK } from '../platform/account/account-queries.ts'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import { readSession } from '../platform/calls/session.ts'
import { useFeed } from '../platform/feed/feed.ts'
import { alarmNotifications } from './alarm-notifications.ts'
import { chosenAlarms, keptChoice } from './notification-choice.ts'
import { alarmRoute } from './open-alarm.ts'

/** Notifications of the browser for alarms that speak up, as long as the console is open. The answer takes such alarms. */
export function useAlarmNotifications(links: readonly MenuLink[]): (fresh: readonly Alarm[], restored: boolean) => void {
  const navigate = useNavigate()
  const open = useEffectEvent((alarm: Alarm | null): void => {
    const route = alarm ? alarmRoute(alarm, links) : links.some(({ url }) => url === ALARM_DESK) ? { to: `/${ALARM_DESK}` } : null
    if (route) void navigate(route)
  })
  const held = useRef<ReturnType<typeof alarmNotifications> | null>(null)
  useEffect(() => {
    const notifications = alarmNotifications((alarm) => open(alarm))
    held.current = notifications
    const unsubscribe = useFeed.subscribe(({ alarms }, before) => {
      if (alarms.closed !== before.alarms.closed) notifications.close(alarms.closed.keys())
    })
    return () => {
      unsubscribe()
      notifications.end()
      held.current = null
    }
  }, [])
  return (fresh, restored) => void held.current?.show(chosenAlarms(keptChoice(readSession().token.userName), fresh, restored))
}
