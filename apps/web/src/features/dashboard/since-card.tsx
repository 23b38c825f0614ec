import type { Dashboard, Figure } from '@tanker/contract/dashboard'
import { alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { CountLink } from './figure.tsx'

const WORDS = {
  title: { zh: '离开期间', en: 'Since you left' },
  first: {
    zh: '首次登录。下次登录时，这里显示您离开期间发生的事情。',
    en: 'Your first sign-in. Next time this card shows what happened while you were away.',
  },
  calm: { zh: '离开期间没有新的情况', en: 'Nothing happened while you were away' },
  handled: { zh: '他人处理的报警', en: 'Alarms handled by others' },
  overQuota: { zh: '超耗的配送', en: 'Deliveries with loss over quota' },
  offline: { zh: '离线至今的车辆', en: 'Trucks gone offline' },
  shifts: { zh: '交接班', en: 'Shift handovers' },
  note: { zh: '交班说明', en: 'Handover note' },
} as const satisfies Record<string, Text>

const alarmsOf = (grade: keyof typeof alarmGradeText): Text => ({
  zh: `${alarmGradeText[grade].zh}报警`,
  en: `${alarmGradeText[grade].en} alarms`,
})

/** What happened between the user's last activity and now; each number opens its rows. */
export const SinceCard = ({ since }: { readonly since: Dashboard['since'] }) => {
  const lines: readonly { readonly key: string; readonly label: Text; readonly figure: Figure | null }[] =
    since === null
      ? []
      : [
          ...since.alarms.map(({ grade, figure }) => ({ key: grade, label: alarmsOf(grade), figure })),
          { key: 'handled', label: WORDS.handled, figure: since.handledByOthers },
          { key: 'quota', label: WORDS.overQuota, figure: since.overQuota },
          { key: 'offline', label: WORDS.offline, figure: since.goneOffline },
          { key: 'shifts', label: WORDS.shifts, figure: since.shifts },
        ]
  const shown = lines.flatMap(({ figure, ...line }) => (figure === null ? [] : [{ ...line, figure }]))
  return (
    <section className="card dashboard-since" aria-labelledby="dashboard-since">
      <h2 id="dashboard-since">
        {text(WORDS.title)}
        {since && <small>{text({ zh: `${shownTime(since.at)} 起`, en: `from ${shownTime(since.at)}` })}</small>}
      </h2>
      {since === null && <p className="dashboard-none">{text(WORDS.first)}</p>}
      {since !== null && shown.every(({ figure }) => figure.count === 0) && <p className="dashboard-none">{text(WORDS.calm)}</p>}
      <div className="dashboard-scroll">
        <ul className="dashboard-list">
          {shown.map(({ key, label, figure }) => (
            <li key={key} data-grade={key} data-zero={figure.count === 0}>
              <span>{text(label)}</span>
              <b>
                <CountLink figure={figure} />
              </b>
            </li>
          ))}
        </ul>
        {since?.note && (
          <blockquote className="dashboard-note">
            <p>{since.note.text}</p>
            <footer>{[text(WORDS.note), since.note.by, shownTime(since.note.at)].filter((part) => part !== '').join(' · ')}</footer>
          </blockquote>
        )}
      </div>
    </section>
  )
}
