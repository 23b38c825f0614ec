import { alarmName } from '../../../platform/alarms/alarm-name.ts'
import { fleetStore } from '../../../platform/feed/fleet-store.ts'
import { text } from '../../../platform/language.ts'
import { mostEvents, type SafetyRow } from './safety-rows.ts'

const WORDS = {
  title: { zh: '近一小时事件最多', en: 'Most events in the last hour' },
  none: { zh: '近一小时没有事件', en: 'No event in the last hour' },
} as const

const times = (count: number): string => text({ zh: `${count} 次`, en: count === 1 ? '1 event' : `${count} events` })

type MostEventsProps = { readonly rows: ReadonlyMap<number, SafetyRow>; readonly onPick: (truckId: number) => void }

/** The trucks to look at first. */
export const MostEvents = ({ rows, onPick }: MostEventsProps) => {
  const ranked = mostEvents(rows)
  return (
    <section className="most-events" aria-label={text(WORDS.title)}>
      <h2 className="card-heading">{text(WORDS.title)}</h2>
      {ranked.length === 0 && <p className="card-muted">{text(WORDS.none)}</p>}
      <ol>
        {ranked.map(({ truckId, row }) => (
          <li key={truckId}>
            <button type="button" onClick={() => onPick(truckId)}>
              <span>{fleetStore.fleet?.signCode[fleetStore.positionOf(truckId) ?? -1] ?? '…'}</span>
              <span className="card-muted">{row.last && alarmName(row.last.type)}</span>
              <b>{times(row.lastHour)}</b>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
