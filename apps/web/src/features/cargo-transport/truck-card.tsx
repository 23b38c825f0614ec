import { boardCalls } from '@tanker/contract/endpoints/board'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import type { TruckTrip } from '@tanker/contract/board'
import type { TruckCard as Card } from '@tanker/contract/trucks'
import { headingText } from '@tanker/domain/fences/heading'
import { transportStateText, type TransportState } from '@tanker/domain/trucks/transport-process'
import { WATER_TRUCK_STATES } from '@tanker/domain/trucks/water-truck-state'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { type ReactNode, useEffect } from 'react'
import { invalidate, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { readSession } from '../../platform/calls/session.ts'
import { CopyButton } from '../../platform/account/copy-button.tsx'
import { useFeed } from '../../platform/feed/feed.ts'
import { listedAlarms } from '../../platform/feed/live-alarms.ts'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { shownAgo, shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { TankDrawing } from '../../platform/tank/tank-drawing.tsx'
import { TextButton } from '../../platform/truck-texts/text-button.tsx'
import { CloseIcon, FollowIcon, LocateIcon } from '../../platform/ui/icons.tsx'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import { useNow } from '../../platform/ui/use-now.ts'
import { CardLinks } from './card-links.tsx'
import { CompartmentTable } from './compartment-table.tsx'
import { RunningTrip } from './running-trip.tsx'
import { SupersededNote } from './superseded-note.tsx'
import { eventName } from '../../platform/events/event-names.ts'
import './truck-card.css'

const WORDS = {
  card: { zh: '车辆卡片', en: 'Truck card' },
  locate: { zh: '定位', en: 'Locate on the map' },
  follow: { zh: '地图跟随车辆（F）', en: 'Follow on the map (F)' },
  copyPlace: { zh: '复制位置', en: 'Copy the place' },
  close: { zh: '关闭', en: 'Close' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '车辆信息加载失败', en: 'The truck could not be loaded' },
  again: { zh: '重试', en: 'Try again' },
  process: { zh: '运输状态', en: 'Process state' },
  work: { zh: '作业状态', en: 'Working state' },
  speed: { zh: '速度', en: 'Speed' },
  heading: { zh: '方向', en: 'Heading' },
  place: { zh: '位置', en: 'Place' },
  driver: { zh: '驾驶员', en: 'Driver' },
  power: { zh: '外部 / 备用电源', en: 'External / backup power' },
  mileage: { zh: '总里程', en: 'Odometer' },
  tilt: { zh: '轴向 / 横向倾角', en: 'Axial / lateral tilt' },
  reported: { zh: '最近上报', en: 'Last report' },
  never: { zh: '从未上报', en: 'never' },
  events: { zh: '最近事件', en: 'Last events' },
  noEvents: { zh: '暂无事件', en: 'No events yet' },
  noGauges: { zh: '暂无液位数据', en: 'No gauge data yet' },
  loaded: { zh: '载油', en: 'oil aboard' },
  since: { zh: '已持续', en: 'for' },
} as const

const refreshMs = 2_000
const tripRefreshMs = 30_000

/** Read again when the truck changes, at most every 2 s, and at once for each of its alarms. */
const useTruckCard = (truckId: number) => {
  const card = useEndpoint(truckCalls.card, { truckId }, { purpose: 'poll', refetchInterval: 30_000 })
  const alarms = useFeed(({ alarms }) =>
    [...listedAlarms(alarms), ...alarms.dialogs]
      .filter((alarm) => alarm.truckId === truckId)
      .map(({ id }) => id)
      .join(','),
  )
  useEffect(() => {
    const refresh = (): void => void invalidate(truckCalls.card, { truckId })
    if (alarms !== '') refresh()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = fleetStore.listenTo(truckId, () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refresh()
      }, refreshMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [truckId, alarms])
  return card
}

const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={className}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** How long the state has lasted; by the minute, for it stands in the heading. */
const Since = ({ at }: { at: string }) => {
  const now = useNow(10_000)
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  return minutes < 1 ? null : (
    <span className="card-muted" title={shownTime(at)}>
      {text(WORDS.since)} {shownDuration(minutes * 60_000).replace(/\s*0\s?(秒|s)$/, '')}
    </span>
  )
}

const pair = (first: number | null, second: number | null, unit: string): string =>
  [first, second].map((value) => (value === null ? '–' : `${shownDecimal(value, 1)}${unit}`)).join(' / ')

/** The place by its name and its coordinates, to be read to a driver or pasted into another map. */
const Place = ({ area, lat, lng }: Pick<Card, 'area' | 'lat' | 'lng'>) => {
  if (lat === null || lng === null) return area || '–'
  const coordinates = `${lat.toFixed(6)}, ${lng.toFixed(6)}`
  return (
    <span className="card-place">
      {area !== '' && <span>{area}</span>}
      <span className="card-muted">{coordinates}</span>
      <CopyButton what={[area, coordinates].filter((words) => words !== '').join(' ')} label={text(WORDS.copyPlace)} />
    </span>
  )
}

const CardBody = ({ card, trip }: { card: Card; trip: TruckTrip['trip'] }) => {
  const now = useNow(10_000)
  return (
    <>
      {card.compartments.length > 0 ? (
        <TankDrawing compartments={card.compartments} seals={card.seals} />
      ) : (
        <p className="card-none">{text(WORDS.noGauges)}</p>
      )}
      {trip && <RunningTrip trip={trip} />}
      <dl className="card-facts">
        <Fact label={text(card.waterState === null ? WORDS.process : WORDS.work)}>
          <b>
            {text(card.waterState === null ? transportStateText(card.processState as TransportState) : WATER_TRUCK_STATES[card.waterState])}
          </b>
          {(card.waterState === null || card.waterState === 'parked') && card.processSince !== null && (
            <span className="card-muted"> {shownDuration(now - Date.parse(card.processSince))}</span>
          )}
        </Fact>
        <Fact label={text(WORDS.speed)}>{card.speed === null ? '–' : `${shownWhole(card.speed)} km/h`}</Fact>
        <Fact label={text(WORDS.heading)}>{card.heading === null ? '–' : text(headingText(card.heading))}</Fact>
        <Fact label={text(WORDS.reported)}>
          {card.gpsTime === null ? (
            text(WORDS.never)
          ) : (
            <time dateTime={card.gpsTime} title={shownTime(card.gpsTime)}>
              {shownAgo(card.gpsTime, now)}
            </time>
          )}
        </Fact>
        <Fact label={text(WORDS.place)} className="card-place-fact">
          <Place {...card} />
        </Fact>
        <Fact label={text(WORDS.driver)}>
          {card.driverName ?? '–'}{' '}
          {card.driverPhone !== null && (
            <a className="link" href={`tel:${card.driverPhone}`}>
              {card.driverPhone}
            </a>
          )}
          {card.mayText && <TextButton truckId={card.truckId} />}
        </Fact>
        <Fact label={text(WORDS.power)}>{pair(card.externalV, card.backupV, ' V')}</Fact>
        <Fact label={text(WORDS.tilt)}>{pair(card.tiltAxialDeg, card.tiltLateralDeg, '°')}</Fact>
        {card.mileageKm !== null && <Fact label={text(WORDS.mileage)}>{shownWhole(card.mileageKm)} km</Fact>}
      </dl>
      {card.compartments.length > 0 && <CompartmentTable compartments={card.compartments} />}
      <h3 className="card-heading">{text(WORDS.events)}</h3>
      {card.events.length === 0 && <p className="card-none">{text(WORDS.noEvents)}</p>}
      <ol className="card-events">
        {card.events.map((event) => (
          <li key={event.key} data-grade={event.grade}>
            <time dateTime={event.at} title={shownTime(event.at)}>
              {shownAgo(event.at, now)}
            </time>
            <span>{eventName(event)}</span>
            {event.endedAt !== null && event.endedAt !== event.at && (
              <span className="card-muted">{shownDuration(Date.parse(event.endedAt) - Date.parse(event.at))}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

type TruckCardProps = {
  readonly truckId: number
  /** The alarm that the card was opened from. */
  readonly fromAlarm: string | null
  readonly isFollowed: boolean
  readonly onFollow: () => void
  /** Position of the truck; null if unknown. */
  readonly onLocate: (at: { lng: number; lat: number } | null) => void
  readonly onClose: () => void
}

export const TruckCard = ({ truckId, fromAlarm, isFollowed, onFollow, onLocate, onClose }: TruckCardProps) => {
  const query = useTruckCard(truckId)
  const present = useEndpoint(boardCalls.trip, { truckId }, { purpose: 'poll', refetchInterval: tripRefreshMs }).data
  const isOnTrip = present !== undefined && present.trip !== null && present.since !== null
  const card = query.data
  const status = TRUCK_STATUSES.find(({ code }) => code === card?.status)
  return (
    <aside className="truck-card panel" aria-label={text(WORDS.card)}>
      <header className="card-header">
        <div className="card-title">
          <h2>{card?.signCode ?? '…'}</h2>
          {status && (
            <span className="card-status">
              <span className="state-dot" style={{ background: `var(--${status.name})` }} />
              {text(status.text)}
              {card?.loaded && status.name !== 'loaded' ? ` · ${text(WORDS.loaded)}` : ''}
              {card?.statusStartTime && <Since at={card.statusStartTime} />}
            </span>
          )}
        </div>
        <button
          className="icon-button"
          onClick={() => onLocate(card && card.lat !== null && card.lng !== null ? { lng: card.lng, lat: card.lat } : null)}
          aria-label={text(WORDS.locate)}
          title={text(WORDS.locate)}
        >
          <LocateIcon />
        </button>
        <button
          className="icon-button"
          aria-pressed={isFollowed}
          onClick={onFollow}
          aria-label={text(WORDS.follow)}
          title={text(WORDS.follow)}
        >
          <FollowIcon />
        </button>
        <button className="icon-button" onClick={onClose} aria-label={text(WORDS.close)} title={text(WORDS.close)}>
          <CloseIcon />
        </button>
        {card && readSession().role.sign && <p className="card-muted">{card.companyName}</p>}
      </header>
      <CardLinks truckId={truckId} plate={card?.signCode ?? ''} tripSince={isOnTrip ? Date.parse(present.since ?? '') : null} />
      <div className="card-body" tabIndex={0} role="region" aria-label={card?.signCode ?? text(WORDS.card)}>
        {fromAlarm !== null && <SupersededNote alarmId={fromAlarm} />}
        {query.isPending && <p className="waiting">{text(WORDS.loading)}</p>}
        {query.isError && !card && (
          <div className="waiting" role="alert">
            <p>{text(WORDS.failed)}</p>
            <button className="button" onClick={() => void query.refetch()}>
              {text(WORDS.again)}
            </button>
          </div>
        )}
        <StaleNote query={query} />
        {card && <CardBody card={card} trip={present?.trip ?? null} />}
      </div>
    </aside>
  )
}
