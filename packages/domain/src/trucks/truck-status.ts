import type { Text } from '../texts/text.ts'
import type { Thresholds } from '../thresholds.ts'

/** Spec 4.2. */
export type TruckStatus = 0 | 1 | 2 | 3 | 4
/** Spec 4.2, the vehicle alarm state vocabulary. */
export type AlarmState = 'heavy' | 'empty' | 'offline' | 'alarm'

export const OFFLINE = 0
export const EMPTY = 1
export const LOADED = 2
export const ALARM = 3
export const PARKED = 4

/** Spec 4.2: the index is the code. */
export const TRUCK_STATUSES = [
  { code: OFFLINE, name: 'offline', text: { zh: '离线', en: 'Offline' } },
  { code: EMPTY, name: 'empty', text: { zh: '空车', en: 'Empty' } },
  { code: LOADED, name: 'loaded', text: { zh: '重车', en: 'Loaded' } },
  { code: ALARM, name: 'alarm', text: { zh: '报警', en: 'Alarm' } },
  { code: PARKED, name: 'parked', text: { zh: '停车', en: 'Parked' } },
] as const satisfies readonly { readonly code: TruckStatus; readonly name: string; readonly text: Text }[]

/** Inputs of the status, each stored by its own source (domain rule D.2). Times in ms. */
export type StatusParts = {
  /** Last frame of any kind, heartbeats too; 0 when never. */
  readonly lastContactAt: number
  /** Null while the truck moves. */
  readonly stoppedSinceAt: number | null
  readonly accOn: boolean
  readonly loaded: boolean
  /** An open, unhandled alarm that colours the truck (`coloursTruck` of alarm-type.ts), younger than 24 h. */
  readonly hasOpenAlarm: boolean
}

/** The first that holds: offline, alarm, parked, loaded, empty (domain rule D.2). */
export function truckStatus(parts: StatusParts, now: number, thresholds: Thresholds): TruckStatus {
  if (now - parts.lastContactAt >= thresholds.statusOfflineMin * 60_000) return OFFLINE
  if (parts.hasOpenAlarm) return ALARM
  const parkedAfterMin = parts.accOn ? thresholds.statusParkedMin : thresholds.statusParkedAccOffMin
  if (parts.stoppedSinceAt !== null && now - parts.stoppedSinceAt >= parkedAfterMin * 60_000) return PARKED
  return parts.loaded ? LOADED : EMPTY
}

/** The word of spec 4.2 for the state; a parked truck says whether it carries a load. */
export function alarmState(status: TruckStatus, loaded: boolean): AlarmState {
  if (status === OFFLINE) return 'offline'
  if (status === ALARM) return 'alarm'
  return loaded ? 'heavy' : 'empty'
}
