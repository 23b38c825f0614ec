import type { TruckTrip } from '@tanker/contract/board'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { useNow } from '../../platform/ui/use-now.ts'
import { arrivalWords, clockTime, kilometres, loadWords } from './trip-words.ts'

type Trip = NonNullable<TruckTrip['trip']>

const WORDS = {
  trip: { zh: '当前配送', en: 'Running delivery' },
  slip: { zh: '配送单', en: 'Slip' },
  noSlip: { zh: '没有配送单', en: 'no slip' },
  left: { zh: '离库', en: 'left' },
  arrived: { zh: '到站', en: 'arrived' },
  leftStation: { zh: '离站', en: 'left' },
  line: { zh: '直线', en: 'straight line' },
  about: { zh: '预计', en: 'about' },
  unknown: { zh: '未知地点', en: 'Place not known' },
} as const

const At = ({ label, at, now }: { label: string; at: string; now: number }) => (
  <span>
    {label}{' '}
    <time dateTime={at} title={shownTime(at)}>
      {clockTime(at, now)}
    </time>
  </span>
)

/** The trip as a strip: the depot it left, the stations it has reached, and those ahead with their arrival. */
export const RunningTrip = ({ trip }: { trip: Trip }) => {
  const now = useNow(10_000)
  const { startedAt, depotName, slipNos, load, stations } = trip
  const next = stations.findIndex(({ arrivedAt }) => arrivedAt === null)
  const arrival = arrivalWords(trip, now)
  return (
    <section className="trip" aria-label={text(WORDS.trip)}>
      <h3 className="card-heading">
        {text(WORDS.trip)}
        <span className="card-muted">
          {slipNos.length === 0 ? text(WORDS.noSlip) : `${text(WORDS.slip)} ${slipNos.join(text({ zh: '、', en: ', ' }))}`}
        </span>
      </h3>
      {load.length > 0 && <p className="trip-load">{loadWords(load)}</p>}
      <ol className="trip-stops">
        <li data-reached="true">
          <b>{depotName || text(WORDS.unknown)}</b>
          <At label={text(WORDS.left)} at={startedAt} now={now} />
        </li>
        {stations.map(({ name, arrivedAt, leftAt, distanceM }, index) => (
          <li key={`${index}-${name}`} data-reached={arrivedAt !== null} data-here={arrivedAt !== null && leftAt === null}>
            <b>{name || text(WORDS.unknown)}</b>
            {arrivedAt !== null && <At label={text(WORDS.arrived)} at={arrivedAt} now={now} />}
            {leftAt !== null && <At label={text(WORDS.leftStation)} at={leftAt} now={now} />}
            {distanceM !== null && (
              <span>
                {text(WORDS.line)} {kilometres(distanceM)}
              </span>
            )}
            {index === next && arrival && (
              <>
                {arrival.time !== null && (
                  <span className="trip-arrival">
                    {text(WORDS.about)} {arrival.time}
                  </span>
                )}
                <small>{arrival.how}</small>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
