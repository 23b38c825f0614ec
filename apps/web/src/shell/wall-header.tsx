import type { Alarm } from '@tanker/contract/alarms'
import type { UserPrivileges } from '@tanker/contract/session'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { useDeskCounts, useTruckStatus } from '../platform/account/account-queries.ts'
import { alarmName } from '../platform/alarms/alarm-name.ts'
import { userPriText } from '../platform/feed/feed.ts'
import { useConnectionStatus } from '../platform/feed/use-connection-status.ts'
import { language, text } from '../platform/language.ts'
import { shownAgo, shownDuration, shownWhole } from '../platform/shown-values.ts'
import { SirenIcon } from '../platform/ui/icons.tsx'
import { useNow } from '../platform/ui/use-now.ts'
import './wall-header.css'

const WORDS = {
  waiting: { zh: '待处理', en: 'To handle' },
  black: { zh: '黑', en: 'Black' },
  red: { zh: '红', en: 'Red' },
  yellow: { zh: '黄', en: 'Yellow' },
  noData: { zh: '尚未收到数据', en: 'No data yet' },
} as const

const GRADES = ['black', 'red', 'yellow'] as const

/** Alarms that open a dialog elsewhere are named here as long as they are fresh: no one stands before a wall to close one. */
const shownForMs = 15 * 60_000
/** Heard less often than every second; a younger update is "live". */
const liveMs = 10_000

const clock = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { month: 'short', day: 'numeric', weekday: 'short' })

const updatedWords = (ageMs: number): string =>
  ageMs < liveMs
    ? text({ zh: '实时', en: 'Live' })
    : text({ zh: `${shownDuration(ageMs)}前更新`, en: `Updated ${shownDuration(ageMs)} ago` })

/** Time of day, and how old what is shown is. */
const WallClock = () => {
  const now = useNow(1_000)
  const { state, heardAt } = useConnectionStatus()
  return (
    <div className="wall-clock">
      <time dateTime={new Date(now).toISOString()}>
        <b>{clock.format(now)}</b> {day.format(now)}
      </time>
      <span className="wall-updated" data-live={state === null && heardAt !== null}>
        {heardAt === null ? text(WORDS.noData) : updatedWords(Math.max(0, now - heardAt))}
      </span>
    </div>
  )
}

const WallCounts = ({ privileges, hasDesk }: { privileges: UserPrivileges; hasDesk: boolean }) => {
  const { data } = useTruckStatus(userPriText(privileges))
  const waiting = useDeskCounts(hasDesk)
  return (
    <dl className="wall-counts">
      {TRUCK_STATUSES.map(({ code, name, text: words }) => (
        <div key={code}>
          <dt>
            <span className="state-dot" style={{ background: `var(--${name})` }} aria-hidden="true" /> {text(words)}
          </dt>
          <dd>{data ? shownWhole(data.truckStatusCount.find(({ status }) => status === code)?.count ?? 0) : '–'}</dd>
        </div>
      ))}
      {waiting && (
        <div className="wall-waiting" data-grave={waiting.black + waiting.red > 0}>
          <dt>
            <SirenIcon /> {text(WORDS.waiting)}
          </dt>
          <dd>
            {shownWhole(waiting.black + waiting.red + waiting.yellow)}
            <small>{GRADES.map((grade) => `${text(WORDS[grade])} ${shownWhole(waiting[grade])}`).join(' · ')}</small>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The newest alarm that would open a dialog at a desk. */
const WallAlarm = ({ alarms }: { alarms: readonly Alarm[] }) => {
  const now = useNow(1_000)
  const fresh = alarms.filter(({ insertTime }) => now - Date.parse(insertTime) < shownForMs)
  const newest = fresh.at(-1)
  return (
    <div role="alert" className="wall-alarm" data-shown={newest !== undefined}>
      {newest && (
        <>
          <SirenIcon />
          <b>{newest.signCode}</b>
          <b>{alarmName(newest.type)}</b>
          <span>{newest.area}</span>
          <time dateTime={newest.startTime}>{shownAgo(newest.startTime, now)}</time>
          {fresh.length > 1 && <span>{text({ zh: `另有 ${fresh.length - 1} 条`, en: `${fresh.length - 1} more` })}</span>}
        </>
      )}
    </div>
  )
}

type WallHeaderProps = {
  readonly privileges: UserPrivileges | undefined
  readonly hasDesk: boolean
  /** What opens dialogs elsewhere. */
  readonly dialogs: readonly Alarm[]
}

/** Over a map on a wall: counters, what waits, the time, and how old the data are; nothing to press. */
export const WallHeader = ({ privileges, hasDesk, dialogs }: WallHeaderProps) => (
  <>
    <header className="header wall-header">
      {privileges && <WallCounts privileges={privileges} hasDesk={hasDesk} />}
      <WallClock />
    </header>
    <WallAlarm alarms={dialogs} />
  </>
)
