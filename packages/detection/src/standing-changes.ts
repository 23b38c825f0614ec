import { roundHalfAway } from '@tanker/domain/loss'
import { productGroup } from '@tanker/domain/product'
import { HALF_UNLOADED, IN_TRANSIT } from '@tanker/domain/transport-process'
import { highLossRatePermille, raiseHighLoss } from './high-loss.ts'
import { type Moment, note, placeNow, raise } from './moment.ts'
import type { Anchor, GaugeState } from './truck-state.ts'

/**
 * Causes 23 and 24 of domain rule D.3: what changes in a standing truck outside its sites, calm to calm.
 * Never from flow while moving: sloshing would raise hundreds (domain D.11).
 */
export function stepStandingChanges(moment: Moment): void {
  const { state } = moment
  if (state.motion.moving) return
  const { fence } = state.membership
  const atSite = fence?.kind === 'depot' || fence?.kind === 'station'
  const inTransit = state.process.state === IN_TRANSIT || state.process.state === HALF_UNLOADED
  for (const gauge of state.gauges) {
    if (!gauge.calmNow) {
      gauge.dischargeSinceAt = 0
      gauge.loadingSinceAt = 0
      continue
    }
    if (inTransit && !atSite) judgeDischarge(moment, gauge)
    if (fence?.kind !== 'depot') judgeRise(moment, gauge)
  }
}

function judgeDischarge(moment: Moment, gauge: GaugeState): void {
  const { at, thresholds } = moment
  const from = fallenFrom(moment, gauge)
  gauge.dischargeSinceAt = from === null ? 0 : gauge.dischargeSinceAt || at
  if (from === null || at - gauge.dischargeSinceAt < thresholds.dischargeCalmS * 1000) return
  const lossL = roundHalfAway(from.v20L - gauge.calm.v20L, 2)
  const first = gauge.dischargeAt === 0
  if (!first) return
  gauge.dischargeAt = at
  const place = placeNow(moment.state)
  const properties = {
    compartment: gauge.compartment,
    oilCode: gauge.oilCode,
    cause: '23',
    from: moment.state.process.state,
    to: moment.state.process.state,
    abnormal: 'private-discharge',
    lossV20L: lossL,
    startVolumeL: from.volumeL,
    endVolumeL: gauge.calm.volumeL,
    startLevelMm: from.levelMm,
    endLevelMm: gauge.calm.levelMm,
    fromAt: from.at,
  }
  note(moment, {
    name: 'private-discharge',
    kind: 'process',
    startedAt: at,
    object: 2300 + gauge.compartment,
    endedAt: at,
    place,
    properties,
  })
  if (lossL >= thresholds.highLossStopL) {
    raiseHighLoss(moment, {
      object: gauge.compartment,
      startedAt: at,
      grade: 'red',
      lossL,
      lossRate: (lossL / from.v20L) * 1000,
      threshold: highLossRatePermille(productGroup(gauge.oilCode), thresholds),
      fromAt: from.at,
      toAt: at,
      from: place,
      to: place,
    })
  } else {
    raise(moment, {
      name: 'private-discharge',
      type: 322,
      startedAt: at,
      object: gauge.compartment,
      endedAt: at,
      grade: 'red',
      place,
      properties,
    })
  }
}

/** What the compartment fell from: the stop's first calm value, or the last departure's when it fell before that. */
function fallenFrom(moment: Moment, gauge: GaugeState): Anchor | null {
  const { thresholds } = moment
  const nowL = gauge.calm.v20L
  if (gauge.stopCalm.v20L - nowL >= thresholds.dischargeL) return gauge.stopCalm
  const { stood } = gauge
  const lastCalm = stood.calm && stood.at >= gauge.lastFlowAt
  return lastCalm && stood.v20L - nowL >= thresholds.dischargeBeforeCalmL ? stood : null
}

function judgeRise(moment: Moment, gauge: GaugeState): void {
  const { at, thresholds } = moment
  const roseL = gauge.calm.volumeL - gauge.stopCalm.volumeL
  const rose = roseL >= thresholds.abnormalLoadingL
  gauge.loadingSinceAt = rose ? gauge.loadingSinceAt || at : 0
  if (!rose || at - gauge.loadingSinceAt < thresholds.dischargeCalmS * 1000) return
  if (gauge.abnormalLoadingAt > gauge.stopCalm.at) return
  gauge.abnormalLoadingAt = at
  const place = placeNow(moment.state)
  const properties = {
    compartment: gauge.compartment,
    oilCode: gauge.oilCode,
    cause: '24',
    kind: 'outside-depot',
    startVolumeL: gauge.stopCalm.volumeL,
    endVolumeL: gauge.calm.volumeL,
    roseL: roundHalfAway(roseL, 2),
    fromAt: gauge.stopCalm.at,
  }
  note(moment, {
    name: 'abnormal-loading',
    kind: 'process',
    startedAt: at,
    object: 2400 + gauge.compartment,
    endedAt: at,
    place,
    properties,
  })
  raise(moment, {
    name: 'abnormal-loading',
    type: 321,
    startedAt: at,
    object: gauge.compartment,
    endedAt: at,
    grade: 'red',
    place,
    properties,
  })
}
