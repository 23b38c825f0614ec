import type { Training } from '@tanker/contract/training'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { Text } from '@tanker/domain/texts/text'
import { Link } from '@tanstack/react-router'
import { ALARM_DESK } from '../../platform/account/account-queries.ts'
import { text } from '../../platform/language.ts'
import { CloseIcon } from '../../platform/ui/icons.tsx'

const WORDS = {
  close: { zh: '关闭', en: 'Close' },
  asked: { zh: '正在安排演练…', en: 'Arranging the accident…' },
  waiting: { zh: '等待适合的车辆', en: 'Waiting for a suitable truck' },
  playing: { zh: '演练中', en: 'Playing' },
  over: { zh: '演练结束', en: 'Played' },
  'given-up': { zh: '十分钟内没有适合的车辆，已放弃', en: 'Given up: no suitable truck within ten minutes' },
  alarms: { zh: '报警', en: 'Alarms' },
} as const satisfies Record<string, Text>

type TrainingStripProps = {
  readonly stages: Training['stages']
  /** Null until the training control lists it. */
  readonly play: Training['plays'][number] | null
  readonly onTruck: (truckId: number) => void
  readonly onClose: () => void
}

/** What the staged accident is at: its truck, and the alarms that it raised, each leading to the alarm desk. */
export const TrainingStrip = ({ stages, play, onTruck, onClose }: TrainingStripProps) => {
  const stage = stages.find(({ name }) => name === play?.stage)
  return (
    <section className="training-strip" role="status">
      <header>
        <b>{stage && text(stage.title)}</b>
        <span className="card-muted">{text(play ? WORDS[play.state] : WORDS.asked)}</span>
        <button className="icon-button" onClick={onClose} aria-label={text(WORDS.close)} title={text(WORDS.close)}>
          <CloseIcon />
        </button>
      </header>
      {stage && <p>{text(stage.shows)}</p>}
      {play?.truck && (
        <p className="training-leads">
          <button className="card-link" onClick={() => play.truck && onTruck(play.truck.id)}>
            {play.truck.plate}
          </button>
          {play.alarms.map(({ id, type }) => {
            const name = alarmType(type)?.name
            return (
              <Link key={id} className="card-link" to={`/${ALARM_DESK}`} search={{ fromAlarm: id }}>
                {name ? text(name) : text(WORDS.alarms)}
              </Link>
            )
          })}
        </p>
      )}
    </section>
  )
}
