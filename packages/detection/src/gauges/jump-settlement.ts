import { forgetsDump, takeDumpBack } from './dumped-level.ts'
import { noteMeasuresAgain } from './dead-gauge.ts'
import { isExact } from './dead-jump.ts'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { Anchor } from './anchor.ts'
import type { GaugeState } from './gauge-state.ts'
import { hundredth } from './gauge-window.ts'
import type { JumpState } from './jump-state.ts'
import { isDumped, noteJumped } from './jumped-litres.ts'
import { postGaugeJump } from '../cargo/ledger.ts'
import { findStepOnRoad, release } from './level-jumps.ts'
import type { Moment } from '../moment.ts'
import { shift } from './scale-shift.ts'
import { beforeFlow, noteRoadStep, settleRoad } from './road-steps.ts'

/** The window holds ten minutes; a jump is remembered until none of its samples can be older. */
const forgetMs = 15 * 60_000

/** How often a driving truck's levels are searched for a step: each search reads the whole window. */
const searchEachMin = 3
/** Frames are held back until two more came; those of a gauge that fell silent are released. */
const heldMs = 10 * 60_000

/** After the calm of this step is known: steps of the road, and what a jump was to the litre. */
export function stepJumps(moment: Moment): void {
  const { at, state } = moment
  const { moving } = state.motion
  const searches = moving && at - state.custody.minuteAt >= 60_000 && Math.floor(at / 60_000) % searchEachMin === 0
  for (const gauge of state.gauges) {
    const firstCalm = !moving && gauge.calmNow && gauge.stopCalm.at === gauge.calm.at
    if (searches || firstCalm) searchRoad(moment, gauge)
    // Held longer, they would be missing from a refilled window.
    if (gauge.heldSinceAt !== 0 && at - gauge.heldSinceAt >= heldMs) release(moment, gauge)
    if (gauge.jump === null) continue
    if (gauge.jump.settled) noteMeasuresAgain(moment, gauge, gauge.jump)
    if (gauge.jump.dumped !== null && gauge.calmNow && takeDumpBack(moment, gauge, gauge.jump, gauge.jump.dumped)) continue
    if (gauge.jump.road !== null) settleCalm(moment, gauge, gauge.jump)
    else if (!gauge.jump.settled) settle(moment, gauge, gauge.jump)
    else if (!forgetsDump(moment, gauge, gauge.jump)) continue
    else if (at - gauge.jump.at >= forgetMs && !state.custody.troubles.some(({ type }) => type === ALARM.cargoDevice)) gauge.jump = null
  }
}

function searchRoad(moment: Moment, gauge: GaugeState): void {
  const step = findStepOnRoad(moment, gauge)
  if (step === null) return
  const { jump } = gauge
  // One of a stop that was never calm is what it was measured to be.
  if (jump !== null && !jump.settled && jump.road === null) post(moment, gauge, jump)
  noteRoadStep(gauge, step)
}

function settleCalm(moment: Moment, gauge: GaugeState, open: JumpState): void {
  if (!gauge.calmNow || gauge.calm.at < open.at) return
  const jump = settleRoad(moment, gauge, open, gauge.calm)
  if (jump !== null) post(moment, gauge, jump)
}

/** The truck is opened before its surface comes to rest: the mean of the frames that swing decides on the steps of the road. */
export function settleSwinging(moment: Moment, gauge: GaugeState, open: JumpState, now: Anchor): void {
  const jump = open.road === null ? null : settleRoad(moment, gauge, open, now)
  if (jump !== null) post(moment, gauge, jump)
}

/** After flows are known: litres that flow before any calm surface are not part of a step of the road. */
export function settleFlowing(moment: Moment): void {
  for (const gauge of moment.state.gauges) {
    if (gauge.jump === null || gauge.jump.road === null) continue
    const before = beforeFlow(moment, gauge)
    if (before === null || before.at < gauge.jump.at) continue
    const jump = settleRoad(moment, gauge, gauge.jump, before)
    if (jump !== null) post(moment, gauge, jump)
  }
}

function settle(moment: Moment, gauge: GaugeState, open: JumpState): void {
  if (isExact(moment, gauge.compartment, open)) {
    post(moment, gauge, open)
    return
  }
  if (moment.droveOff && gauge.stood.calm && gauge.stood.at < open.at) {
    post(moment, gauge, open)
    return
  }
  const { calm } = gauge
  if (!gauge.calmNow || calm.at < open.at) return
  if (isDumped(moment, gauge, open)) {
    // Litres went: on the scale as it was, the standing truck's rule sees them gone.
    shift(moment, gauge, { at: open.at, levelMm: -open.levelMm, volumeL: -open.volumeL, v20L: -open.v20L })
    // Its window begins with it until none of the samples of before is left.
    const { at, from, levelMm, volumeL, v20L } = open
    gauge.jump = { ...open, levelMm: 0, volumeL: 0, v20L: 0, settled: true, dumped: { at, fromV20L: from.v20L, levelMm, volumeL, v20L } }
    return
  }
  const restL = hundredth(calm.v20L - open.from.v20L - open.v20L)
  if (Math.abs(restL) <= moment.thresholds.levelJumpRestL) {
    const rest = {
      at: open.at,
      levelMm: hundredth(calm.levelMm - open.from.levelMm - open.levelMm),
      volumeL: hundredth(calm.volumeL - open.from.volumeL - open.volumeL),
      v20L: restL,
    }
    open.levelMm = hundredth(open.levelMm + rest.levelMm)
    open.volumeL = hundredth(open.volumeL + rest.volumeL)
    open.v20L = hundredth(open.v20L + rest.v20L)
    shift(moment, gauge, rest)
  }
  post(moment, gauge, open)
}

function post(moment: Moment, gauge: GaugeState, open: JumpState): void {
  const { from } = open
  // What lay before it is posted as what it was.
  open.settled = true
  noteJumped(moment, gauge, open)
  postGaugeJump(moment, gauge, from, {
    ...from,
    at: open.at,
    levelMm: hundredth(from.levelMm + open.levelMm),
    volumeL: hundredth(from.volumeL + open.volumeL),
    v20L: hundredth(from.v20L + open.v20L),
  })
}
