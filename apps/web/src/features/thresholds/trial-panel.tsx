import { TRIAL_DAYS } from '@tanker/contract/threshold-trials'
import { Fragment, useId, useState } from 'react'
import { alarmName } from '../../platform/alarms/alarm-name.ts'
import { GradeMark } from '../../platform/alarms/grade-mark.tsx'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { type PlacedAlarm, trialSums } from './trial-sums.ts'
import { type Trial, useTrial } from './use-trial.ts'

const WORDS = {
  title: { zh: '试算', en: 'Try' },
  about: {
    zh: '用填写的值重新判断最近几天的上报，看哪些报警会出现或消失；不保存任何内容。',
    en: 'Judges the readings of the last days again with what you filled in: which alarms would appear or vanish. Nothing is stored.',
  },
  begin: { zh: '开始试算', en: 'Try the values' },
  stop: { zh: '停止', en: 'Stop' },
  nothing: { zh: '没有报警会出现或消失。', en: 'No alarm would appear or vanish.' },
  begun: { zh: '正在选取车辆…', en: 'Finding the trucks…' },
  noTruck: { zh: '没有车辆使用这些值。', en: 'No truck is judged by these values.' },
  type: { zh: '报警类型', en: 'Alarm' },
  now: { zh: '现在', en: 'Now' },
  tried: { zh: '试算后', en: 'Then' },
  appear: { zh: '出现', en: 'Appear' },
  vanish: { zh: '消失', en: 'Vanish' },
  which: { zh: '查看报警', en: 'Show the alarms' },
} as const

const daysWords = (days: number): string => text({ zh: `最近 ${days} 天`, en: days === 1 ? 'Last day' : `Last ${days} days` })

function stateWords({ state, total, trucks, message }: Trial): string {
  const done = text({ zh: `已试算 ${trucks.length} / ${total} 辆`, en: `${trucks.length} of ${total} trucks` })
  if (state === 'failed') return message
  if (state === 'running' && total === 0) return text(WORDS.begun)
  if (state === 'stopped') return text({ zh: `已停止，${done}`, en: `Stopped: ${done}` })
  if (state === 'done' && total === 0) return text(WORDS.noTruck)
  const changed = trucks.reduce((sum, truck) => sum + truck.changed, 0)
  const also = changed === 0 ? '' : text({ zh: `；另有 ${changed} 条起止或级别不同`, en: `; ${changed} with another begin, end or grade` })
  return done + also
}

type TrialPanelProps = {
  /** What is filled in, as the call takes it; the reason why it cannot be tried. */
  readonly asked: () => { readonly organisationIds: string; readonly truckIds: string; readonly values: string } | string
}

/** The threshold laboratory: what the values would have done, before they are saved. */
export const TrialPanel = ({ asked }: TrialPanelProps) => {
  const id = useId()
  const [days, setDays] = useState<number>(3)
  const [complaint, setComplaint] = useState('')
  const { trial, begin, stop } = useTrial()
  const isRunning = trial?.state === 'running'

  const tryNow = (): void => {
    const values = asked()
    setComplaint(typeof values === 'string' ? values : '')
    if (typeof values !== 'string') begin(values, days)
  }

  return (
    <fieldset className="threshold-trial">
      <legend>{text(WORDS.title)}</legend>
      <p className="dialog-note">{text(WORDS.about)}</p>
      <div className="threshold-trial-tools">
        <select
          id={id}
          className="field"
          aria-label={text(WORDS.title)}
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          {TRIAL_DAYS.map((one) => (
            <option key={one} value={one}>
              {daysWords(one)}
            </option>
          ))}
        </select>
        <button type="button" className="button" onClick={isRunning ? stop : tryNow}>
          {text(isRunning ? WORDS.stop : WORDS.begin)}
        </button>
        {isRunning && trial.total > 0 && <progress max={trial.total} value={trial.trucks.length} aria-label={text(WORDS.title)} />}
        <span role="status">{complaint === '' && trial !== null ? stateWords(trial) : ''}</span>
      </div>
      <p role="alert" className="field-problem">
        {complaint}
      </p>
      {trial !== null && trial.trucks.length > 0 && <TrialTable trial={trial} />}
    </fieldset>
  )
}

const TrialTable = ({ trial }: { readonly trial: Trial }) => {
  const sums = trialSums(trial.trucks)
  const differing = sums.filter(({ appear, vanish }) => appear.length + vanish.length > 0)
  if (differing.length === 0) return trial.state === 'running' ? null : <p className="dialog-note">{text(WORDS.nothing)}</p>
  return (
    <table className="threshold-trial-table">
      <thead>
        <tr>
          <th scope="col">{text(WORDS.type)}</th>
          {(['now', 'tried', 'appear', 'vanish'] as const).map((name) => (
            <th key={name} scope="col" className="number">
              {text(WORDS[name])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differing.map(({ type, now, tried, appear, vanish }) => (
          <Fragment key={type}>
            <tr>
              <th scope="row">{alarmName(type)}</th>
              <td className="number">{now}</td>
              <td className="number">{tried}</td>
              <td className="number">{appear.length}</td>
              <td className="number">{vanish.length}</td>
            </tr>
            <tr className="threshold-trial-lists">
              <td colSpan={5}>
                <details>
                  <summary>{text(WORDS.which)}</summary>
                  <AlarmLines name={text(WORDS.appear)} alarms={appear} />
                  <AlarmLines name={text(WORDS.vanish)} alarms={vanish} />
                </details>
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Alarms of one type that are listed. */
const MOST_SHOWN = 50
/** A playback shows what came before and after, ms. */
const around = 10 * 60_000
/** Of an alarm that lasts for days its beginning. */
const longest = 2 * 3_600_000

const playbackOf = ({ truckId, startedAt, endedAt }: PlacedAlarm): string => {
  const at = Date.parse(startedAt)
  const end = Math.min(endedAt === null ? at : Date.parse(endedAt), at + longest)
  const asked = { truck: truckId, from: new Date(at - around).toISOString(), to: new Date(end + around).toISOString(), at: startedAt }
  return `/monitor/playback_track?${new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

const AlarmLines = ({ name, alarms }: { readonly name: string; readonly alarms: readonly PlacedAlarm[] }) => {
  if (alarms.length === 0) return null
  const more = alarms.length - MOST_SHOWN
  return (
    <>
      <b>{name}</b>
      <ul>
        {alarms.slice(0, MOST_SHOWN).map((alarm) => (
          <li key={`${alarm.truckId} ${alarm.startedAt}`}>
            <GradeMark grade={alarm.grade as never} /> {alarm.plate}{' '}
            <a className="link" href={playbackOf(alarm)} target="_blank" rel="noreferrer">
              {shownTime(alarm.startedAt)}
            </a>
          </li>
        ))}
        {more > 0 && <li>{text({ zh: `另有 ${more} 条`, en: `and ${more} more` })}</li>}
      </ul>
    </>
  )
}
