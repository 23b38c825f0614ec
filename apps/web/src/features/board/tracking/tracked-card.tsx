import { boardCalls } from '@tanker/contract/endpoints/board'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import { OFFLINE, TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { useEffect } from 'react'
import { invalidate, useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { shownWhole } from '../../../platform/shown-values.ts'
import { CloseIcon, FollowIcon } from '../../../platform/ui/icons.tsx'
import { useNow } from '../../../platform/ui/use-now.ts'
import { shownDistance, shownSpeed, type Units } from '../../../platform/units.ts'
import { DriverCall, Fact, Reported } from '../card-frame.tsx'
import { CardLinks } from '../card-links.tsx'
import { FOLLOW_LINKS } from '../truck-links.ts'
import type { Coloured } from './tracked-layers.ts'
import { nextStop, type NextStop, offlineWords } from './tracked-words.ts'

const WORDS = {
  follow: { zh: '地图跟随该车（F）', en: 'Follow this truck on the map (F)' },
  remove: { zh: '不再跟踪', en: 'Stop following' },
  next: { zh: '下一站', en: 'Next stop' },
  noNext: { zh: '当前没有待送的站', en: 'No station ahead' },
  line: { zh: '直线', en: 'straight line' },
  about: { zh: '预计到达', en: 'arrives about' },
  today: { zh: '今日里程', en: 'Driven today' },
  load: { zh: '罐内油量', en: 'Load' },
  driver: { zh: '驾驶员', en: 'Driver' },
  place: { zh: '位置', en: 'Place' },
} as const

const refreshMs = 30_000
const drivenRefreshMs = 60_000

/** What changes less often than the position: driver and place, the trip, and the way of today. */
function useAbout({ truckId, status }: Coloured) {
  const poll = (refetchInterval: number) => ({ purpose: 'poll', refetchInterval }) as const
  const card = useEndpoint(truckCalls.card, { truckId }, poll(refreshMs)).data
  const trip = useEndpoint(boardCalls.trip, { truckId }, poll(refreshMs)).data?.trip ?? null
  const driven = useEndpoint(boardCalls.driven, { truckId }, poll(drivenRefreshMs)).data
  const isOld = card !== undefined && card.status !== status
  // Since when it is offline is known at once.
  useEffect(() => {
    if (isOld) void invalidate(truckCalls.card, { truckId })
  }, [isOld, truckId])
  return { card, trip, km: driven?.km ?? null }
}

const Next = ({ stop }: { readonly stop: NextStop | null }) => (
  <Fact label={text(WORDS.next)} className="tracked-wide">
    {stop === null ? (
      <span className="card-muted">{text(WORDS.noNext)}</span>
    ) : (
      <span title={stop.how ?? undefined}>
        <b>{stop.name}</b>
        {stop.distance !== null && (
          <>
            {' '}
            · {text(WORDS.line)} {stop.distance}
          </>
        )}
        {stop.arrival !== null && (
          <>
            {' '}
            ·{' '}
            <strong>
              {text(WORDS.about)} {stop.arrival}
            </strong>
          </>
        )}
        {stop.arrival === null && stop.how !== null && <small className="card-muted"> {stop.how}</small>}
      </span>
    )}
  </Fact>
)

type TrackedCardProps = {
  readonly truck: Coloured
  readonly units: Units
  readonly isFolded: boolean
  readonly isFollowed: boolean
  readonly onFollow: () => void
  /** Null on a wall. */
  readonly onRemove: (() => void) | null
}

/** A followed truck: a line with its speed, and below it what a dispatcher asks. */
export const TrackedCard = ({ truck, units, isFolded, isFollowed, onFollow, onRemove }: TrackedCardProps) => {
  const { truckId, plate, colour, status, speedKmh, at, volumeL } = truck
  const now = useNow(5_000)
  const { card, trip, km } = useAbout(truck)
  const state = TRUCK_STATUSES.find(({ code }) => code === status)
  const since = card?.status === OFFLINE && card.statusStartTime !== null ? Date.parse(card.statusStartTime) : at
  return (
    <article className="tracked" aria-label={plate} data-truck={truckId} style={{ borderInlineStartColor: colour }}>
      <header>
        <h2>{plate}</h2>
        {state && (
          <span className="card-status">
            <span className="state-dot" style={{ background: `var(--${state.name})` }} />
            {text(state.text)}
          </span>
        )}
        <b className="tracked-speed">{truck.isOffline ? '–' : shownSpeed(speedKmh, units)}</b>
        <button
          type="button"
          className="icon-button"
          aria-pressed={isFollowed}
          onClick={onFollow}
          aria-label={text(WORDS.follow)}
          title={text(WORDS.follow)}
        >
          <FollowIcon />
        </button>
        {onRemove && (
          <button type="button" className="icon-button" onClick={onRemove} aria-label={text(WORDS.remove)} title={text(WORDS.remove)}>
            <CloseIcon />
          </button>
        )}
      </header>
      {truck.isOffline && <p className="tracked-offline">{offlineWords(since, now)}</p>}
      {!isFolded && (
        <>
          <dl className="card-facts">
            <Next stop={nextStop(trip, now, units)} />
            <Fact label={text(WORDS.today)}>{km === null ? '–' : shownDistance(km, units)}</Fact>
            <Fact label={text(WORDS.load)}>{shownWhole(volumeL)} L</Fact>
            <Reported at={at === null ? null : new Date(at).toISOString()} now={now} />
            <Fact label={text(WORDS.place)}>{card?.area || '–'}</Fact>
            <Fact label={text(WORDS.driver)} className="tracked-wide">
              {card ? <DriverCall truckId={truckId} name={card.driverName} phone={card.driverPhone} mayText={card.mayText} /> : '–'}
            </Fact>
          </dl>
          <CardLinks truckId={truckId} plate={plate} since={trip && Date.parse(trip.startedAt)} destinations={FOLLOW_LINKS} />
        </>
      )}
    </article>
  )
}
