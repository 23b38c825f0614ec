import { handleResultText } from '@tanker/domain/alarms/handling'
import type { AlarmExplanation, DeskAlarm, DeskDetail } from '@tanker/contract/alarm-desk'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { lazy, type ReactNode, Suspense } from 'react'
import { EvidenceFiles, isUnderWay, LOOK_EVERY_MS, mayBeRequested } from '../../platform/alarms/evidence-files.tsx'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { GradeMark } from '../../platform/alarms/grade-mark.tsx'
import { alarmName } from '../../platform/alarms/alarm-name.ts'
import { text } from '../../platform/language.ts'
import { PlaceMapView } from '../../platform/map/place-map-view.tsx'
import { shownSigned, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { ClampedText } from './clamped-text.tsx'

const LevelCurve = lazy(() => import('../../report/level-curve.tsx').then((module) => ({ default: module.LevelCurve })))

const SpeedCurve = lazy(() => import('../../report/speed-curve.tsx').then((module) => ({ default: module.SpeedCurve })))

const WORDS = {
  why: { zh: '为什么报警', en: 'Why this is an alarm' },
  limit: { zh: '比较项', en: 'Compared' },
  limitValue: { zh: '限值', en: 'Limit' },
  limitSeen: { zh: '实测', en: 'Measured' },
  tank: { zh: '仓内油量', en: 'Compartments' },
  compartment: { zh: '仓', en: 'No.' },
  product: { zh: '油品', en: 'Product' },
  before: { zh: '报警时 (L)', en: 'At the alarm (L)' },
  now: { zh: '现在 (L)', en: 'Now (L)' },
  change: { zh: '变化 (L)', en: 'Change (L)' },
  curve: { zh: '液位曲线', en: 'Levels' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  others: { zh: '同一事件的其他报警', en: 'Other alarms of this event' },
  ofTruck: { zh: '该车近 90 天报警', en: 'Earlier alarms of this truck, 90 days' },
  ofDriver: { zh: '该驾驶员近 90 天报警', en: 'Earlier alarms of this driver, 90 days' },
  none: { zh: '没有', en: 'None' },
  unhandled: { zh: '待处理', en: 'waiting' },
  history: { zh: '处理记录', en: 'History' },
  pictures: { zh: '现场图片', en: 'Pictures and clips' },
  coming: { zh: '正在向车辆调取…', en: 'Asking the truck for them…' },
} as const

export const Part = ({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) => (
  <section className={`desk-part ${className}`} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** What was seen, what it was compared with, and why the grade. */
export const Explanation = ({ explanation }: { explanation: AlarmExplanation }) => (
  <Part title={text(WORDS.why)}>
    <ul className="desk-seen">
      {explanation.seen.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    {explanation.limits.length > 0 && (
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{text(WORDS.limit)}</th>
            <th scope="col" className="number">
              {text(WORDS.limitSeen)}
            </th>
            <th scope="col" className="number">
              {text(WORDS.limitValue)}
            </th>
          </tr>
        </thead>
        <tbody>
          {explanation.limits.map(({ label, value, seen }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="number">
                <b>{seen}</b>
              </td>
              <td className="number">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    {explanation.grade !== '' && <p className="desk-muted">{explanation.grade}</p>}
  </Part>
)

/** Where it happened, and the levels around it, or the speeds with the way where it is about a speed. */
export const MapAndCurve = ({ detail: { alarm, curve, speed } }: { detail: DeskDetail }) => {
  const { lat, lng } = alarm
  if (speed !== null) return <SpeedAndWay alarm={alarm} speed={speed} />
  if ((lat === null || lng === null) && curve === null) return null
  const from = Date.parse(alarm.startedAt)
  const to = alarm.endedAt === null ? from : Date.parse(alarm.endedAt)
  return (
    <div className="desk-pictures">
      {lat !== null && lng !== null && <PlaceMapView lng={lng} lat={lat} />}
      {curve && (
        <div className="desk-curve">
          <Suspense fallback={<p className="waiting">{text(WORDS.loading)}</p>}>
            <LevelCurve
              truckId={alarm.truckId}
              title={text(WORDS.curve)}
              period={curve}
              marks={from === to ? [from] : [from, to]}
              heightPx={190}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

const SpeedAndWay = ({ alarm, speed }: { alarm: DeskAlarm; speed: NonNullable<DeskDetail['speed']> }) => {
  const { lat, lng } = alarm
  const ends = alarm.endedAt === null || alarm.endedAt === alarm.startedAt ? [] : [Date.parse(alarm.endedAt)]
  return (
    <div className="desk-pictures desk-speed">
      <Suspense fallback={<p className="waiting">{text(WORDS.loading)}</p>}>
        <SpeedCurve
          truckId={alarm.truckId}
          period={speed}
          marks={[Date.parse(alarm.startedAt), ...ends]}
          place={lat === null || lng === null ? null : { lat, lng }}
          limits={speed.limit === null ? [] : [speed.limit]}
          radiusM={speed.radiusM}
          heightPx={190}
        />
      </Suspense>
    </div>
  )
}

const litres = (value: number | null): string => (value === null ? '–' : shownWhole(value))
const difference = (before: number | null, now: number | null): string =>
  before === null || now === null ? '–' : shownSigned(now - before, 0)

export const Compartments = ({ compartments }: Pick<DeskDetail, 'compartments'>) => {
  if (compartments.length === 0) return null
  const hasBefore = compartments.some(({ litresBefore }) => litresBefore !== null)
  return (
    <Part title={text(WORDS.tank)}>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">{text(WORDS.compartment)}</th>
            <th scope="col">{text(WORDS.product)}</th>
            {hasBefore && (
              <th scope="col" className="number">
                {text(WORDS.before)}
              </th>
            )}
            <th scope="col" className="number">
              {text(WORDS.now)}
            </th>
            {hasBefore && (
              <th scope="col" className="number">
                {text(WORDS.change)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {compartments.map(({ compartment, product, litresBefore, litresNow }) => (
            <tr key={compartment}>
              <th scope="row">{compartment}</th>
              <td>{product}</td>
              {hasBefore && <td className="number">{litres(litresBefore)}</td>}
              <td className="number">{litres(litresNow)}</td>
              {hasBefore && <td className="number">{difference(litresBefore, litresNow)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}

type Earlier = Pick<DeskAlarm, 'id' | 'type' | 'grade' | 'startedAt' | 'place' | 'handledAt' | 'handleResult' | 'plate'>

const AlarmLines = ({ alarms, withPlate, onOpen }: { alarms: readonly Earlier[]; withPlate: boolean; onOpen: (id: string) => void }) => (
  <ul className="desk-earlier">
    {alarms.map((alarm) => (
      <li key={alarm.id}>
        <button type="button" onClick={() => onOpen(alarm.id)}>
          <GradeMark grade={alarm.grade} />
          <time dateTime={alarm.startedAt}>{shownTime(alarm.startedAt, 'minute')}</time>
          <span className="desk-earlier-name" title={alarmName(alarm.type)}>
            {withPlate && <b>{alarm.plate} </b>}
            {alarmName(alarm.type)}
          </span>
          <span className="desk-muted desk-earlier-place" title={alarm.place}>
            {alarm.place}
          </span>
          <span className="desk-muted">
            {alarm.handledAt === null ? text(WORDS.unhandled) : text(handleResultText(alarm.handleResult ?? ''))}
          </span>
        </button>
      </li>
    ))}
  </ul>
)

type PastProps = { readonly detail: DeskDetail; readonly onOpen: (id: string) => void }

/** The other alarms of the happening, and earlier ones of the truck and of the driver. */
export const RelatedAlarms = ({ detail: { alarm, others, earlierOfTruck, earlierOfDriver }, onOpen }: PastProps) => (
  <>
    {others.length > 0 && (
      <Part title={text(WORDS.others)}>
        <AlarmLines alarms={others} withPlate={false} onOpen={onOpen} />
      </Part>
    )}
    <Part title={text(WORDS.ofTruck)}>
      {earlierOfTruck.length === 0 ? (
        <p className="desk-muted">{text(WORDS.none)}</p>
      ) : (
        <AlarmLines alarms={earlierOfTruck} withPlate={false} onOpen={onOpen} />
      )}
    </Part>
    {alarm.driver && (
      <Part title={text(WORDS.ofDriver)}>
        {earlierOfDriver.length === 0 ? (
          <p className="desk-muted">{text(WORDS.none)}</p>
        ) : (
          <AlarmLines alarms={earlierOfDriver} withPlate onOpen={onOpen} />
        )}
      </Part>
    )}
  </>
)

export const History = ({ history }: Pick<DeskDetail, 'history'>) =>
  history.length === 0 ? null : (
    <Part title={text(WORDS.history)}>
      <ol className="desk-history">
        {history.map(({ at, who, what }) => (
          <li key={`${at} ${what}`}>
            <time dateTime={at}>{shownTime(at)}</time>
            <b>{who}</b>
            <span className="desk-what-done">
              <ClampedText words={what} />
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )

/** What cameras of the truck sent of an active-safety alarm; nothing for an alarm without. */
export const Pictures = ({ alarm: { id: alarmId, startedAt } }: { alarm: Pick<DeskAlarm, 'id' | 'startedAt'> }) => {
  const { data } = useEndpoint(
    evidenceCalls.list,
    { alarmId },
    {
      purpose: 'silent',
      refetchInterval: ({ state: { data: seen } }) =>
        seen && (isUnderWay(seen) || mayBeRequested(seen, startedAt)) ? LOOK_EVERY_MS : false,
    },
  )
  if (!data || (data.files.length === 0 && !isUnderWay(data))) return null
  return (
    <Part title={text(WORDS.pictures)}>
      {data.files.length === 0 ? <p className="waiting">{text(WORDS.coming)}</p> : <EvidenceFiles files={data.files} />}
    </Part>
  )
}
