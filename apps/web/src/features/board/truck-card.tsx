import { boardCalls } from '@tanker/contract/endpoints/board'
import type { TruckTrip } from '@tanker/contract/board'
import type { TruckCard as Card } from '@tanker/contract/trucks'
import { headingText } from '@tanker/domain/fences/heading'
import { transportStateText, type TransportState } from '@tanker/domain/trucks/transport-process'
import { WATER_TRUCK_STATES } from '@tanker/domain/trucks/water-truck-state'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { shownAgo, shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { TankDrawing } from '../../platform/tank/tank-drawing.tsx'
import { useNow } from '../../platform/ui/use-now.ts'
import type { BoardCardProps } from './board.tsx'
import { CardFrame, DriverCall, Fact, Place, Reported } from './card-frame.tsx'
import { CardLinks } from './card-links.tsx'
import { CompartmentTable } from './compartment-table.tsx'
import { RunningTrip } from './running-trip.tsx'
import { CARGO_LINKS } from './truck-links.ts'
import { eventName } from '../../platform/events/event-names.ts'

const WORDS = {
  process: { zh: '运输状态', en: 'Process state' },
  work: { zh: '作业状态', en: 'Working state' },
  speed: { zh: '速度', en: 'Speed' },
  heading: { zh: '方向', en: 'Heading' },
  place: { zh: '位置', en: 'Place' },
  driver: { zh: '驾驶员', en: 'Driver' },
  power: { zh: '外部 / 备用电源', en: 'External / backup power' },
  mileage: { zh: '总里程', en: 'Odometer' },
  tilt: { zh: '轴向 / 横向倾角', en: 'Axial / lateral tilt' },
  events: { zh: '最近事件', en: 'Last events' },
  noEvents: { zh: '暂无事件', en: 'No events yet' },
  noGauges: { zh: '暂无液位数据', en: 'No gauge data yet' },
} as const

const tripRefreshMs = 30_000

const pair = (first: number | null, second: number | null, unit: string): string =>
  [first, second].map((value) => (value === null ? '–' : `${shownDecimal(value, 1)}${unit}`)).join(' / ')

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
        <Reported at={card.gpsTime} now={now} />
        <Fact label={text(WORDS.place)} className="card-place-fact">
          <Place {...card} />
        </Fact>
        <Fact label={text(WORDS.driver)}>
          <DriverCall truckId={card.truckId} name={card.driverName} phone={card.driverPhone} mayText={card.mayText} />
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

/** The card of the cargo board: what the truck carries, its running trip and its last events. */
export const TruckCard = (props: BoardCardProps) => {
  const { truckId } = props
  const present = useEndpoint(boardCalls.trip, { truckId }, { purpose: 'poll', refetchInterval: tripRefreshMs }).data
  const isOnTrip = present !== undefined && present.trip !== null && present.since !== null
  return (
    <CardFrame
      {...props}
      links={(card) => (
        <CardLinks
          truckId={truckId}
          plate={card?.signCode ?? ''}
          since={isOnTrip ? Date.parse(present.since ?? '') : null}
          destinations={CARGO_LINKS}
        />
      )}
    >
      {(card) => <CardBody card={card} trip={present?.trip ?? null} />}
    </CardFrame>
  )
}
