import { curveSpeedingFact } from '@tanker/domain/facts/driving-facts'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import { fillPercent } from '../gauges/aboard.ts'
import { type Moment, placeNow, raise } from '../moment.ts'
import { flag, hundredths, kept, place, type StateOf, tenths, time, when } from '../state/state-fields.ts'
import { stateOf } from '../state/state-of.ts'

export const curveState = stateOf({
  /** The last direction, and when it was. */
  at: kept(() => 0),
  headingDeg: kept(() => 0),
  ...when('sinceAt', {
    /** The first fix of the turn that presses to the side; 0 is none. */
    sinceAt: time(),
    lastAt: time(),
    place: place(),
    left: flag(),
    turnDeg: hundredths(),
    lengthM: hundredths(),
    peakG: hundredths(),
    maxKmh: tenths(),
    limitG: hundredths(),
    fillPercent: tenths(),
    filled: flag(),
    loaded: flag(),
    /** It is an alarm. */
    open: flag(),
  }),
})
type CurveState = StateOf<typeof curveState>

const gMs2 = 9.81
/** Fixes further apart do not show a curve (domain rule D.7). */
const longestStepMs = 3_000
/** Slower than this the direction of satellites wanders. */
const leastKmh = 15
/** A turn goes on until the pressure falls below this share of the limit. */
const endShare = 0.75
/** From this share on a tank counts as full; below the other as empty, per cent. */
const fullPercent = 75
const emptyPercent = 5

/**
 * Curve speeding (6): how hard a curve presses to the side, by the change of direction and the way of fixes a second or two apart.
 * Lateral acceleration is v² / R, the radius R way / angle.
 */
export function stepCurveSpeeding(moment: Moment, curve: CurveState): void {
  if (!moment.goodFix) return
  const { at, state } = moment
  const { headingDeg } = state.fix
  const stepMs = at - curve.at
  const turned = curve.at === 0 ? 0 : ((headingDeg - curve.headingDeg + 540) % 360) - 180
  curve.at = at
  curve.headingDeg = headingDeg
  const { speedKmh, moving } = state.motion
  if (!moving || speedKmh < leastKmh || stepMs <= 0 || stepMs > longestStepMs) {
    end(moment, curve)
    return
  }
  const seconds = stepMs / 1000
  const metres = (speedKmh / 3.6) * seconds
  const sideG = ((speedKmh / 3.6) * ((Math.abs(turned) * Math.PI) / 180)) / seconds / gMs2
  if (curve.sinceAt !== 0 && (turned < 0 !== curve.left || sideG < curve.limitG * endShare)) end(moment, curve)
  if (curve.sinceAt === 0) {
    const fill = fillPercent(state, moment.context)
    const limitG = limitOf(moment, fill)
    if (sideG < limitG) return
    Object.assign(
      curve,
      curveState.initial({
        at,
        headingDeg,
        sinceAt: at - stepMs,
        place: placeNow(state),
        left: turned < 0,
        limitG,
        fillPercent: fill ?? 0,
        filled: fill !== null,
        loaded: state.loaded,
      }),
    )
  }
  curve.lastAt = at
  curve.turnDeg += Math.abs(turned)
  curve.lengthM = roundHalfAway(curve.lengthM + metres, 2)
  curve.peakG = Math.max(curve.peakG, roundHalfAway(sideG, 2))
  curve.maxKmh = Math.max(curve.maxKmh, speedKmh)
  if (!curve.open && isTooFast(moment, curve)) {
    curve.open = true
    report(moment, curve, null)
  }
}

function limitOf({ state, thresholds }: Moment, fill: number | null): number {
  if (fill === null) return state.loaded ? thresholds.curveLoadedG : thresholds.curveEmptyG
  if (fill >= fullPercent) return thresholds.curveLoadedG
  return fill >= emptyPercent ? thresholds.curvePartG : thresholds.curveEmptyG
}

const radiusM = ({ lengthM, turnDeg }: CurveState): number => lengthM / ((turnDeg * Math.PI) / 180)

const meanG = (curve: CurveState): number => {
  const mS = curve.lengthM / ((curve.lastAt - curve.sinceAt) / 1000)
  return (mS * mS) / radiusM(curve) / gMs2
}

function isTooFast({ at, thresholds }: Moment, curve: CurveState): boolean {
  return (
    at - curve.sinceAt >= thresholds.curveS * 1000 &&
    curve.turnDeg >= thresholds.curveDeg &&
    radiusM(curve) < thresholds.curveRadiusM &&
    meanG(curve) >= curve.limitG
  )
}

function end(moment: Moment, curve: CurveState): void {
  if (curve.open) report(moment, curve, curve.lastAt)
  curve.sinceAt = 0
  curve.open = false
  curve.place = null
}

function report(moment: Moment, curve: CurveState, endedAt: number | null): void {
  if (curve.place === null) return
  const lateralG = meanG(curve)
  raise(moment, curveSpeedingFact, {
    name: endedAt === null ? 'curve-speeding-began' : 'curve-speeding-ended',
    startedAt: curve.sinceAt,
    ...(endedAt === null ? {} : { endedAt }),
    grade: lateralG >= moment.thresholds.curveRedG ? 'red' : 'yellow',
    place: curve.place,
    properties: {
      maxKmh: curve.maxKmh,
      safeKmh: roundHalfAway(Math.sqrt(curve.limitG * gMs2 * radiusM(curve)) * 3.6, 1),
      radiusM: roundHalfAway(radiusM(curve), 1),
      lateralG: roundHalfAway(lateralG, 2),
      peakG: curve.peakG,
      limitG: curve.limitG,
      turnDeg: curve.turnDeg,
      fillPercent: curve.filled ? curve.fillPercent : null,
      loaded: curve.loaded,
      driverName: moment.context.driver?.name ?? null,
    },
  })
}
