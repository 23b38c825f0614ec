import {
  fixed,
  flag,
  hundredths,
  int,
  list,
  part,
  place,
  placeSet,
  rare,
  span,
  type StateOf,
  time,
  uint,
  when,
} from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'
import { happeningState } from './happening-state.ts'

const troubleState = stateOf({
  /** Alarm code. */
  type: fixed(uint()),
  object: fixed(uint()),
  sinceAt: time(),
  /** 0 until it lasted long enough. */
  startedAt: time(),
  goodSinceAt: time(),
  /** The worst value so far. */
  extreme: hundredths(),
  place: place(),
})
export type TroubleState = StateOf<typeof troubleState>

const meterDeliveryState = stateOf({
  meter: fixed(uint()),
  receipt: fixed(uint()),
  oilCode: fixed(int()),
  startedAt: fixed(time()),
  lastAt: time(),
  rawL: hundredths(),
  v20L: hundredths(),
  massKg: hundredths(),
  temperatureC: hundredths(),
  startTotalL: hundredths(),
  totalL: hundredths(),
  flowingMs: span(),
  answered: flag(),
  /** What the gauges of the product held when it began. */
  gaugeStartL: fixed(hundredths()),
  place: fixed(placeSet()),
})
export type MeterDeliveryState = StateOf<typeof meterDeliveryState>

const countedAlarm = stateOf({ type: fixed(uint()), object: fixed(uint()), startedAt: fixed(time()), red: flag(), black: flag() })
export type CountedAlarm = StateOf<typeof countedAlarm>

/** Custody state besides gauges, probes and the trip; mostly empty. Times are ms of device time, 0 is never. */
export const custodyState = stateOf({
  /** When the rules that run once a minute last ran. */
  minuteAt: time(),
  /** When floats were last compared. */
  floatsAt: time(),
  /** Conditions that are counted or are alarms already: devices (329), thresholds (209), pressure (326), cabinet air (327). */
  troubles: list(part(troubleState)),
  /** Deliveries that meters are running. */
  deliveries: list(part(meterDeliveryState)),
  /** New alarms of the last ten minutes, and red ones of the last day, oldest first. */
  alarms: list(part(countedAlarm)),
  storm: part(stateOf(when('openAt', { openAt: time(), count: uint(), place: place() }))),
  /** Compartments (bits) that were proven empty, and when; until they are loaded again. */
  ...when('emptied', { emptied: uint(), emptiedAt: time() }),
  /** Happenings that may still grow: openings, broken seals and litres, oldest first. */
  happenings: list(part(happeningState)),
  /** Litres at 20 °C already reported by alarms of this leg, by compartment. The loss at the station is the rest. */
  reported: list(part(stateOf({ compartment: fixed(uint()), v20L: hundredths() }))),
  /** The truck is in transit, and its seals' counters are frozen. */
  sealed: flag(),
  ...rare({
    /** When depot or station work was last seen beside an open box door; 0 while all are closed. */
    doorWorkAt: time(),
    /** Compartments (bits) without a gauge that are known to be loaded, to be empty, and that were coupled at this site. */
    ungaugedLoaded: uint(),
    ungaugedEmpty: uint(),
    coupled: uint(),
  }),
})
export type CustodyState = StateOf<typeof custodyState>

/** Litres at 20 °C that an alarm of this leg names, so that no other one does; to two decimals, as the bytes hold them. */
export function addReported({ reported }: CustodyState, of: number, v20L: number): void {
  const known = reported.find(({ compartment }) => compartment === of)
  const sumL = Math.round(((known?.v20L ?? 0) + v20L) * 100) / 100
  if (known) known.v20L = sumL
  else reported.push({ compartment: of, v20L: sumL })
}
