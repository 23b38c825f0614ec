import { distanceM } from '@tanker/domain/fences/geo'
import type { Position } from '@tanker/domain/reading'
import type { Moment } from '../moment.ts'

/** Stores the position when it is valid (domain rule D.1.3), and chooses between the two speeds (D.7, overspeed). */
export function stepFix(moment: Moment, position: Position): void {
  const { fix, motion } = moment.state
  const { thresholds, at } = moment
  const { lat, lng } = position
  const enough = position.satellites === undefined || position.satellites >= thresholds.fixSatellites
  let good = position.located && enough && (lat !== 0 || lng !== 0)
  let movedM = 0
  if (good && fix.at !== 0) {
    movedM = distanceM(fix.lat, fix.lng, lat, lng)
    const hours = Math.max(at - fix.at, 1000) / 3_600_000
    if (movedM / 1000 / hours > thresholds.fixJumpKmh) good = false
  }
  moment.goodFix = good
  motion.accOn = position.accOn

  const recorder = position.recorderSpeedKmh
  const wantsRecorder = moment.context.speedSource === 'device' && recorder !== undefined
  if (good && recorder !== undefined && Math.abs(recorder - position.speedKmh) > thresholds.speedSourcesDifferKmh) {
    if (fix.differSinceAt === 0) fix.differSinceAt = at
  } else fix.differSinceAt = 0
  const distrusted = fix.differSinceAt !== 0 && at - fix.differSinceAt >= thresholds.speedSourcesDifferS * 1000
  const usesRecorder = wantsRecorder && !distrusted
  moment.speedKnown = usesRecorder || good
  if (moment.speedKnown) motion.speedKmh = tenth(usesRecorder ? recorder : position.speedKmh)

  moment.staysPut = good && !usesRecorder && staysPut(moment, movedM)

  if (!good) return
  const holds = fix.at !== 0 && !motion.moving && movedM < thresholds.driftM
  if (!holds) {
    moment.movedM = movedM
    noteAway(moment, position, movedM)
    fix.lat = Math.round(lat * 1e6) / 1e6
    fix.lng = Math.round(lng * 1e6) / 1e6
  } else if (fix.awaySinceAt !== 0 && !flows(moment)) moment.elsewhere = true
  fix.at = at
  fix.speedKmh = tenth(motion.speedKmh)
  fix.headingDeg = Math.round(position.headingDeg)
}

/** Satellites show a standing truck driving: so many fixes of one stop must agree, over so many metres. */
const driftFixes = 3
const driftLeastM = 30
/** Further back is not counted: a truck that pulls up a little after a long stop is seen. */
const driftMostM = 60
/** It has moved by less than this share of what its speed implies. */
const driftShare = 0.5
/** Of fixes further apart only so much counts. */
const driftMostS = 30

/** Whether the speed of a standing truck is only what satellites show under a roof: its position stays where the stop began. */
function staysPut({ at, state: { fix, motion }, thresholds }: Moment, movedM: number): boolean {
  if (motion.moving || movedM >= thresholds.driftM) {
    motion.driftFixes = 0
    motion.driftM = 0
    return false
  }
  const { speedKmh } = motion
  if (speedKmh < thresholds.stoppedKmh) return false
  const seconds = fix.at === 0 ? 0 : Math.min(driftMostS, (at - fix.at) / 1000)
  motion.driftFixes = Math.min(driftFixes, motion.driftFixes + 1)
  motion.driftM = Math.min(driftMostM, Math.round((motion.driftM + (speedKmh * seconds) / 3.6) * 100) / 100)
  return (
    speedKmh < thresholds.movingKmh &&
    motion.driftFixes === driftFixes &&
    motion.driftM >= driftLeastM &&
    movedM < driftShare * motion.driftM
  )
}

/** What a tank truck gains and loses in speed, in m/s for each second: from stand to stand it gets no further than this allows. */
const accelerationMs2 = 1.5

/**
 * Whether the truck may be elsewhere than where its stop began: this fix is far from there and the truck may have driven since the one
 * before. Fixes that only stray jump further than a standing truck can drive in that time.
 */
function noteAway({ at, state, thresholds }: Moment, { lat, lng, speedKmh }: Position, movedM: number): void {
  const { fix, motion, parking } = state
  const { place } = parking
  if (motion.moving || place === null || (place.lat === 0 && place.lng === 0)) {
    fix.awaySinceAt = 0
    return
  }
  const isFar = distanceM(place.lat, place.lng, lat, lng) >= thresholds.elsewhereM
  if (!isFar) fix.awaySinceAt = 0
  else if (fix.awaySinceAt === 0) {
    const seconds = (at - fix.at) / 1000
    const seenFast = Math.max(speedKmh, fix.speedKmh) >= thresholds.movingKmh
    if (seenFast || movedM <= (accelerationMs2 / 4) * seconds * seconds) fix.awaySinceAt = at
  }
}

/** Product flows at the hose: the truck has not driven on, wherever its fixes lie. */
const flows = ({ state }: Moment): boolean =>
  state.gauges.some(({ operation, quietSinceAt }) => operation !== null && operation.open && quietSinceAt === 0)

const tenth = (value: number): number => Math.round(value * 10) / 10
