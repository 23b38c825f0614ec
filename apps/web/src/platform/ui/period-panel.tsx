import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { enUS } from 'react-day-picker/locale/en-US'
import { zhCN } from 'react-day-picker/locale/zh-CN'
import 'react-day-picker/style.css'
import { language, text } from '../language.ts'
import { MINUTE_EXAMPLE, momentOfTyped, typedMinute } from '../typed-moments.ts'
import { endOf, type Period, type QuickPeriod, withDays } from './period.ts'
import './period-panel.css'

const WORDS = {
  quick: { zh: '快捷时间', en: 'Quick ranges' },
  from: { zh: '开始时间', en: 'Start' },
  to: { zh: '结束时间', en: 'End' },
  at: { zh: '时间', en: 'Time' },
  ok: { zh: '确定', en: 'OK' },
  backwards: { zh: '结束时间不能早于开始时间', en: 'The end must not be before the start' },
  wrong: { zh: `请按此格式填写：${MINUTE_EXAMPLE}`, en: `Please write it like ${MINUTE_EXAMPLE}` },
} as const

export type PeriodPanelProps = {
  readonly value: Period | null
  readonly quick: readonly QuickPeriod[]
  /** One moment instead of two: the period begins and ends with it. */
  readonly single: boolean
  readonly onChosen: (period: Period) => void
}

type End = 'from' | 'to'

const startOfDay = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate())
const wholeDay = (now: Date): Period => ({ from: startOfDay(now), to: new Date(startOfDay(now).getTime() + 86_399_999) })
const typedOf = ({ from, to }: Period): Record<End, string> => ({ from: typedMinute(from.getTime()), to: typedMinute(to.getTime()) })
/** Two months side by side, where there is room for them. */
const hasRoomForTwo = (): boolean => innerWidth >= 700

const dayNames = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-US', { dateStyle: 'full' })
/** The word for a day holds the number that stands there. */
const LABELS = { labelDayButton: (day: Date): string => dayNames.format(day) }

/** What the field opens: named periods, the moments as they are typed, and a calendar (WAI-ARIA grid, arrows move by days). */
export const PeriodPanel = ({ value, quick, single, onChosen }: PeriodPanelProps) => {
  const id = useId()
  const start = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => (value ? typedOf(value) : single ? { from: '', to: '' } : typedOf(wholeDay(new Date()))))
  /** The first of two days, while the second one is not chosen yet. */
  const [firstDay, setFirstDay] = useState<Date | null>(null)
  const [problem, setProblem] = useState<{ readonly of: End; readonly words: string } | null>(null)
  const [months] = useState(() => (!single && hasRoomForTwo() ? 2 : 1))
  useEffect(() => start.current?.focus(), [])

  const from = momentOfTyped(typed.from)
  const to = single ? from : momentOfTyped(typed.to, 'last')
  const period: Period | null = from === null || to === null ? null : { from: new Date(from), to: single ? new Date(to) : endOf(to) }
  const shown = period ?? wholeDay(new Date())

  const pickDay = (day: Date): void => {
    setFirstDay(firstDay || single ? null : day)
    setProblem(null)
    setTyped(typedOf(withDays(shown, firstDay ?? day, day)))
  }
  const submit = (): void => {
    if (from === null || to === null) return setProblem({ of: from === null ? 'from' : 'to', words: text(WORDS.wrong) })
    if (period && period.to < period.from) return setProblem({ of: 'to', words: text(WORDS.backwards) })
    if (period) onChosen(period)
  }
  const moment = (end: End) => (
    <label className="period-moment">
      {text(single ? WORDS.at : WORDS[end])}
      <input
        ref={end === 'from' ? start : null}
        className="field"
        autoComplete="off"
        maxLength={20}
        placeholder={MINUTE_EXAMPLE}
        aria-invalid={problem?.of === end}
        aria-describedby={`${id}-problem`}
        value={typed[end]}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return
          // The form around it searches.
          event.preventDefault()
          submit()
        }}
        onChange={({ target }) => {
          setProblem(null)
          setFirstDay(null)
          setTyped((held) => ({ ...held, [end]: target.value }))
        }}
      />
    </label>
  )
  const calendar = {
    className: 'period-days',
    locale: language === 'zh' ? zhCN : enUS,
    labels: LABELS,
    weekStartsOn: 1,
    showOutsideDays: months === 1,
    numberOfMonths: months,
    defaultMonth: new Date(shown.to.getFullYear(), shown.to.getMonth() + 1 - months),
  } as const

  return (
    <div className="period-panel">
      {quick.length > 0 && (
        <div className="period-quick" role="group" aria-label={text(WORDS.quick)}>
          {quick.map(({ name, period: named }) => (
            <button key={name.en} type="button" className="popover-item" onClick={() => onChosen(named)}>
              {text(name)}
            </button>
          ))}
        </div>
      )}
      <div className="period-main">
        <div className="period-moments">
          {moment('from')}
          {!single && moment('to')}
        </div>
        {single ? (
          <DayPicker mode="single" {...calendar} selected={period?.from} onSelect={(_, day) => pickDay(day)} />
        ) : (
          <DayPicker
            mode="range"
            {...calendar}
            selected={period ? { from: startOfDay(period.from), to: startOfDay(period.to) } : undefined}
            onSelect={(_, day) => pickDay(day)}
          />
        )}
        <div className="period-foot">
          <p id={`${id}-problem`} className="field-problem" role="alert">
            {problem?.words}
          </p>
          <button type="button" className="button button-primary" onClick={submit}>
            {text(WORDS.ok)}
          </button>
        </div>
      </div>
    </div>
  )
}
