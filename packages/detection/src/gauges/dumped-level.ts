import type { GaugeState } from './gauge-state.ts'
import type { Anchor } from './anchor.ts'
import { levelJumpAlarm, raiseLevelJump } from './gauge-troubles.ts'
import { hundredth } from './gauge-window.ts'
import { reportHappening } from '../seals/happening-report.ts'
import type { Dump, JumpState } from './jump-state.ts'
import { postGaugeJump } from '../cargo/ledger.ts'
import type { Moment } from '../moment.ts'

/**
 * A level that fell to the bottom within one frame counts as litres gone (jumped-litres.ts). When it is back later at what it was,
 * with no operation between, the gauge had failed: the litres are taken back, and their alarm ends as part of the device's.
 */

/** For so long a level may come back. */
const rememberMs = 24 * 3_600_000

/** Forgets a dump that stays one; false while it is remembered. */
export function forgetsDump({ at }: Moment, { operation }: GaugeState, jump: JumpState): boolean {
  const { dumped } = jump
  if (dumped === null) return true
  const flowed = operation !== null && operation.startedAt > dumped.at
  if (!flowed && at - dumped.at < rememberMs) return false
  jump.dumped = null
  return true
}

/** On a calm surface: when it stands where it stood before the dump, nothing was gone. Says so. */
export function takeDumpBack(moment: Moment, gauge: GaugeState, jump: JumpState, dump: Dump): boolean {
  const { calm } = gauge
  if (calm.at <= dump.at || Math.abs(calm.v20L - dump.fromV20L) > moment.thresholds.levelJumpRestL) return false
  const { trip, process } = moment.state
  for (const anchor of [gauge.stopCalm, gauge.stood]) raise(anchor, dump)
  if (process.sinceAt >= dump.at && gauge.refL < calm.volumeL / 2) gauge.refL = hundredth(gauge.refL - dump.volumeL)
  for (const { compartment, cover } of moment.state.probes)
    if (compartment === gauge.compartment && cover !== null) raise(cover.before, dump)
  const line = trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
  if (line !== undefined) {
    const lossV20L = line.depart.v20L - line.arrive.v20L
    raise(line.depart, dump)
    raise(line.arrive, dump)
    line.transitLossV20L = hundredth(line.transitLossV20L + line.depart.v20L - line.arrive.v20L - lossV20L)
  }
  gauge.dischargeAt = 0
  gauge.dischargeSinceAt = 0
  const before = { ...gauge.posted }
  if (before.at !== 0 && Math.abs(calm.v20L - before.v20L) >= moment.thresholds.ledgerL) postGaugeJump(moment, gauge, before, { ...calm })
  gauge.jump = {
    ...jump,
    levelMm: hundredth(-dump.levelMm),
    volumeL: hundredth(-dump.volumeL),
    v20L: hundredth(-dump.v20L),
    settled: true,
    road: null,
    dumped: null,
  }
  raiseLevelJump(moment, gauge, Math.abs(dump.levelMm))
  takeLossBack(moment, gauge, dump)
  return true
}

/** What was measured while the gauge had failed. */
function raise(anchor: Anchor, { at, fromV20L, levelMm, volumeL, v20L }: Dump): void {
  if (anchor.at < at || anchor.v20L > fromV20L / 2) return
  anchor.levelMm = hundredth(anchor.levelMm - levelMm)
  anchor.volumeL = hundredth(anchor.volumeL - volumeL)
  anchor.v20L = hundredth(anchor.v20L - v20L)
}

/** The alarm over the litres of this compartment ends, or goes on with what others lost. */
function takeLossBack(moment: Moment, gauge: GaugeState, dump: Dump): void {
  const { compartment, calm } = gauge
  const { custody } = moment.state
  for (const happening of custody.happenings) {
    const index = happening.losses.findIndex((loss) => loss.compartment === compartment && loss.from.at < dump.at && loss.to.at >= dump.at)
    const loss = happening.losses[index]
    if (loss === undefined) continue
    const reported = custody.reported.find((known) => known.compartment === compartment)
    if (reported !== undefined) reported.v20L = hundredth(Math.max(0, reported.v20L - Math.max(0, loss.lossV20L)))
    loss.to = { ...calm }
    loss.lossL = 0
    loss.lossV20L = 0
    const isOver = happening.losses.length === 1 && happening.openings.length === 0
    const device = levelJumpAlarm(moment, gauge)
    reportHappening(moment, happening, isOver ? (device ?? undefined) : undefined)
    happening.losses.splice(index, 1)
    if (isOver) custody.happenings = custody.happenings.filter((known) => known !== happening)
  }
}
