import type { TrendEvent } from '@tanker/contract/level-trend'
import { alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import type { AnyFact } from '@tanker/domain/facts/all-facts'
import type { NamesOf } from '@tanker/domain/facts/stored-properties'
import type { Text } from '@tanker/domain/texts/text'
import { useMemo } from 'react'
import { eventName } from '../../platform/events/event-names.ts'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownDuration, shownTime } from '../../platform/shown-values.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { cssName } from '../../platform/ui/theme.ts'
import { GRADE_COLOUR } from '../../platform/ui/tokens.ts'

const WORDS = {
  title: { zh: '事件', en: 'Events' },
  none: { zh: '该时段无事件', en: 'Nothing happened in this period' },
  more: { zh: '事件过多，仅显示前 500 条，请缩短时间。', en: 'Only the first 500 events are shown. Choose a shorter period.' },
  started: { zh: '开始时间', en: 'Started' },
  ended: { zh: '结束时间', en: 'Ended' },
  open: { zh: '未结束', en: 'not ended' },
  lasted: { zh: '时长', en: 'Duration' },
  grade: { zh: '等级', en: 'Grade' },
  close: { zh: '关闭', en: 'Close' },
  look: { zh: '查看前后 10 分钟', en: 'Show 10 minutes around' },
} as const

/** The numbers of an event that belong to a tank, by the name that detection gives them. */
const NUMBERS = {
  startVolumeL: { name: { zh: '开始视体积', en: 'Volume at start' }, unit: 'L' },
  endVolumeL: { name: { zh: '结束视体积', en: 'Volume at end' }, unit: 'L' },
  startV20L: { name: { zh: '开始标准体积', en: 'V20 at start' }, unit: 'L' },
  endV20L: { name: { zh: '结束标准体积', en: 'V20 at end' }, unit: 'L' },
  startLevelMm: { name: { zh: '开始液位', en: 'Level at start' }, unit: 'mm' },
  endLevelMm: { name: { zh: '结束液位', en: 'Level at end' }, unit: 'mm' },
  volumeBeforeL: { name: { zh: '开盖前视体积', en: 'Volume before' }, unit: 'L' },
  volumeAfterL: { name: { zh: '关盖后视体积', en: 'Volume after' }, unit: 'L' },
  levelBeforeMm: { name: { zh: '开盖前液位', en: 'Level before' }, unit: 'mm' },
  levelAfterMm: { name: { zh: '关盖后液位', en: 'Level after' }, unit: 'mm' },
  averageLpm: { name: { zh: '平均流量', en: 'Average flow' }, unit: 'L/min' },
  residueL: { name: { zh: '余油', en: 'Residue' }, unit: 'L' },
  residualL: { name: { zh: '余油', en: 'Residue' }, unit: 'L' },
  lossL: { name: { zh: '损耗', en: 'Loss' }, unit: 'L' },
  lossV20L: { name: { zh: '损耗（标准体积）', en: 'Loss (V20)' }, unit: 'L' },
  waterMm: { name: { zh: '水位', en: 'Water' }, unit: 'mm' },
} satisfies Partial<Readonly<Record<NamesOf<AnyFact, number>, { readonly name: Text; readonly unit: string }>>>

const grade = (event: TrendEvent): string => (event.grade === null ? 'var(--muted)' : `var(${cssName(GRADE_COLOUR[event.grade])})`)

type EventListProps = {
  readonly events: readonly TrendEvent[]
  readonly more: boolean
  readonly onPick: (event: TrendEvent) => void
}

/** What happened, as a list of buttons: the flags of the curve for the keyboard. */
export const EventList = ({ events, more, onPick }: EventListProps) => {
  const named = useMemo(() => events.map((event) => ({ event, name: eventName(event) })), [events])
  return (
    <section className="trend-events" aria-label={text(WORDS.title)}>
      <h2>
        {text(WORDS.title)} <small>{events.length}</small>
      </h2>
      {more && <p>{text(WORDS.more)}</p>}
      {events.length === 0 && <p>{text(WORDS.none)}</p>}
      <ol tabIndex={0} aria-label={text(WORDS.title)}>
        {named.map(({ event, name }) => (
          <li key={event.key}>
            <button type="button" onClick={() => onPick(event)} title={name}>
              <i style={{ background: grade(event) }} aria-hidden="true" />
              <time>{shownTime(event.at)}</time>
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

type EventDialogProps = {
  readonly event: TrendEvent
  readonly onLook: (event: TrendEvent) => void
  readonly onClose: () => void
}

/** One event with its times and litres. */
export const EventDialog = ({ event, onLook, onClose }: EventDialogProps) => (
  <Dialog
    title={eventName(event)}
    onEscape={onClose}
    actions={
      <>
        <button type="button" className="button" onClick={() => onLook(event)}>
          {text(WORDS.look)}
        </button>
        <button type="button" className="button button-primary" data-first onClick={onClose}>
          {text(WORDS.close)}
        </button>
      </>
    }
  >
    <dl className="trend-event">
      {event.grade !== null && (
        <div>
          <dt>{text(WORDS.grade)}</dt>
          <dd>{text(alarmGradeText[event.grade])}</dd>
        </div>
      )}
      <div>
        <dt>{text(WORDS.started)}</dt>
        <dd>{shownTime(event.at)}</dd>
      </div>
      <div>
        <dt>{text(WORDS.ended)}</dt>
        <dd>{event.endedAt === null ? text(WORDS.open) : shownTime(event.endedAt)}</dd>
      </div>
      {event.endedAt !== null && (
        <div>
          <dt>{text(WORDS.lasted)}</dt>
          <dd>{shownDuration(Date.parse(event.endedAt) - Date.parse(event.at))}</dd>
        </div>
      )}
      {Object.entries(NUMBERS).map(([key, { name, unit }]) => {
        const value = event.properties[key]
        return typeof value === 'number' ? (
          <div key={key}>
            <dt>{text(name)}</dt>
            <dd>
              {shownDecimal(value, 1)} {unit}
            </dd>
          </div>
        ) : null
      })}
    </dl>
  </Dialog>
)
