import type { TrendEvent } from '@tanker/contract/level-trend'
import type { TrackStop } from '@tanker/contract/track'
import { operationFact } from '@tanker/domain/facts/cargo-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { eventName } from '../events/event-names.ts'
import { text } from '../language.ts'
import type { MarkIcon } from '../map/trail-features.ts'
import { shownDuration, shownTime } from '../shown-values.ts'
import { GRADE_COLOUR, type Palette } from '../ui/tokens.ts'
import { momentAt, type TrackLine } from './track-line.ts'

/** What is marked on the line of a track and on the bar below it. */
export type Flag = {
  readonly key: string
  readonly plate: string
  readonly what: 'stop' | 'alarm' | 'cover' | 'cargo' | 'spray' | 'fill' | 'other'
  /** ms UTC; `endedAt` null while it lasts. */
  readonly at: number
  readonly endedAt: number | null
  readonly lng: number
  readonly lat: number
  readonly icon: MarkIcon | null
  /** The palette's name of the colour of the grade; null where there is none. */
  readonly grade: keyof Palette | null
  readonly words: string
}

const STOP = { zh: '停车', en: 'Stop' } as const
const LASTS = { zh: '未结束', en: 'not ended' } as const
const OPENINGS: ReadonlySet<string> = new Set(['cover', 'valve'])

const iconOf = ({ kind, name, properties }: TrendEvent): MarkIcon | null => {
  if (kind === 'alarm') return null
  if (OPENINGS.has(name)) return 'opening'
  if (name !== operationFact.kind) return null
  return stored(properties, operationFact).text('direction') === 'loading' ? 'loading' : 'unloading'
}

const whatOf = ({ kind, name }: TrendEvent): Flag['what'] =>
  kind === 'alarm' ? 'alarm' : OPENINGS.has(name) ? 'cover' : name === operationFact.kind || name === 'emptying' ? 'cargo' : 'other'

const lasted = (at: number, endedAt: number | null): string => (endedAt === null ? text(LASTS) : shownDuration(endedAt - at))

/** The events of one truck, put on its line by their time. */
export function eventFlags(line: TrackLine, events: readonly TrendEvent[]): Flag[] {
  return events.flatMap((event) => {
    const at = Date.parse(event.at)
    const place = momentAt(line, at)
    if (!place) return []
    const endedAt = event.endedAt === null ? null : Date.parse(event.endedAt)
    return [
      {
        key: `${line.truckId} ${event.key}`,
        plate: line.plate,
        what: whatOf(event),
        at,
        endedAt,
        lng: place.lng,
        lat: place.lat,
        icon: iconOf(event),
        grade: event.grade === null ? null : GRADE_COLOUR[event.grade],
        words: `${shownTime(at)} ${eventName(event)}`,
      },
    ]
  })
}

/** Stops of at least so many minutes. */
export function stopFlags(line: TrackLine, stops: readonly TrackStop[], leastMin: number, now: number): Flag[] {
  return stops.flatMap((stop) => {
    const at = Date.parse(stop.startedAt)
    const endedAt = stop.endedAt === null ? null : Date.parse(stop.endedAt)
    const place = stop.lat !== null && stop.lng !== null ? { lat: stop.lat, lng: stop.lng } : momentAt(line, at)
    if (!place || ((endedAt ?? now) - at) / 60_000 < leastMin) return []
    return [
      {
        key: `${line.truckId} stop ${at}`,
        plate: line.plate,
        what: 'stop' as const,
        at,
        endedAt,
        lng: place.lng,
        lat: place.lat,
        icon: null,
        grade: null,
        words: `${shownTime(at)} ${text(STOP)} ${lasted(at, endedAt)}${stop.place === '' ? '' : ` · ${stop.place}`}`,
      },
    ]
  })
}
