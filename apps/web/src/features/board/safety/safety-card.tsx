import { boardCalls } from '@tanker/contract/endpoints/board'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { countEvents, type SafetyKind, SAFETY_KIND_NAMES, SAFETY_KINDS, type TruckSafety } from '@tanker/contract/safety-monitor'
import type { TruckCard as Card } from '@tanker/contract/trucks'
import { useCallback } from 'react'
import { alarmName } from '../../../platform/alarms/alarm-name.ts'
import { shownFrom } from '../../../platform/calls/download.ts'
import { invalidate, useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { shownAgo, shownTime, shownWhole } from '../../../platform/shown-values.ts'
import { StaleNote } from '../../../platform/ui/stale-note.tsx'
import { useNow } from '../../../platform/ui/use-now.ts'
import type { BoardCardProps } from '../board.tsx'
import { CardFrame, DriverCall, Fact, Place } from '../card-frame.tsx'
import { CardLinks } from '../card-links.tsx'
import { minutesWords } from '../trip-words.ts'
import { SAFETY_LINKS } from '../truck-links.ts'
import type { SafetyRow } from './safety-rows.ts'

const WORDS = {
  speed: { zh: '速度', en: 'Speed' },
  continuous: { zh: '连续驾驶', en: 'Without a rest' },
  day: { zh: '今日驾驶', en: 'Driving today' },
  driver: { zh: '驾驶员', en: 'Driver' },
  signedIn: { zh: '签到', en: 'signed in' },
  usual: { zh: '默认驾驶员，未签到', en: 'usual driver, not signed in' },
  place: { zh: '位置', en: 'Place' },
  today: { zh: '今日事件', en: 'Events today' },
  kind: { zh: '类别', en: 'Kind' },
  level1: { zh: '一级', en: 'Level 1' },
  level2: { zh: '二级', en: 'Level 2' },
  last: { zh: '最近事件', en: 'Last event' },
  newest: { zh: '今日事件明细', en: 'Today, newest first' },
  noEvents: { zh: '今日没有事件', en: 'No event today' },
  picture: { zh: '事件照片', en: 'Picture of the event' },
} as const

const refreshMs = 30_000

const levelWords = (level: 1 | 2): string => text(level === 1 ? WORDS.level1 : WORDS.level2)

const Driver = ({ row, card, now }: { row: SafetyRow | undefined; card: Card; now: number }) => {
  const [name, phone] = row ? [row.driverName, row.driverPhone] : [card.driverName, card.driverPhone]
  return (
    <>
      <DriverCall truckId={card.truckId} name={name} phone={phone} mayText={card.mayText} />
      {row && name !== null && (
        <small className="card-muted card-line">
          {row.signedInAt === null ? (
            text(WORDS.usual)
          ) : (
            <time dateTime={new Date(row.signedInAt).toISOString()} title={shownTime(row.signedInAt)}>
              {text(WORDS.signedIn)} {shownAgo(row.signedInAt, now)}
            </time>
          )}
        </small>
      )}
    </>
  )
}

/** Today's events by kind and level; kinds without one are left out. */
const EventCounts = ({ events }: Pick<SafetyRow, 'events'>) => {
  const kinds = SAFETY_KIND_NAMES.filter((kind: SafetyKind) => countEvents(events, kind, null) > 0)
  if (kinds.length === 0) return <p className="card-none">{text(WORDS.noEvents)}</p>
  return (
    <table className="board-table">
      <thead>
        <tr>
          <th scope="col">{text(WORDS.kind)}</th>
          <th scope="col">{text(WORDS.level1)}</th>
          <th scope="col">{text(WORDS.level2)}</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{text(SAFETY_KINDS[kind])}</th>
            <td>{countEvents(events, kind, 1)}</td>
            <td>{countEvents(events, kind, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Picture = ({ id, name }: { id: string; name: string }) => (
  <a href={shownFrom(evidenceCalls.file, { evidenceFileId: id })} target="_blank" rel="noreferrer" className="event-picture">
    <img src={shownFrom(evidenceCalls.file, { evidenceFileId: id })} alt={`${text(WORDS.picture)} · ${name}`} loading="lazy" />
  </a>
)

const Events = ({ events, now }: { events: TruckSafety['events']; now: number }) => {
  const shown = events.find(({ pictureId }) => pictureId !== null)
  return (
    <>
      {shown?.pictureId && <Picture id={shown.pictureId} name={`${alarmName(shown.type)} · ${shownTime(shown.at)}`} />}
      <ol className="card-events">
        {events.map(({ alarmId, type, at, level, speedKmh, pictureId }) => (
          <li key={alarmId} data-grade={level === 1 ? 'yellow' : 'red'}>
            <time dateTime={new Date(at).toISOString()} title={shownTime(at)}>
              {shownAgo(at, now)}
            </time>
            <span>
              {alarmName(type)} <small className="card-muted">{levelWords(level)}</small>
            </span>
            <span className="card-muted">
              {speedKmh === null ? '' : `${shownWhole(speedKmh)} km/h `}
              {pictureId !== null && (
                <a className="link" href={shownFrom(evidenceCalls.file, { evidenceFileId: pictureId })} target="_blank" rel="noreferrer">
                  {text(WORDS.picture)}
                </a>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const Body = ({ card, row, events }: { card: Card; row: SafetyRow | undefined; events: TruckSafety['events'] | undefined }) => {
  const now = useNow(10_000)
  return (
    <>
      <dl className="card-facts">
        <Fact label={text(WORDS.speed)}>
          <b>{card.speed === null ? '–' : `${shownWhole(card.speed)} km/h`}</b>
        </Fact>
        <Fact label={text(WORDS.continuous)}>
          <b>{row ? minutesWords(row.continuousS * 1000) : '–'}</b>
        </Fact>
        <Fact label={text(WORDS.day)}>{row ? minutesWords(row.drivingS * 1000) : '–'}</Fact>
        <Fact label={text(WORDS.driver)}>
          <Driver row={row} card={card} now={now} />
        </Fact>
        {row?.last && (
          <Fact label={text(WORDS.last)} className="card-place-fact">
            {alarmName(row.last.type)} <span className="card-muted">{levelWords(row.last.level)}</span>{' '}
            <time dateTime={new Date(row.last.at).toISOString()} title={shownTime(row.last.at)} className="card-muted">
              {shownAgo(row.last.at, now)}
            </time>
          </Fact>
        )}
        <Fact label={text(WORDS.place)} className="card-place-fact">
          <Place {...card} />
        </Fact>
      </dl>
      <h3 className="card-heading">{text(WORDS.today)}</h3>
      {row && <EventCounts events={row.events} />}
      {events !== undefined && events.length > 0 && (
        <>
          <h3 className="card-heading">{text(WORDS.newest)}</h3>
          <Events events={events} now={now} />
        </>
      )}
    </>
  )
}

/** The card of the driving-safety monitor: how the truck is driven, who drives it, and what its cameras and sensors reported today. */
export const SafetyCard = ({ row, ...props }: BoardCardProps & { readonly row: SafetyRow | undefined }) => {
  const { truckId } = props
  const query = useEndpoint(boardCalls.truckSafety, { truckId }, { purpose: 'poll', refetchInterval: refreshMs })
  const refresh = useCallback((): void => void invalidate(boardCalls.truckSafety, { truckId }), [truckId])
  return (
    <CardFrame
      {...props}
      onChange={refresh}
      links={(card) => <CardLinks truckId={truckId} plate={card?.signCode ?? ''} since={null} destinations={SAFETY_LINKS} />}
    >
      {(card) => (
        <>
          <StaleNote query={query} />
          <Body card={card} row={row} events={query.data?.events} />
        </>
      )}
    </CardFrame>
  )
}
