import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { CoverKind } from '@tanker/domain/devices/probe-type'
import type { TransportState } from '@tanker/domain/trucks/transport-process'
import type { OpeningPlace } from '@tanker/domain/facts/seal-facts'

/** The process states as the table groups them. */
export type ProcessGroup = 'idle' | 'loading' | 'transit' | 'unloading'

export function processGroup(state: TransportState): ProcessGroup {
  if (state === 0) return 'idle'
  if (state <= 5) return 'loading'
  return state === 6 || state === 11 ? 'transit' : 'unloading'
}

type Verdict =
  | 'normal'
  | 'yellow'
  | 'red'
  /** Nothing while empty, red with a load. */
  | 'red-when-loaded'
  /** Red with a load; empty, yellow once it stood open for five minutes. */
  | 'yellow-when-long'
  /** Yellow for the manhole, normal for what unloading needs. */
  | 'manhole-yellow'
  /** The same, once the truck stood for half a minute; before that yellow. */
  | 'normal-when-standing'

/**
 * Domain rule D.6 as data. The cells that D.6 leaves open cannot arise from the process,
 * and are filled with the neighbour that errs towards looking.
 */
export const UNSEALING_TABLE: Readonly<Record<OpeningPlace, Readonly<Record<ProcessGroup, Verdict>>>> = {
  'trip-depot': { idle: 'normal', loading: 'normal', transit: 'normal', unloading: 'normal' },
  'trip-station': { idle: 'normal', loading: 'yellow', transit: 'normal-when-standing', unloading: 'manhole-yellow' },
  'other-site': { idle: 'normal', loading: 'normal', transit: 'yellow', unloading: 'yellow' },
  authorised: { idle: 'normal', loading: 'normal', transit: 'normal', unloading: 'normal' },
  park: { idle: 'red-when-loaded', loading: 'red-when-loaded', transit: 'red', unloading: 'red-when-loaded' },
  elsewhere: { idle: 'yellow-when-long', loading: 'red', transit: 'red', unloading: 'red' },
  moving: { idle: 'yellow', loading: 'red', transit: 'red', unloading: 'red' },
}

export type Opening = {
  readonly place: OpeningPlace
  readonly group: ProcessGroup
  readonly cover: CoverKind
  readonly loaded: boolean
  /** The truck had stood for half a minute. */
  readonly standing: boolean
  /** How long the cover has stood open, ms. */
  readonly openMs: number
}

export type Judgement = AlarmGrade | 'normal' | 'wait'

export function judgeOpening(opening: Opening, longOpenMs: number): Judgement {
  const verdict = UNSEALING_TABLE[opening.place][opening.group]
  switch (verdict) {
    case 'normal':
    case 'yellow':
    case 'red':
      return verdict
    case 'red-when-loaded':
      return opening.loaded ? 'red' : 'normal'
    case 'yellow-when-long':
      if (opening.loaded) return 'red'
      return opening.openMs > longOpenMs ? 'yellow' : 'wait'
    case 'manhole-yellow':
      return opening.cover === 'manhole' ? 'yellow' : 'normal'
    case 'normal-when-standing':
      return opening.cover === 'manhole' || !opening.standing ? 'yellow' : 'normal'
  }
}
