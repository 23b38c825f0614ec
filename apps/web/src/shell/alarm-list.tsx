import type { Alarm } from '@tanker/contract/alarms'
import { alarmGradeText } from '@tanker/domain/alarm-grade'
import { alarmType } from '@tanker/domain/alarm-type'
import { useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { text } from '../language.ts'
import { shownAgo, shownTime } from '../shown-values.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { cssName } from '../ui/theme.ts'
import { GRADE_COLOUR } from '../ui/tokens.ts'
import { useNow } from '../ui/use-now.ts'
import type { MenuLink } from './console-queries.ts'
import { alarmRoute } from './open-alarm.ts'

const WORDS = {
  title: { zh: '实时报警', en: 'Live alarms' },
  close: { zh: '关闭并清除列表', en: 'Close and clear the list' },
} as const

export const alarmName = (code: number): string => text(alarmType(code)?.name ?? { zh: `报警 ${code}`, en: `Alarm ${code}` })

/** One tab stop, arrows inside. */
const moveAmongRows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('.alarm-row') ?? [])]
  rows[rows.indexOf(event.currentTarget) + step]?.focus()
  event.preventDefault()
}

/** The real-time list (spec 4.3): at most five, newest first, bottom right. */
export const AlarmList = ({ alarms, links, onClose }: { alarms: readonly Alarm[]; links: readonly MenuLink[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const now = useNow(10_000)
  if (alarms.length === 0) return null
  return (
    <section className="alarm-list" aria-label={text(WORDS.title)}>
      <header>
        <h2>{text(WORDS.title)}</h2>
        <button className="icon-button" onClick={onClose} aria-label={text(WORDS.close)} title={text(WORDS.close)}>
          <CloseIcon />
        </button>
      </header>
      <ul aria-live="polite">
        {alarms.map((alarm, index) => (
          <li key={alarm.id}>
            <button
              className="alarm-row"
              tabIndex={index === 0 ? 0 : -1}
              onKeyDown={moveAmongRows}
              onClick={() => void navigate(alarmRoute(alarm, links))}
            >
              <span
                className="alarm-grade"
                style={{ background: `var(${cssName(GRADE_COLOUR[alarm.grade])})` }}
                title={text(alarmGradeText[alarm.grade])}
              />
              <b>{alarm.signCode}</b>
              <span className="alarm-name">{alarmName(alarm.type)}</span>
              <time dateTime={alarm.insertTime} title={shownTime(alarm.startTime)}>
                {shownAgo(alarm.insertTime, now)}
              </time>
              <span className="alarm-place">{[alarm.area, alarm.remark].filter((words) => words !== '').join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
