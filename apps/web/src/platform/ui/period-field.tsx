import { type ComponentType, useState } from 'react'
import { text } from '../language.ts'
import { typedMinute } from '../typed-moments.ts'
import { CalendarIcon, CloseIcon } from './icons.tsx'
import type { Period } from './period.ts'
import './period-field.css'
import type { PeriodPanelProps } from './period-panel.tsx'
import { Popover } from './popover.tsx'
import { toast } from './toast.ts'

const WORDS = {
  period: { zh: '请选择时间', en: 'Choose a period' },
  moment: { zh: '请选择时间', en: 'Choose a time' },
  clear: { zh: '清除', en: 'Clear' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '加载失败，请检查网络后重试', en: 'Could not be loaded. Check the connection and try again.' },
} as const

const twoMonthsPx = 660
const oneMonthPx = 288

type OpenerProps = Omit<PeriodPanelProps, 'onChosen'> & {
  readonly id: string
  readonly label: string
  /** What is chosen, in words. */
  readonly shown: string
  /** False: the period cannot be taken, and the user knows why. */
  readonly onChange: (period: Period) => boolean
  readonly className?: string
}

/** The button of such a field. The calendar is loaded when it is first needed. */
const Opener = ({ id, label, shown, value, quick, single, onChange, className = '' }: OpenerProps) => {
  const [Panel, setPanel] = useState<ComponentType<PeriodPanelProps> | null>(null)
  const load = (): void => {
    if (Panel) return
    import('./period-panel.tsx').then(
      ({ PeriodPanel }) => setPanel(() => PeriodPanel),
      () => toast('error', text(WORDS.failed)),
    )
  }
  return (
    <Popover
      id={id}
      label={text({ zh: `${label}：${shown}`, en: `${label}: ${shown}` })}
      buttonClass={`period ${className}`}
      width={single ? oneMonthPx : twoMonthsPx}
      onNear={load}
      trigger={
        <>
          <span className="period-shown" data-chosen={value !== null}>
            {shown}
          </span>
          <CalendarIcon />
        </>
      }
    >
      {(close) =>
        Panel ? (
          <Panel value={value} quick={quick} single={single} onChosen={(period) => onChange(period) && close()} />
        ) : (
          <p className="period-loading">{text(WORDS.loading)}</p>
        )
      }
    </Popover>
  )
}

type PeriodFieldProps = Omit<OpenerProps, 'shown' | 'single'>

/** From one moment to another: by name, by days of a calendar, or typed. */
export const PeriodField = (props: PeriodFieldProps) => {
  const { value } = props
  const shown = value ? `${typedMinute(value.from.getTime())} – ${typedMinute(value.to.getTime())}` : text(WORDS.period)
  return <Opener {...props} shown={shown} single={false} />
}

type MomentFieldProps = {
  readonly id: string
  readonly label: string
  /** Milliseconds; null: none is chosen. */
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  readonly className?: string
}

/** One moment, of a calendar or typed; none may be chosen as well. */
export const MomentField = ({ id, label, value, onChange, className = '' }: MomentFieldProps) => (
  <span className={`moment ${className}`}>
    <Opener
      id={id}
      label={label}
      shown={value === null ? text(WORDS.moment) : typedMinute(value)}
      value={value === null ? null : { from: new Date(value), to: new Date(value) }}
      quick={[]}
      single
      onChange={({ from }) => {
        onChange(from.getTime())
        return true
      }}
    />
    {value !== null && (
      <button
        type="button"
        className="moment-clear"
        aria-label={text(WORDS.clear)}
        title={text(WORDS.clear)}
        onClick={() => {
          onChange(null)
          document.getElementById(id)?.focus()
        }}
      >
        <CloseIcon />
      </button>
    )}
  </span>
)
