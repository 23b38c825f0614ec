import { ledgerFact, LEDGER_ENTRIES, type LedgerEntry } from '@tanker/domain/facts/cargo-facts'
import type { Anchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { OperationState } from './operation-state.ts'
import { hundredth } from '../gauges/gauge-window.ts'
import { copyAnchor } from '../gauges/gauges.ts'
import { anchorsSigmaL } from './loss-sigma.ts'
import { type Moment, note, placeNow } from '../moment.ts'
import { volumeMethodOf, volumeSourceOf } from '../gauges/standard-volume.ts'
import { judgeUnexplained } from './unexplained-loss.ts'

/** A change within this many sigmas is gauge noise and needs no explanation. */
const noiseSigmas = 2

/** Anchors that differ by less are equal: they have two decimals. */
const nothingL = 0.005

/**
 * The litre ledger: each compartment is an account at 20 °C. From its opening balance on, every change between the anchors
 * that are posted has its cause or is unexplained; so the entries' sum is the change of V20.
 */
export function stepLedger(moment: Moment): void {
  // On the road no reading is accurate enough for the ledger.
  if (moment.state.motion.moving && !moment.droveOff) return
  for (const gauge of moment.state.gauges) {
    if (gauge.posted.at === 0) {
      if (gauge.calmNow) copyAnchor(gauge.calm, gauge.posted)
    } else if (moment.droveOff && gauge.stood.calm)
      postGap(moment, gauge, gauge.stood, moment.thresholds.ledgerL, moment.at, gauge.dischargeAt !== 0)
  }
}

/** Posts the rest at the start and end of a trip, so that its entries sum to the change of volume. */
export function balanceLedger(moment: Moment): void {
  const { moving } = moment.state.motion
  for (const gauge of moment.state.gauges) {
    const { operation } = gauge
    // A flow that has not come to rest is posted by its operation.
    if (operation !== null && !operation.measured) continue
    const now = moving ? gauge.stood : gauge.calm
    if (gauge.posted.at === 0 || !now.calm || (!moving && !gauge.calmNow)) continue
    postGap(moment, gauge, now, nothingL, moment.at, gauge.dischargeAt !== 0)
  }
}

/**
 * Posts a measured operation: first the change before it, then the flow. Posted again when it went on (the row keeps its key).
 * If the ledger already has a fall that reaches into the operation, the operation counts from there.
 */
export function postOperation(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const { start, end, postedFrom } = operation
  if (postedFrom.at === 0) {
    if (gauge.posted.at === 0) copyAnchor(start, gauge.posted)
    else if (gauge.posted.at < start.at) postGap(moment, gauge, start, nothingL, operation.startedAt, gauge.dischargeAt !== 0)
    copyAnchor(gauge.posted, postedFrom)
  }
  write(moment, gauge, entryOf(operation), postedFrom, end, operation.startedAt, operation.endedAt, false)
}

function entryOf(operation: OperationState): LedgerEntry {
  if (operation.transferWith !== 0) return operation.loading ? 'transfer-in' : 'transfer-out'
  if (operation.loading) return 'loading'
  return operation.emptying ? 'residue' : 'unloading'
}

/** At the same stop with less than before: posts the change on the way here, then the drain (cause 23). */
export function postDrain(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): void {
  if (gauge.posted.at === 0) copyAnchor(from, gauge.posted)
  else if (from.at > gauge.posted.at) postGap(moment, gauge, from, nothingL, moment.at, false)
  write(moment, gauge, 'drain', gauge.posted, to, moment.at, moment.at, true)
}

/** A gauge that jumped: posts the change until `from`, then the apparent loss or gain. */
export function postGaugeJump(moment: Moment, gauge: GaugeState, from: Anchor, to: Anchor): void {
  if (gauge.posted.at === 0) copyAnchor(from, gauge.posted)
  else if (from.at > gauge.posted.at) postGap(moment, gauge, from, nothingL, moment.at, gauge.dischargeAt !== 0)
  write(moment, gauge, 'gauge', gauge.posted, to, moment.at, moment.at, true)
}

/** Unloaded while the gauge said nothing: all that the account held went there. */
export const postUnseenUnloading = (moment: Moment, gauge: GaugeState, to: Anchor): void =>
  write(moment, gauge, 'unloading', gauge.posted, to, moment.at, moment.at, true)

/** Another tank table, or the platform in the place of the console, counts from now on: by how much the litres differ. `from` is the balance of before. */
export const postRestatement = (moment: Moment, gauge: GaugeState, from: Anchor): void =>
  write(moment, gauge, 'restated', from, gauge.posted, moment.at, moment.at, true)

/** `drained`: a drain at this stop explains it. Two entries of one moment must differ in kind, or the second takes the first's row. */
function postGap(moment: Moment, gauge: GaugeState, next: Anchor, atLeastL: number, at: number, drained: boolean): void {
  const { posted } = gauge
  const v20L = next.v20L - posted.v20L
  const volumeL = next.volumeL - posted.volumeL
  if (Math.abs(v20L) < atLeastL && Math.abs(volumeL) < atLeastL) return
  const entry = gapEntry(moment, gauge, next, v20L, volumeL, drained)
  if (entry === 'unexplained' && v20L <= -moment.thresholds.highLossL) judgeUnexplained(moment, gauge, posted, next)
  write(moment, gauge, entry, posted, next, at, at, true)
}

function gapEntry(moment: Moment, gauge: GaugeState, next: Anchor, v20L: number, volumeL: number, drained: boolean): LedgerEntry {
  const { ledgerL, loadedL, dischargeL } = moment.thresholds
  const warmed = Math.abs(next.temperatureC - gauge.posted.temperatureC) >= 0.5
  if (warmed && Math.abs(v20L) < ledgerL && Math.abs(volumeL) >= Math.abs(v20L)) return 'temperature'
  if (gauge.jump !== null && !gauge.jump.settled) return 'gauge'
  if (drained && v20L < 0) return 'drain'
  const fence = (moment.left ?? moment.state.membership.fence)?.kind
  const site = fence === 'station' || fence === 'depot'
  if (v20L < 0 && site && gauge.posted.volumeL < loadedL + dischargeL) return 'residue'
  if (Math.abs(v20L) <= noiseSigmas * anchorsSigmaL(moment, gauge, gauge.posted, next)) return 'measurement'
  return 'unexplained'
}

function write(
  moment: Moment,
  gauge: GaugeState,
  entry: LedgerEntry,
  from: Anchor,
  to: Anchor,
  startedAt: number,
  endedAt: number,
  between: boolean,
): void {
  const { state } = moment
  note(moment, ledgerFact, {
    name: 'ledger-posted',
    startedAt,
    object: gauge.compartment * 100 + LEDGER_ENTRIES.indexOf(entry) + (between ? 50 : 0),
    endedAt,
    place: placeNow(state),
    properties: {
      compartment: gauge.compartment,
      oilCode: gauge.oilCode,
      entry,
      v20L: hundredth(to.v20L - from.v20L),
      volumeL: hundredth(to.volumeL - from.volumeL),
      v20Method: volumeMethodOf(moment.thresholds, gauge.oilCode, gauge.tableKey !== 0),
      volumeSource: volumeSourceOf(gauge),
      balanceV20L: to.v20L,
      temperatureC: to.temperatureC,
      calm: from.calm && to.calm,
      from: new Date(from.at).toISOString(),
      to: new Date(to.at).toISOString(),
      tripStartedAt: state.trip === null ? null : new Date(state.trip.startedAt).toISOString(),
    },
  })
  copyAnchor(to, gauge.posted)
}
