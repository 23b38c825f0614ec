import { flowStepFact } from '@tanker/domain/facts/cargo-facts'
import type { GaugeState } from '../gauges/gauge-state.ts'
import type { OperationState } from './operation-state.ts'
import { type Moment, note } from '../moment.ts'

const minuteMs = 60_000

/**
 * Steps of the rate within an operation (flow-step): a hose tapped off shows as one. Rates are slopes of a minute,
 * taken once a minute; a new rate counts when two in a row agree, so a step is one row and not its ramp.
 */
export function stepFlowRate(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  const { at, thresholds } = moment
  noteStop(moment, gauge, operation)
  if (operation.rateAt === 0) operation.rateAt = operation.startedAt + minuteMs
  if (at - operation.rateAt < minuteMs || gauge.quietSinceAt !== 0) return
  operation.rateAt = at
  const rate = Math.round(Math.abs(gauge.flowLpm))
  const before = operation.rateLpm
  const agrees = Math.abs(rate - operation.lastRateLpm) <= Math.max(50, rate * 0.15)
  operation.lastRateLpm = rate
  if (!agrees) return
  if (before === 0) {
    operation.rateLpm = rate
    return
  }
  const change = Math.abs(rate - before)
  if (change < thresholds.flowStepLpm || change * 100 < thresholds.flowStepPercent * before) return
  operation.rateLpm = rate
  noteStep(moment, gauge, operation, rate > before ? 'surge' : 'drop', at - 2 * minuteMs, at, rate, before)
}

/** A flow that rested and went on had stopped; the rest at the end of an operation is its end. */
function noteStop(moment: Moment, gauge: GaugeState, operation: OperationState): void {
  if (gauge.quietSinceAt !== 0) {
    operation.stoppedAt = gauge.quietSinceAt
    return
  }
  const stoppedMs = operation.stoppedAt === 0 ? 0 : moment.at - operation.stoppedAt
  if (stoppedMs >= moment.thresholds.flowStopS * 1000) {
    noteStep(moment, gauge, operation, 'stop', operation.stoppedAt, moment.at, 0, operation.rateLpm)
    operation.rateAt = moment.at + minuteMs
  }
  operation.stoppedAt = 0
}

function noteStep(
  moment: Moment,
  gauge: GaugeState,
  operation: OperationState,
  step: 'surge' | 'drop' | 'stop',
  startedAt: number,
  endedAt: number,
  rateLpm: number,
  beforeLpm: number,
): void {
  note(moment, flowStepFact, {
    name: 'flow-step',
    startedAt: Math.max(startedAt, operation.startedAt),
    object: gauge.compartment,
    endedAt,
    place: operation.place,
    properties: {
      compartment: gauge.compartment,
      oilCode: gauge.oilCode,
      opStartedAt: new Date(operation.startedAt).toISOString(),
      direction: operation.loading ? 'loading' : 'unloading',
      rateLpm,
      beforeLpm,
      step,
      volumeL: gauge.volumeL,
    },
  })
}
