import { truckCalls } from '@tanker/contract/endpoints/trucks'
import type { TruckCard as Card } from '@tanker/contract/trucks'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { type ReactNode, useEffect } from 'react'
import { CopyButton } from '../../platform/account/copy-button.tsx'
import { readSession } from '../../platform/calls/session.ts'
import { invalidate, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { useFeed } from '../../platform/feed/feed.ts'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { listedAlarms } from '../../platform/feed/live-alarms.ts'
import { text } from '../../platform/language.ts'
import { shownAgo, shownTime } from '../../platform/shown-values.ts'
import { CloseIcon, FollowIcon, LocateIcon } from '../../platform/ui/icons.tsx'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import { useNow } from '../../platform/ui/use-now.ts'
import type { BoardCardProps } from './board.tsx'
import { TextButton } from '../../platform/truck-texts/text-button.tsx'
import { minutesWords } from './trip-words.ts'
import { SupersededNote } from './superseded-note.tsx'
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
  loaded: { zh: '载油', en: 'oil aboard' },
  since: { zh: '已持续', en: 'for' },
  reported: { zh: '最近上报', en: 'Last report' },
  never: { zh: '从未上报', en: 'never' },
} as const

const refreshMs = 2_000

const nothing = (): void => {}

/** Read again when the truck changes, at most every 2 s, and at once for each of its alarms. */
const useTruckCard = (truckId: number, onChange: () => void) => {
  const card = useEndpoint(truckCalls.card, { truckId }, { purpose: 'poll', refetchInterval: 30_000 })
  const alarms = useFeed(({ alarms }) =>
    [...listedAlarms(alarms), ...alarms.dialogs]
      .filter((alarm) => alarm.truckId === truckId)
      .map(({ id }) => id)
      .join(','),
  )
  useEffect(() => {
    const refresh = (): void => {
      void invalidate(truckCalls.card, { truckId })
      onChange()
    }
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
  }, [truckId, alarms, onChange])
  return card
}

/** A value of the card under its name. */
export const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={className}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type DriverCallProps = { readonly truckId: number; readonly name: string | null; readonly phone: string | null; readonly mayText: boolean }

/** The driver with a phone to call, and a text to the truck for users who may send one. */
export const DriverCall = ({ truckId, name, phone, mayText }: DriverCallProps) => (
  <>
    {name ?? '–'}{' '}
    {phone !== null && (
      <a className="link" href={`tel:${phone}`}>
        {phone}
      </a>
    )}
    {mayText && <TextButton truckId={truckId} />}
  </>
)

/** When the truck reported last. */
export const Reported = ({ at, now }: { at: string | null; now: number }) => (
  <Fact label={text(WORDS.reported)}>
    {at === null ? (
      text(WORDS.never)
    ) : (
      <time dateTime={at} title={shownTime(at)}>
        {shownAgo(at, now)}
      </time>
    )}
  </Fact>
)

/** How long the state has lasted; by the minute, for it stands in the heading. */
const Since = ({ at }: { at: string }) => {
  const now = useNow(10_000)
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  return minutes < 1 ? null : (
    <span className="card-muted" title={shownTime(at)}>
      {text(WORDS.since)} {minutesWords(minutes * 60_000)}
    </span>
  )
}

/** The place by its name and its coordinates, to be read to a driver or pasted into another map. */
export const Place = ({ area, lat, lng }: Pick<Card, 'area' | 'lat' | 'lng'>) => {
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

type CardFrameProps = BoardCardProps & {
  /** Where the card leads on, once the truck is known. */
  readonly links: (card: Card | undefined) => ReactNode
  readonly children: (card: Card) => ReactNode
  /** Reads what only this card shows, again and again as the truck changes. */
  readonly onChange?: () => void
}

/** The frame of every card: the truck and its status, what is done with it on the map, and where it leads on. */
export const CardFrame = ({
  truckId,
  fromAlarm,
  isFollowed,
  onFollow,
  onLocate,
  onClose,
  links,
  children,
  onChange = nothing,
}: CardFrameProps) => {
  const query = useTruckCard(truckId, onChange)
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
      {links(card)}
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
        {card && children(card)}
      </div>
    </aside>
  )
}
