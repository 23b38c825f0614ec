import { harshDrivingFact } from '@tanker/domain/facts/driving-facts'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import type { SafetyEvent } from '@tanker/domain/reading'
import { safetyCode } from '../equipment/safety-events.ts'
import { type Moment, placeNow, raise } from '../moment.ts'
import { flag, hundredths, kept, oneOf, place, rare, type StateOf, tenths, time, uint, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

const KINDS = ['acceleration', 'braking'] as const
type Kind = (typeof KINDS)[number]

export const harshState = stateOf({
  /** The last speed, and when it was. A restart between two speeds a second apart is not worth bytes. */
  at: kept(() => 0),
  kmh: kept(() => 0),
  /** When the device last reported it by its own sensor. */
  ...rare({ deviceAccelerationAt: time(), deviceBrakingAt: time() }),
  ...when('changeAt', {
    /** A change that the next speed must confirm: satellites show a wrong speed for one fix. */
    changeAt: time(),
    changeKmh: tenths(),
    changeS: hundredths(),
    changePlace: place(),
    kind: oneOf<Kind>(KINDS, 'braking'),
  }),
  ...when('openAt', {
    openAt: time(),
    lastAt: time(),
    openKind: oneOf<Kind>(KINDS, 'braking'),
    place: place(),
    peakMs2: hundredths(),
    fromKmh: tenths(),
    toKmh: tenths(),
    durationS: hundredths(),
    count: uint(),
    loaded: flag(),
    /** The device did not report it itself in time: it is our alarm. */
    reported: flag(),
  }),
})
type HarshState = StateOf<typeof harshState>

/** Speeds further apart say nothing of acceleration (domain rule D.7). */
const longestStepMs = 2_500
const shortestStepMs = 500
/** The device's own alarm of the same moment comes this much later. */
const deviceWithinMs = 10_000
/** No tank truck does it: the speed is wrong. */
const mostMs2 = 12
/** A change of which less than this share is left at the next speed was none. */
const confirmedShare = 0.5

/** The device's own alarms of the same: codes of domain E.2. */
const DEVICE_ACCELERATION = 26
const DEVICE_BRAKING: readonly number[] = [24, 27]

/**
 * Harsh acceleration and braking (5) by speeds one or two seconds apart. What the device reports by its own sensor is its alarm, and ours is
 * part of it: it waits some seconds for the device's.
 */
export function stepHarshDriving(moment: Moment, safety: readonly SafetyEvent[], harsh: HarshState): void {
  if (safety.length > 0) noteDevice(moment.at, safety, harsh)
  if (harsh.openAt !== 0 && !harsh.reported && moment.at - harsh.lastAt >= deviceWithinMs) report(moment, harsh)
  if (!moment.speedKnown) return
  const { at, thresholds } = moment
  const { speedKmh } = moment.state.motion
  const stepMs = at - harsh.at
  const before = harsh.kmh
  const wasWrong = harsh.changeAt !== 0 && !confirm(moment, harsh, speedKmh)
  if (harsh.openAt !== 0 && at - harsh.lastAt > thresholds.harshMergeS * 1000) harsh.openAt = 0
  harsh.at = at
  harsh.kmh = speedKmh
  // From a wrong speed back to the right one is no change.
  if (wasWrong || stepMs < shortestStepMs || stepMs > longestStepMs || Math.max(before, speedKmh) < thresholds.harshLeastKmh) return
  const ms2 = (speedKmh - before) / 3.6 / (stepMs / 1000)
  const limitMs2 = ms2 > 0 ? thresholds.harshAccelerationMs2 : thresholds.harshBrakingMs2
  if (Math.abs(ms2) < limitMs2 || Math.abs(ms2) > mostMs2) return
  harsh.changeAt = at
  harsh.changeKmh = before
  harsh.changeS = stepMs / 1000
  harsh.changePlace = placeNow(moment.state)
  harsh.kind = ms2 > 0 ? 'acceleration' : 'braking'
}

function noteDevice(at: number, safety: readonly SafetyEvent[], harsh: HarshState): void {
  for (const { item, type } of safety) {
    const code = safetyCode(item, type)
    const kind = code === DEVICE_ACCELERATION ? 'acceleration' : code !== undefined && DEVICE_BRAKING.includes(code) ? 'braking' : null
    if (kind === null) continue
    if (kind === 'acceleration') harsh.deviceAccelerationAt = at
    else harsh.deviceBrakingAt = at
    if (harsh.openAt !== 0 && !harsh.reported && harsh.openKind === kind) harsh.openAt = 0
  }
}

/** The speed after the change must show it too; false if it does not. */
function confirm(moment: Moment, harsh: HarshState, speedKmh: number): boolean {
  const { at, thresholds, state } = moment
  const { changeAt, changeKmh, changeS, changePlace, kind } = harsh
  const changed = harsh.kmh - changeKmh
  harsh.changeAt = 0
  harsh.changePlace = null
  // After a restart the speed of the change is not known.
  if (changePlace === null || harsh.at === 0 || at - changeAt > longestStepMs || (speedKmh - changeKmh) / changed < confirmedShare)
    return false
  const mergeMs = thresholds.harshMergeS * 1000
  const deviceAt = kind === 'braking' ? harsh.deviceBrakingAt : harsh.deviceAccelerationAt
  if (deviceAt !== 0 && changeAt - deviceAt <= mergeMs) return true
  const peakMs2 = roundHalfAway(Math.abs(changed) / 3.6 / changeS, 2)
  const startedAt = changeAt - changeS * 1000
  if (harsh.openAt === 0 || harsh.openKind !== kind) {
    if (harsh.openAt !== 0 && !harsh.reported) report(moment, harsh)
    harsh.reported = false
    harsh.openAt = startedAt
    harsh.openKind = kind
    harsh.place = changePlace
    harsh.peakMs2 = peakMs2
    harsh.fromKmh = changeKmh
    harsh.toKmh = harsh.kmh
    harsh.durationS = changeS
    harsh.count = 1
    harsh.loaded = state.loaded
  } else {
    const goesOn = startedAt <= harsh.lastAt
    harsh.peakMs2 = Math.max(harsh.peakMs2, peakMs2)
    if (goesOn) {
      harsh.toKmh = harsh.kmh
      harsh.durationS = roundHalfAway(harsh.durationS + changeS, 2)
    } else harsh.count += 1
  }
  harsh.lastAt = changeAt
  if (harsh.reported) report(moment, harsh)
  return true
}

function report(moment: Moment, harsh: HarshState): void {
  if (harsh.place === null) return
  harsh.reported = true
  raise(moment, harshDrivingFact, {
    name: harsh.openKind === 'braking' ? 'harsh-braking' : 'harsh-acceleration',
    startedAt: harsh.openAt,
    object: KINDS.indexOf(harsh.openKind),
    endedAt: harsh.lastAt,
    grade: 'yellow',
    isHistory: moment.at - harsh.lastAt > moment.thresholds.harshMergeS * 1000,
    place: harsh.place,
    properties: {
      kind: harsh.openKind,
      peakMs2: harsh.peakMs2,
      fromKmh: harsh.fromKmh,
      toKmh: harsh.toKmh,
      durationS: harsh.durationS,
      count: harsh.count,
      loaded: harsh.loaded,
      driverName: moment.context.driver?.name ?? null,
    },
  })
}
