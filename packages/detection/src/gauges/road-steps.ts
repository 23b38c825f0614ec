import { HALF_UNLOADED, IN_TRANSIT, UNLOADING_PIPE } from '@tanker/domain/trucks/transport-process'
import { type Anchor, noAnchor } from './anchor.ts'
import type { GaugeState } from './gauge-state.ts'
import { raiseLevelJump } from './gauge-troubles.ts'
import { dropBefore, hundredth } from './gauge-window.ts'
import { readBeforeFlow } from './before-flow.ts'
import type { JumpState, StepHeight } from './jump-state.ts'
import type { Moment } from '../moment.ts'
import type { Step } from './level-jumps.ts'
import { outletOpenedAt } from '../seals/probes.ts'
import { shift } from './scale-shift.ts'

/**
 * Steps of the level while driving. A surface that swings with nearly the period of the frames is sampled as a slow swing or as a
 * step, so a step on the road changes nothing yet. The next calm surface decides: it stands where the steps lead, or where the truck
 * departed.
 */

const none: StepHeight = { levelMm: 0, volumeL: 0, v20L: 0, lpm: 0 }

/** Remembers a step of the road. A jump at a stop must be settled before. */
export function noteRoadStep(gauge: GaugeState, step: Step): void {
  const open = gauge.jump?.road ? gauge.jump : null
  const { levelMm, volumeL, v20L, lpm } = step
  const fall = open?.road?.fall ?? none
  const rise = open?.road?.rise ?? none
  gauge.jump = {
    at: step.at,
    from: open?.from ?? { ...gauge.stood },
    levelMm: hundredth(levelMm + (open?.levelMm ?? 0)),
    volumeL: hundredth(volumeL + (open?.volumeL ?? 0)),
    v20L: hundredth(v20L + (open?.v20L ?? 0)),
    lpm: Math.min(lpm, open?.lpm ?? lpm),
    settled: false,
    road: {
      fall: v20L < fall.v20L ? { levelMm, volumeL, v20L, lpm } : fall,
      rise: v20L > rise.v20L ? { levelMm, volumeL, v20L, lpm } : rise,
      scaleAt: open?.road?.scaleAt ?? gauge.jump?.at ?? 0,
    },
    dumped: gauge.jump?.dumped ?? null,
  }
}

/**
 * What the steps of the road were, now that the surface stands at `now`: what comes nearest to it of their sum, the largest fall, the
 * largest rise and nothing. The jump is put on the new scale and returned, with its height to the litre; null when there was none.
 */
export function settleRoad(moment: Moment, gauge: GaugeState, open: JumpState, now: Anchor): JumpState | null {
  const { from, road, at } = open
  const wentL = now.v20L - from.v20L
  let height = none
  // Without a jump all of it went, or came: a step must explain more than half of that.
  let restL = wentL / 2
  for (const one of road === null ? [] : [open, road.fall, road.rise]) {
    if (Math.abs(one.v20L) < moment.thresholds.levelJumpL || Math.abs(wentL - one.v20L) >= Math.abs(restL)) continue
    height = one
    restL = wentL - one.v20L
  }
  if (height === none) {
    const scaleAt = road?.scaleAt ?? 0
    gauge.jump = scaleAt === 0 && open.dumped === null ? null : { ...open, ...none, at: scaleAt, settled: true, road: null }
    return null
  }
  const isAll = Math.abs(restL) <= moment.thresholds.levelJumpRestL
  const jump: JumpState = {
    at,
    from,
    levelMm: isAll ? hundredth(now.levelMm - from.levelMm) : height.levelMm,
    volumeL: isAll ? hundredth(now.volumeL - from.volumeL) : height.volumeL,
    v20L: isAll ? hundredth(wentL) : height.v20L,
    lpm: height.lpm,
    settled: false,
    road: null,
    dumped: open.dumped,
  }
  gauge.jump = jump
  const { refL } = gauge
  shift(moment, gauge, jump)
  // The volume at this stop was read after the jump.
  const process = moment.state.process.state
  if (process === IN_TRANSIT || process === UNLOADING_PIPE || process === HALF_UNLOADED) gauge.refL = refL
  dropBefore(gauge.window, at)
  raiseLevelJump(moment, gauge, Math.abs(jump.levelMm))
  return jump
}

/** The volume before a flow that began before the surface was calm; null while none flows, and where frames show the flow only. */
export function beforeFlow(moment: Moment, gauge: GaugeState): Anchor | null {
  if (gauge.risingSinceAt === 0 && gauge.fallingSinceAt === 0) return null
  const before = noAnchor()
  if (!readBeforeFlow(moment, gauge, gauge.risingSinceAt !== 0, before)) return null
  const openedAt = outletOpenedAt(moment.state, gauge.compartment)
  return openedAt === 0 || before.at <= openedAt ? before : null
}
