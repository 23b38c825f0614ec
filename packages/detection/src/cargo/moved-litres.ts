import type { Anchor } from '../gauges/anchor.ts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import { hundredth, sampleBack } from '../gauges/gauge-window.ts'
import { maxBackdateMs } from '../fact.ts'
import { type Moment, placeNow } from '../moment.ts'
import { noteMoved } from '../seals/happenings.ts'
import { postOperation } from './ledger.ts'
import { type OperationState, operationState } from './operation-state.ts'
import { noteOperation } from './operations.ts'
import { atSite } from './site-work.ts'
import { fallenFrom, isFall } from './standing-changes.ts'
import { carryTransfer } from './trip.ts'

/** What a compartment changed by since it was last known, and when it flowed. */
type Change = {
  readonly gauge: GaugeState
  readonly start: Anchor
  readonly litres: number
  readonly startedAt: number
  readonly endedAt: number
}

/** Litres by which the samples of a level at rest differ. */
const restL = 12

/**
 * A transfer between compartments on the road that no flow showed, for frames came too seldom, it was short, or not all of it arrived: once
 * the surfaces rest, what one compartment lacks and another one took up at the same time was moved. Asked before the litres are judged: only
 * the rest left.
 */
export function stepMovedLitres(moment: Moment): void {
  const { state, thresholds } = moment
  if (moment.calmed === 0 || state.gauges.length < 2 || atSite(moment)) return
  for (const gauge of state.gauges) {
    const from = rests(gauge) ? changeOf(moment, gauge, fellFrom(moment, gauge)) : null
    if (from === null) continue
    for (const other of state.gauges) {
      const into = rests(other) ? changeOf(moment, other, roseFrom(moment, other)) : null
      if (into === null || into.startedAt >= from.endedAt || from.startedAt >= into.endedAt) continue
      // More than fell elsewhere came from outside.
      if (into.litres * 100 > -from.litres * (100 + thresholds.transferPercent)) continue
      move(moment, from, into)
      break
    }
  }
}

const rests = ({ calmNow, operation }: GaugeState): boolean => calmNow && (operation === null || operation.measured)

/** What was posted at this stop is accounted for. */
const isPosted = ({ posted, stopCalm }: GaugeState): boolean => stopCalm.at !== 0 && posted.at >= stopCalm.at

function fellFrom(moment: Moment, gauge: GaugeState): Anchor | null {
  if (!isPosted(gauge)) return fallenFrom(moment, gauge)
  return isFall(moment, gauge, gauge.posted, gauge.calm, moment.thresholds.dischargeL) ? gauge.posted : null
}

/** What the compartment rose from: the first calm value of this stop, or that of the last departure; null when it did not. */
function roseFrom(moment: Moment, gauge: GaugeState): Anchor | null {
  const { calm, stopCalm, stood, posted } = gauge
  const rose = (from: Anchor): boolean => from.calm && isFall(moment, gauge, calm, from, moment.thresholds.dischargeL)
  if (isPosted(gauge)) return rose(posted) ? posted : null
  return rose(stopCalm) ? stopCalm : rose(stood) ? stood : null
}

/** Null when the frames of this stop do not show both levels. */
function changeOf(moment: Moment, gauge: GaugeState, start: Anchor | null): Change | null {
  if (start === null) return null
  const { window, calm } = gauge
  const litres = calm.v20L - start.v20L
  const nearL = Math.min(restL, Math.abs(litres) / 3)
  let endedAt = 0
  for (let back = 0; back < window.count; back += 1) {
    const sample = sampleBack(window, back)
    if (sample === null || sample.at < moment.state.motion.stoppedSinceAt || moment.at - sample.at > maxBackdateMs) return null
    if (Math.abs(sample.volumeL - start.volumeL) <= nearL) return { gauge, start: { ...start }, litres, startedAt: sample.at, endedAt }
    if (Math.abs(sample.volumeL - calm.volumeL) <= nearL) endedAt = sample.at
  }
  return null
}

function move(moment: Moment, from: Change, into: Change): void {
  const end = { ...from.gauge.calm }
  // What did not arrive elsewhere left the truck.
  if (-from.litres - into.litres >= moment.thresholds.dischargeL) {
    end.volumeL = hundredth(from.start.volumeL - (into.gauge.calm.volumeL - into.start.volumeL))
    end.v20L = hundredth(from.start.v20L - into.litres)
  }
  record(moment, from, into.gauge.compartment, end)
  record(moment, into, from.gauge.compartment, { ...into.gauge.calm })
}

/** A measured transfer of one compartment; the stop is judged from what it left. */
function record(moment: Moment, { gauge, start, litres, startedAt, endedAt }: Change, transferWith: number, end: Anchor): void {
  const { state } = moment
  const operation: OperationState = {
    ...operationState.initial({}),
    loading: litres > 0,
    startedAt,
    endedAt,
    start,
    end,
    place: placeNow(state),
    levelOnly: state.probes.length === 0,
    measured: true,
    transferWith,
    abnormal: true,
    waterStartMm: gauge.waterMm,
  }
  gauge.operation = operation
  gauge.lastFlowAt = Math.min(endedAt, gauge.calm.at - 1)
  gauge.refL = gauge.volumeL
  postOperation(moment, gauge, operation)
  for (const anchor of [gauge.stopCalm, gauge.stood]) {
    if (anchor.at === 0 || anchor.at > start.at) continue
    anchor.volumeL = hundredth(anchor.volumeL + end.volumeL - start.volumeL)
    anchor.v20L = hundredth(anchor.v20L + end.v20L - start.v20L)
  }
  noteMoved(moment, gauge, operation, 1)
  carryTransfer(state.trip, gauge, operation)
  noteOperation(moment, gauge, operation, 'measured')
}
