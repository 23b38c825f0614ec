import type { Place } from '@tanker/domain/facts/place'
import type { HappeningState } from './happening-state.ts'

/** Custody state besides gauges, probes and the trip; mostly empty. Times are ms of device time, 0 is never. */
export type CustodyState = {
  /** When the rules that run once a minute last ran. */
  minuteAt: number
  /** When floats were last compared. */
  floatsAt: number
  /** Conditions that are counted or are alarms already: devices (329), thresholds (209), pressure (326), cabinet air (327). */
  troubles: TroubleState[]
  /** Deliveries that meters are running. */
  deliveries: DeliveryState[]
  /** New alarms of the last ten minutes, and red ones of the last day, oldest first. */
  alarms: CountedAlarm[]
  storm: { openAt: number; count: number; place: Place | null }
  /** Compartments (bits) that were proven empty, and when; until they are loaded again. */
  emptied: number
  emptiedAt: number
  /** Happenings that may still grow: openings, broken seals and litres, oldest first. */
  happenings: HappeningState[]
  /** Litres at 20 °C already reported by alarms of this leg, by compartment. The loss at the station is the rest. */
  reported: { readonly compartment: number; v20L: number }[]
  /** The truck is in transit, and its seals' counters are frozen. */
  sealed: boolean
  /** When depot or station work was last seen beside an open box door; 0 while all are closed. */
  doorWorkAt: number
  /** Compartments (bits) without a gauge that are known to be loaded, to be empty, and that were coupled at this site. */
  ungaugedLoaded: number
  ungaugedEmpty: number
  coupled: number
}

export type TroubleState = {
  /** Alarm code. */
  readonly type: number
  readonly object: number
  sinceAt: number
  /** 0 until it lasted long enough. */
  startedAt: number
  goodSinceAt: number
  /** The worst value so far. */
  extreme: number
  place: Place | null
}

export type DeliveryState = {
  readonly meter: number
  readonly receipt: number
  readonly oilCode: number
  readonly startedAt: number
  lastAt: number
  rawL: number
  v20L: number
  massKg: number
  temperatureC: number
  startTotalL: number
  totalL: number
  flowingMs: number
  answered: boolean
  /** What the gauges of the product held when it began. */
  readonly gaugeStartL: number
  readonly place: Place
}

export type CountedAlarm = {
  readonly type: number
  readonly object: number
  readonly startedAt: number
  red: boolean
  black: boolean
}

export const createCustody = (): CustodyState => ({
  minuteAt: 0,
  floatsAt: 0,
  troubles: [],
  deliveries: [],
  alarms: [],
  storm: { openAt: 0, count: 0, place: null },
  emptied: 0,
  emptiedAt: 0,
  happenings: [],
  reported: [],
  sealed: false,
  doorWorkAt: 0,
  ungaugedLoaded: 0,
  ungaugedEmpty: 0,
  coupled: 0,
})

/** Litres at 20 °C that an alarm of this leg names, so that no other one does; to two decimals, as the bytes hold them. */
export function addReported({ reported }: CustodyState, of: number, v20L: number): void {
  const known = reported.find(({ compartment }) => compartment === of)
  const sumL = Math.round(((known?.v20L ?? 0) + v20L) * 100) / 100
  if (known) known.v20L = sumL
  else reported.push({ compartment: of, v20L: sumL })
}
