import { lossRatePermille } from '@tanker/domain/loss/loss'
import { productGroup } from '@tanker/domain/products/product'
import type { OperationState } from '../cargo/operation-state.ts'
import type { TripLine, TripState } from '../cargo/trip-state.ts'
import type { GaugeState } from './gauge-state.ts'
import { atBottom } from './compartment-sizes.ts'
import { hundredth, lowestFloatMm } from './gauge-window.ts'
import { highLossRatePermille, raiseHighLoss } from '../cargo/high-loss.ts'
import type { JumpState } from './jump-state.ts'
import { anchorsSigmaL } from '../cargo/loss-sigma.ts'
import { type Moment, placeNow } from '../moment.ts'
import { bottomWet } from '../seals/probes.ts'

/**
 * A level that fell within one frame is reported as the gauge's fault (329). The rest of the trip confirms it or not: a gauge that is
 * off by some millimetres shows less than zero when its compartment runs empty. Litres that no such sign explains are a suspected
 * loss.
 */

/** Below zero by more than a gauge's zero error. */
const offScaleMm = 10
/** Objects of suspected losses, beside those of compartments and product groups. */
const suspectedObject = (compartment: number): number => 100 + compartment
/**
 * Whether a fall of a standing truck that looked like a jump ended on the very bottom, at a rate that can flow, with no wet probe
 * against it: a gauge seldom jumps just there, a compartment that is let out always ends there.
 */
export function isDumped(moment: Moment, gauge: GaugeState, { from, volumeL, lpm }: JumpState): boolean {
  const { state, thresholds } = moment
  const isStanding = !state.motion.moving && from.at >= state.motion.stoppedSinceAt
  if (volumeL >= 0 || !isStanding || lpm > thresholds.levelJumpLpm) return false
  return atBottom(moment.context, gauge.compartment, gauge.calm.levelMm) && !bottomWet(state, gauge.compartment)
}

/**
 * A measured jump waits for the rest of the trip. A jump back cancels the first. What no outlet lets out so fast, and a bottom that is
 * wet under a gauge that says empty, is the gauge's fault for good: only the level is noted, by which its scale is off since.
 */
export function noteJumped(moment: Moment, gauge: GaugeState, { at, levelMm, volumeL, v20L, lpm }: JumpState): void {
  const { state, thresholds } = moment
  const line = state.trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
  if (line === undefined) return
  const { jumped } = line
  const isFault =
    lpm > thresholds.levelJumpLpm || (atBottom(moment.context, gauge.compartment, gauge.levelMm) && bottomWet(state, gauge.compartment))
  const cancels = jumped !== null && Math.abs(jumped.v20L + v20L) < thresholds.levelJumpL
  const isSuspected = !isFault || cancels
  line.jumped = {
    at: jumped?.at ?? at,
    levelMm: hundredth(levelMm + (jumped?.levelMm ?? 0)),
    volumeL: hundredth((isSuspected ? volumeL : 0) + (jumped?.volumeL ?? 0)),
    v20L: hundredth((isSuspected ? v20L : 0) + (jumped?.v20L ?? 0)),
  }
}

/** A compartment was unloaded: at empty, its gauge shows whether its scale has changed. */
export function judgeEmptied(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const { trip } = moment.state
  const line = trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
  if (trip === null || line === undefined || line.jumped === null || operation.loading || operation.transferWith !== 0) return
  if (lowestFloatMm(gauge.window, operation.startedAt) <= -offScaleMm) line.jumped = null
  else if (operation.end.volumeL < moment.thresholds.emptyL) judgeJumped(moment, trip, line)
}

/** Final verdict: the litres never came back, and nothing shows that it was the gauge. */
export function judgeJumped(moment: Moment, trip: TripState, line: TripLine): void {
  const { at, thresholds } = moment
  const { jumped } = line
  line.jumped = null
  if (jumped === null || jumped.v20L > -thresholds.levelJumpL) return
  const { compartment, oilCode } = line
  const before = line.load
  const after = { ...before, volumeL: before.volumeL + jumped.volumeL, v20L: before.v20L + jumped.v20L }
  const uncertaintyL = anchorsSigmaL(moment, line, before, after)
  const rate = { beforeL: before.v20L, afterL: after.v20L }
  raiseHighLoss(moment, {
    object: suspectedObject(compartment),
    startedAt: at,
    grade: 'yellow',
    lossL: -jumped.v20L,
    lossRate: lossRatePermille([rate]),
    sigmaL: uncertaintyL,
    threshold: highLossRatePermille(productGroup(oilCode), thresholds),
    fromAt: jumped.at,
    toAt: at,
    from: trip.place,
    to: placeNow(moment.state),
    compartments: [
      {
        compartment,
        oilCode,
        lossV20L: hundredth(-jumped.v20L),
        toldV20L: 0,
        uncertaintyL,
        volumeBeforeL: before.volumeL,
        volumeAfterL: hundredth(after.volumeL),
      },
    ],
    reason: 'gauge-jump',
  })
}
