import { roundHalfAway } from '@tanker/domain/loss/loss'
import { abnormalLoadingFact, LOADING_KINDS, type LoadingKind } from '@tanker/domain/facts/cargo-alarm-facts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { OperationState } from './operation-state.ts'
import { capacityL } from '../gauges/compartment-sizes.ts'
import { type Moment, raise } from '../moment.ts'

/**
 * Judges what a station got against the slip (domain D.7): more or less than the slip's litres by the same share as a loading.
 * Only where the compartment was meant for one station, so that the slip says what that one was to get.
 */
export function judgeDelivered(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  if (operation.loading || operation.transferWith !== 0 || operation.emptying) return
  const { slip, thresholds: t } = moment.context
  const fence = moment.left ?? moment.state.membership.fence
  if (!slip || fence?.kind !== 'station') return
  const stops = slip.stops.filter(({ compartments }) => compartments.includes(gauge.compartment))
  const plan = slip.loads?.find(({ compartment }) => compartment === gauge.compartment)
  if (!plan || stops.length !== 1 || stops[0]?.placeId !== fence.placeId) return
  const line = moment.state.trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
  // Earlier unloading at the same station is included.
  const from = line !== undefined && line.arrive.at !== 0 ? line.arrive : operation.start
  // A load that already differed from the slip was reported in the depot.
  const loadedL = line?.load.at ? line.load.volumeL : plan.volumeL
  if (Math.abs(loadedL - plan.volumeL) * 100 > plan.volumeL * t.loadingPlanPercent) return
  const deliveredL = from.volumeL - operation.end.volumeL + (line?.unloadedL ?? 0)
  const over = deliveredL * 100 > plan.volumeL * (100 + t.loadingPlanPercent)
  // Less than the slip is short only once the compartment gives no more.
  const emptied = operation.end.volumeL < t.emptyL
  const short = emptied && deliveredL * 100 < plan.volumeL * (100 - t.loadingPlanPercent)
  if (over) raiseAbnormal(moment, gauge, operation, 'station-more', plan.volumeL)
  else if (short) raiseAbnormal(moment, gauge, operation, 'station-less', plan.volumeL)
}

/** Judges a measured loading against capacity, slip and what was aboard before (domain rule D.7, abnormal loading). */
export function judgeLoading(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  if (!operation.loading || operation.transferWith !== 0) return
  const { thresholds: t, context } = moment
  const { start, end } = operation
  const { compartment } = gauge
  const capacity = capacityL(context, compartment)
  if (capacity > 0 && end.volumeL * 100 > capacity * t.overfillPercent) report('over-fill', (capacity * t.overfillPercent) / 100)
  if (operation.second) report('second-loading', null)
  const { slip } = context
  if (!slip) return
  const fence = moment.state.membership.fence
  if (slip.depotPlaceId !== undefined && fence?.kind === 'depot' && fence.placeId !== slip.depotPlaceId) report('other-depot', null)
  const plan = slip.loads?.find((load) => load.compartment === compartment)
  if (!plan) return
  if (plan.oilCode !== gauge.oilCode) report('wrong-product', plan.volumeL)
  const loadedL = end.volumeL - start.volumeL
  if (loadedL * 100 > plan.volumeL * (100 + t.loadingPlanPercent)) report('more-than-plan', plan.volumeL)
  else if (loadedL * 100 < plan.volumeL * (100 - t.loadingPlanPercent)) report('less-than-plan', plan.volumeL)

  function report(kind: LoadingKind, planL: number | null): void {
    raiseAbnormal(moment, gauge, operation, kind, planL)
  }
}

function raiseAbnormal(moment: Moment, gauge: GaugeState, operation: OperationState, kind: LoadingKind, planL: number | null): void {
  const { start, end, place } = operation
  const { compartment } = gauge
  const { slip } = moment.context
  operation.abnormal = true
  raise(moment, abnormalLoadingFact, {
    name: 'abnormal-loading',
    startedAt: operation.startedAt,
    object: LOADING_KINDS.indexOf(kind) * 100 + compartment,
    endedAt: operation.endedAt,
    grade: kind === 'over-fill' || kind === 'wrong-product' ? 'red' : 'yellow',
    place,
    properties: {
      compartment,
      oilCode: gauge.oilCode,
      planOilCode: slip?.loads?.find((load) => load.compartment === compartment)?.oilCode ?? null,
      kind,
      startVolumeL: start.volumeL,
      endVolumeL: end.volumeL,
      roseL: roundHalfAway(end.volumeL - start.volumeL, 2),
      planL,
      slipNo: slip?.slipNo ?? null,
    },
  })
}
