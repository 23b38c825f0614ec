import { parkingFact, parkingOvertimeFact } from '@tanker/domain/facts/driving-facts'
import { maxBackdateMs } from '../fact.ts'
import { aboardL } from '../gauges/aboard.ts'
import { type Moment, note, placeNow, raise } from '../moment.ts'
import { offlineLimitMin } from './offline.ts'

const hourMs = 3_600_000

/**
 * Parking record and overtime alarm 4. Called by readings and by the clock alike, so both only ask what is due at
 * `at`. The record starts with the stop, the alarm when the stop became too long: a row may not start long before
 * it is known (rebuild.ts).
 */
export function stepParking(moment: Moment, at: number): void {
  const { state, thresholds } = moment
  const { parking, motion } = state
  if (motion.moving) {
    if (parking.startedAt !== 0) endParking(moment)
    return
  }
  if (parking.startedAt === 0) {
    parking.startedAt = motion.stoppedSinceAt
    noteStand(moment)
  }
  const stoodMs = at - parking.startedAt
  if (!parking.recorded && stoodMs >= thresholds.parkingRecordMin * 60_000) {
    parking.recorded = true
    noteStand(moment)
    noteParking(moment, null)
  }
  const fence = state.membership.fence?.kind
  if (fence !== undefined && fence !== 'custom') return
  const limitMin = state.loaded ? thresholds.parkingLoadedMin : thresholds.parkingEmptyMin
  if (stoodMs < limitMin * 60_000) return
  const hours = Math.floor(stoodMs / hourMs)
  const isNew = parking.alarmAt === 0
  if (isNew) parking.alarmAt = parking.startedAt + limitMin * 60_000
  else if (hours <= parking.hoursNoted) return
  parking.hoursNoted = hours
  // After hours of silence the overtime is known only now.
  raiseParking(moment, null, isNew && moment.at - parking.alarmAt > maxBackdateMs)
}

/** Where it stands, and whether loaded. */
function noteStand({ state }: Moment): void {
  const { parking } = state
  parking.place = placeNow(state)
  parking.loaded = state.loaded
  parking.fenceKind = state.membership.fence?.kind ?? 'none'
}

/** What is due without a reading. A truck that cannot be heard is offline, not parked: its stop counts until then. */
export function parkingByClock(moment: Moment): void {
  const { at, state } = moment
  if (state.parking.startedAt === 0 || state.motion.moving) return
  stepParking(moment, Math.min(at, state.lastContactAt + offlineLimitMin(moment) * 60_000))
}

function endParking(moment: Moment): void {
  const { parking, motion } = moment.state
  if (parking.recorded) noteParking(moment, motion.movingSinceAt)
  if (parking.alarmAt !== 0) raiseParking(moment, motion.movingSinceAt)
  parking.startedAt = 0
  parking.place = null
  parking.recorded = false
  parking.alarmAt = 0
  parking.hoursNoted = 0
}

function noteParking(moment: Moment, endedAt: number | null): void {
  const { parking, motion } = moment.state
  if (parking.place === null) return
  note(moment, parkingFact, {
    name: endedAt === null ? 'parking-began' : 'parking-ended',
    startedAt: parking.startedAt,
    ...(endedAt === null ? {} : { endedAt }),
    place: parking.place,
    properties: {
      durationS: endedAt === null ? null : Math.round((endedAt - parking.startedAt) / 1000),
      accOn: motion.accOn,
      loaded: parking.loaded,
      judgeMode: moment.context.parkingMode,
      fenceKind: parking.fenceKind,
      loadL: aboardL(moment.state, parking.startedAt),
    },
  })
}

function raiseParking(moment: Moment, endedAt: number | null, isHistory = false): void {
  const { parking, motion } = moment.state
  const { thresholds } = moment
  if (parking.place === null) return
  const hours = endedAt === null ? parking.hoursNoted : Math.floor((endedAt - parking.startedAt) / hourMs)
  raise(moment, parkingOvertimeFact, {
    name: endedAt === null ? 'parking-overtime-began' : 'parking-overtime-ended',
    startedAt: parking.alarmAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: parking.loaded ? 'red' : 'yellow',
    place: parking.place,
    properties: {
      stoppedAt: parking.startedAt,
      thresholdMin: parking.loaded ? thresholds.parkingLoadedMin : thresholds.parkingEmptyMin,
      loaded: parking.loaded,
      accOn: motion.accOn,
      durationS: endedAt === null ? null : Math.round((endedAt - parking.startedAt) / 1000),
      fenceKind: parking.fenceKind,
      loadL: aboardL(moment.state, parking.startedAt),
      driverName: moment.context.driver?.name ?? null,
    },
    remark: hours === 0 ? '' : `${hours} h`,
    isHistory,
  })
}
