import type { Alarm } from '@tanker/contract/alarms'
import { alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { alarmName } from '../platform/alarms/alarm-name.ts'
import { type ListLine, listedAt } from '../platform/feed/live-alarms.ts'
import { text } from '../platform/language.ts'
import { shownAgo, shownTime } from '../platform/shown-values.ts'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../platform/ui/icons.tsx'
import { cssName } from '../platform/ui/theme.ts'
import { GRADE_COLOUR, MOBILE_BELOW } from '../platform/ui/tokens.ts'
import { useNow } from '../platform/ui/use-now.ts'
import { ALARM_DESK, useDeskCounts } from '../platform/account/account-queries.ts'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import './alarm-list.css'
import { MuteButton } from './mute-button.tsx'
import { type AlarmRoute, alarmRoute } from './open-alarm.ts'
import { aheadOf } from './use-ahead.ts'

const WORDS = {
  title: { zh: '实时报警', en: 'Live alarms' },
  close: { zh: '关闭并清除列表', en: 'Close and clear the list' },
  fold: { zh: '收起，只显示最新一条', en: 'Fold: show the newest only' },
  unfold: { zh: '展开全部', en: 'Show all' },
  lateData: { zh: '补传数据分析中', en: 'Checking late data' },
  lateDataWhy: {
    zh: '该车的补传数据正在分析，此报警可能被取代，暂不响铃',
    en: 'Late data of this truck is being processed and may supersede this alarm; no sound yet',
  },
} as const

/** One tab stop, arrows inside. */
const moveAmongRows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const rows = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('.alarm-row') ?? [])]
  rows[rows.indexOf(event.currentTarget) + step]?.focus()
  event.preventDefault()
}

const othersWords = (others: number): string =>
  text({
    zh: `同一事件还有 ${others} 条报警`,
    en: others === 1 ? '1 more alarm of the same event' : `${others} more alarms of the same event`,
  })

const moreWords = (count: number): string => text({ zh: `另有 ${count} 件待处理`, en: `${count} more to handle` })

const KEPT_AS = 'alarm-list'
const NARROW = matchMedia(`(width < ${MOBILE_BELOW}px)`)

const onWidthChange = (changed: () => void): (() => void) => {
  NARROW.addEventListener('change', changed)
  return () => NARROW.removeEventListener('change', changed)
}

type AlarmRowProps = {
  readonly alarm: Alarm
  /** More alarms of the same happening. */
  readonly others: number
  readonly now: number
  readonly reached: boolean
  /** Where it leads; null where the user has no screen that shows it. */
  readonly route: AlarmRoute | null
  readonly onOpen: (route: AlarmRoute) => void
}

const AlarmRow = ({ alarm, others, now, reached, route, onOpen }: AlarmRowProps) => (
  <button
    className="alarm-row"
    tabIndex={reached ? 0 : -1}
    onKeyDown={moveAmongRows}
    onClick={() => route && onOpen(route)}
    aria-disabled={route === null}
    {...(route ? aheadOf(route.to.slice(1), route.search) : {})}
  >
    <span
      className="alarm-grade"
      style={{ background: `var(${cssName(GRADE_COLOUR[alarm.grade])})` }}
      title={text(alarmGradeText[alarm.grade])}
    />
    <b>{alarm.signCode}</b>
    <span className="alarm-name" title={alarmName(alarm.type)}>
      {alarmName(alarm.type)}
      {others > 0 && (
        <small className="alarm-others" title={othersWords(others)}>
          +{others}
        </small>
      )}
    </span>
    <time dateTime={listedAt(alarm)} title={shownTime(alarm.startTime)}>
      {shownAgo(listedAt(alarm), now)}
    </time>
    <span className="alarm-place">
      {alarm.quiet === 'late-data' && (
        <span className="alarm-judged" title={text(WORDS.lateDataWhy)}>
          {text(WORDS.lateData)}
        </span>
      )}
      {[alarm.area, alarm.remark].filter((words) => words !== '').join(' · ')}
    </span>
  </button>
)

/** Happenings that wait besides those on the list, and the way to them; for users with the alarm desk. */
const MoreWaiting = ({ listed }: { listed: number }) => {
  const counts = useDeskCounts(true)
  const more = counts ? counts.black + counts.red + counts.yellow - listed : 0
  return more <= 0 ? null : (
    <li className="alarm-more">
      <Link to={`/${ALARM_DESK}`}>{moreWords(more)}</Link>
    </li>
  )
}

/** The lane stands at the end of the page; a link at its beginning leads here. */
export const focusLiveAlarms = (): void => document.querySelector<HTMLElement>('#live-alarms .alarm-row[tabindex="0"]')?.focus()

type AlarmListProps = {
  readonly lines: readonly ListLine[]
  readonly links: readonly MenuLink[]
  /** Null where the list is only looked at, as on a wall. */
  readonly onClose: (() => void) | null
}

/**
 * The real-time list (spec 4.3): at most five, newest first, in a lane of its own at the foot of the window, so that it
 * covers nothing. Folded it shows the newest alone.
 */
export const AlarmList = ({ lines, links, onClose }: AlarmListProps) => {
  const navigate = useNavigate()
  const now = useNow(10_000)
  const narrow = useSyncExternalStore(onWidthChange, () => NARROW.matches)
  // Kept for a wide window only: in a narrow one the list begins folded each time.
  const [foldedWide, setFoldedWide] = useState(() => localStorage.getItem(KEPT_AS) === 'folded')
  const [foldedNarrow, setFoldedNarrow] = useState(true)
  const folded = narrow ? foldedNarrow : foldedWide
  if (lines.length === 0) return null
  const fold = (): void => {
    if (narrow) return setFoldedNarrow(!folded)
    localStorage.setItem(KEPT_AS, folded ? 'open' : 'folded')
    setFoldedWide(!folded)
  }
  const foldWords = text(folded ? WORDS.unfold : WORDS.fold)
  return (
    <section id="live-alarms" className="alarm-list" aria-label={text(WORDS.title)} data-folded={folded}>
      <header>
        <h2>
          <span className="alarm-title">{text(WORDS.title)}</span> <span className="alarm-count">{lines.length}</span>
        </h2>
        {onClose && <MuteButton />}
        <button className="icon-button" onClick={fold} aria-expanded={!folded} aria-label={foldWords} title={foldWords}>
          {folded ? <ChevronUpIcon /> : <ChevronDownIcon />}
        </button>
        {onClose && (
          <button className="icon-button" onClick={onClose} aria-label={text(WORDS.close)} title={text(WORDS.close)}>
            <CloseIcon />
          </button>
        )}
      </header>
      <ul aria-live="polite">
        {(folded ? lines.slice(0, 1) : lines).map(({ lead, alarms }, index) => {
          const route = alarmRoute(lead, links)
          return (
            <li key={lead.id}>
              <AlarmRow
                alarm={lead}
                others={alarms.length - 1}
                now={now}
                reached={index === 0}
                route={route}
                onOpen={(to) => void navigate(to)}
              />
            </li>
          )
        })}
        {!folded && links.some(({ url }) => url === ALARM_DESK) && <MoreWaiting listed={lines.length} />}
      </ul>
    </section>
  )
}
