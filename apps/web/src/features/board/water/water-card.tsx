import { WATER_STATES, type WaterTruck } from '@tanker/contract/water-monitor'
import type { TruckCard as Card } from '@tanker/contract/trucks'
import { text } from '../../../platform/language.ts'
import { shownAgo, shownDecimal, shownTime, shownWhole } from '../../../platform/shown-values.ts'
import { TankDrawing } from '../../../platform/tank/tank-drawing.tsx'
import { useNow } from '../../../platform/ui/use-now.ts'
import type { BoardCardProps } from '../board.tsx'
import { CardFrame, DriverCall, Fact, Place, Reported } from '../card-frame.tsx'
import { CardLinks } from '../card-links.tsx'
import { minutesWords } from '../trip-words.ts'
import { WATER_LINKS } from '../truck-links.ts'
import { filledPercent, COLOUR_OF_WATER, sprayWords, workMs } from './water-rows.ts'

const WORDS = {
  state: { zh: '作业状态', en: 'Working state' },
  water: { zh: '剩余水量', en: 'Water left' },
  spray: { zh: '洒水阀', en: 'Spray valve' },
  speed: { zh: '速度', en: 'Speed' },
  work: { zh: '今日作业时长', en: 'Spraying today' },
  distance: { zh: '今日里程', en: 'Distance today' },
  sprayedKm: { zh: '今日洒水里程', en: 'Sprayed distance today' },
  sprayed: { zh: '今日用水量', en: 'Sprayed today' },
  filled: { zh: '今日加水', en: 'Filled today' },
  driver: { zh: '驾驶员', en: 'Driver' },
  place: { zh: '位置', en: 'Place' },
  since: { zh: '开始于', en: 'since' },
} as const

const cubicMetres = (litres: number): string => `${shownDecimal(litres / 1000, 2)} m³`
const kilometres = (km: number): string => `${shownDecimal(km, 1)} km`
const times = (count: number): string => text({ zh: `${count} 次`, en: count === 1 ? '1 time' : `${count} times` })

const Water = ({ row }: { row: WaterTruck }) => {
  const percent = filledPercent(row)
  if (row.waterL === null) return '–'
  return (
    <>
      <b>{shownWhole(row.waterL)} L</b>
      {percent !== null && (
        <span className="card-muted">
          {' '}
          / {shownWhole(row.capacityL)} L · {shownWhole(percent)} %
        </span>
      )}
    </>
  )
}

const Today = ({ row, now }: { row: WaterTruck; now: number }) => (
  <>
    <Fact label={text(WORDS.work)}>{minutesWords(workMs(row, now))}</Fact>
    <Fact label={text(WORDS.distance)}>{kilometres(row.drivenKm)}</Fact>
    <Fact label={text(WORDS.sprayed)}>{cubicMetres(row.sprayedL)}</Fact>
    <Fact label={text(WORDS.sprayedKm)}>{kilometres(row.sprayedKm)}</Fact>
    <Fact label={text(WORDS.filled)}>
      {times(row.fills)} · {cubicMetres(row.filledL)}
    </Fact>
  </>
)

const State = ({ row }: { row: WaterTruck }) => (
  <span className="card-status">
    <span className="state-dot" style={{ background: `var(--${COLOUR_OF_WATER[row.state]})` }} />
    <b>{text(WATER_STATES[row.state])}</b>
  </span>
)

const Body = ({ card, row }: { card: Card; row: WaterTruck | undefined }) => {
  const now = useNow(10_000)
  return (
    <>
      {card.compartments.length > 0 && <TankDrawing compartments={card.compartments} seals={card.seals} />}
      <dl className="card-facts">
        {row && (
          <>
            <Fact label={text(WORDS.state)}>
              <State row={row} />
            </Fact>
            <Fact label={text(WORDS.water)}>
              <Water row={row} />
            </Fact>
            <Fact label={text(WORDS.spray)}>
              {sprayWords(row)}
              {row.spraysSince !== null && (
                <span className="card-muted" title={shownTime(row.spraysSince)}>
                  {' '}
                  {text(WORDS.since)} {shownAgo(row.spraysSince, now)}
                </span>
              )}
            </Fact>
          </>
        )}
        <Fact label={text(WORDS.speed)}>{card.speed === null ? '–' : `${shownWhole(card.speed)} km/h`}</Fact>
        {row && <Today row={row} now={now} />}
        <Fact label={text(WORDS.driver)}>
          <DriverCall truckId={card.truckId} name={card.driverName} phone={card.driverPhone} mayText={card.mayText} />
        </Fact>
        <Reported at={card.gpsTime} now={now} />
        <Fact label={text(WORDS.place)} className="card-place-fact">
          <Place {...card} />
        </Fact>
      </dl>
    </>
  )
}

/** The card of the water-truck monitor: what the truck is doing, the water it has left, and its work of today. */
export const WaterCard = ({ row, ...props }: BoardCardProps & { readonly row: WaterTruck | undefined }) => (
  <CardFrame
    {...props}
    links={(card) => <CardLinks truckId={props.truckId} plate={card?.signCode ?? ''} since={null} destinations={WATER_LINKS} />}
  >
    {(card) => <Body card={card} row={row} />}
  </CardFrame>
)
