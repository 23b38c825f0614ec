import type { Alarm } from '@tanker/contract/alarms'
import { alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { happeningsOf } from '@tanker/domain/alarms/happening'
import { alarmName } from '../platform/alarms/alarm-name.ts'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'

/** Notifications of alarms at one time; further alarms are counted in one more. */
const MAX_SHOWN = 5
const MORE = 'alarm-more'
/** Held by every visible page of the console in this browser. */
const VISIBLE_LOCK = 'console-visible'

const WORDS = {
  on: { zh: '报警通知已开启', en: 'Alarm notifications are on' },
  onWhen: { zh: '页面不在前台时，报警会这样提示。', en: 'Alarms are shown like this while the web console is not visible.' },
} as const

const othersWords = (count: number): string => (count === 0 ? '' : ` +${count}`)
const moreWords = (count: number): string =>
  text({ zh: `另有 ${count} 件报警`, en: count === 1 ? '1 more alarm event' : `${count} more alarm events` })

export type NotificationPermit = 'granted' | 'denied' | 'unasked' | 'unsupported'

/** Browsers hide notifications from pages that are not loaded over https. */
export const notificationPermit = (): NotificationPermit => {
  if (typeof Notification === 'undefined') return 'unsupported'
  return Notification.permission === 'default' ? 'unasked' : Notification.permission
}

/** Asks for permission, after a click, and shows a first notification: browsers of phones refuse it in spite of the permission. */
export async function askForNotifications(): Promise<NotificationPermit> {
  if (notificationPermit() === 'unasked') await Notification.requestPermission()
  if (notificationPermit() !== 'granted') return notificationPermit()
  return makeNotification(text(WORDS.on), { body: text(WORDS.onWhen), tag: 'alarm-notifications', silent: true })
    ? 'granted'
    : 'unsupported'
}

const makeNotification = (title: string, options: NotificationOptions): Notification | null => {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

const bodyOf = ({ companyName, grade, startTime, area }: Alarm): string =>
  [text(alarmGradeText[grade]), shownTime(startTime), companyName, area].filter((words) => words !== '').join(' · ')

const isVisible = (): boolean => document.visibilityState === 'visible'

/** Whether another page of the console is looked at, where the alarm is shown already. */
const isVisibleElsewhere = async (): Promise<boolean> =>
  ((await navigator.locks?.query())?.held ?? []).some(({ name }) => name === VISIBLE_LOCK)

/** The notifications of one page. `open` is called after a click; null: no alarm in particular. */
export function alarmNotifications(open: (alarm: Alarm | null) => void) {
  /** By the id of each alarm that a notification stands for. */
  const shown = new Map<string, Notification>()
  let uncounted = 0
  let more: Notification | null = null
  let release: (() => void) | null = null
  let ended = false

  const shownCount = (): number => new Set(shown.values()).size
  const forget = (notification: Notification): void => {
    for (const [id, one] of shown) if (one === notification) shown.delete(id)
  }
  const make = (title: string, options: NotificationOptions, alarm: Alarm | null): Notification | null => {
    // Silent: the page sounds itself.
    const notification = makeNotification(title, { ...options, icon: '/favicon.svg', silent: true })
    notification?.addEventListener('close', () => forget(notification))
    notification?.addEventListener('click', () => {
      focus()
      notification.close()
      open(alarm)
    })
    return notification
  }

  const closeAll = (): void => {
    for (const notification of [...shown.values(), ...(more ? [more] : [])]) notification.close()
    shown.clear()
    more = null
    uncounted = 0
  }

  const close = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const notification = shown.get(id)
      shown.delete(id)
      // It also stands for other alarms of the happening.
      if (notification && ![...shown.values()].includes(notification)) notification.close()
    }
  }

  const showHappening = (lead: Alarm, alarms: readonly Alarm[]): void => {
    close(alarms.map(({ id }) => id))
    if (shownCount() >= MAX_SHOWN) {
      uncounted += 1
      more = make(moreWords(uncounted), { tag: MORE }, null)
      return
    }
    const notification = make(
      `${alarmName(lead.type)} · ${lead.signCode}${othersWords(alarms.length - 1)}`,
      // The same alarm of another page of the console takes its place; a higher grade is another one.
      { body: bodyOf(lead), tag: `alarm-${lead.id}-${lead.grade}`, requireInteraction: alarmType(lead.type)?.popUp === 'emergency' },
      lead,
    )
    if (notification) for (const { id } of alarms) shown.set(id, notification)
  }

  const follow = (): void => {
    if (!isVisible()) {
      release?.()
      release = null
      return
    }
    closeAll()
    if (release) return
    const looking = new Promise<void>((done) => (release = done))
    void navigator.locks?.request(VISIBLE_LOCK, { mode: 'shared' }, () => looking)
  }
  document.addEventListener('visibilitychange', follow)
  addEventListener('pagehide', closeAll)
  follow()

  return {
    async show(alarms: readonly Alarm[]): Promise<void> {
      if (alarms.length === 0 || isVisible() || notificationPermit() !== 'granted') return
      if ((await isVisibleElsewhere()) || ended || isVisible()) return
      const parts = alarms.map((alarm) => ({
        alarm,
        id: alarm.id,
        truckId: alarm.truckId,
        grade: alarm.grade,
        startedAt: Date.parse(alarm.startTime),
      }))
      for (const group of happeningsOf(parts)) {
        const lead = group[0]?.alarm
        if (lead)
          showHappening(
            lead,
            group.map(({ alarm }) => alarm),
          )
      }
    },
    /** They were handled or taken back. */
    close,
    end(): void {
      ended = true
      document.removeEventListener('visibilitychange', follow)
      removeEventListener('pagehide', closeAll)
      closeAll()
      release?.()
    },
  }
}
