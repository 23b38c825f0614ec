import { waterAlarmFact, waterFact } from '@tanker/domain/facts/cargo-alarm-facts'
import type { GaugeState } from './gauge-state.ts'
import { hundredth } from './gauge-window.ts'
import { type Moment, note, placeNow, raise } from '../moment.ts'

/** Object of the gauge's water alarm: beside the probes' numbers of the same compartment. */
const gaugeObject = (compartment: number): number => compartment * 100 + 99

/** A rise must fall back by this much to be over. */
const hysteresisMm = 2

/** Free water by the gauge, read from a calm surface (3). Probes have their own in site-alarms.ts. */
export function stepWater(moment: Moment): void {
  for (const gauge of moment.state.gauges) {
    if (gauge.waterMm === 0 && gauge.waterAlarmAt === 0) continue
    stepGauge(moment, gauge)
  }
}

function stepGauge(moment: Moment, gauge: GaugeState): void {
  const { at, thresholds } = moment
  const { operation } = gauge
  if (gauge.waterAlarmAt === 0) {
    // Loading stirs up what settles again.
    const settling = operation !== null && (operation.open || at - operation.endedAt < thresholds.waterAfterLoadingMin * 60_000)
    const wet = gauge.calmNow && !settling && (gauge.waterMm >= thresholds.waterMm || riseMm(moment, gauge) >= thresholds.waterRiseMm)
    gauge.waterSinceAt = wet ? gauge.waterSinceAt || at : 0
    if (!wet || at - gauge.waterSinceAt < thresholds.waterS * 1000) return
    gauge.waterAlarmAt = gauge.waterSinceAt
    report(moment, gauge, null)
    return
  }
  if (!gauge.calmNow || gauge.waterMm >= thresholds.waterEndMm || riseMm(moment, gauge) >= thresholds.waterRiseMm - hysteresisMm) {
    gauge.waterSinceAt = 0
    return
  }
  gauge.waterSinceAt = gauge.waterSinceAt || at
  if (at - gauge.waterSinceAt < thresholds.waterS * 1000) return
  report(moment, gauge, at)
  gauge.waterAlarmAt = 0
  gauge.waterSinceAt = 0
}

/** What water rose since the trip's departure, mm: dilution on the road shows before it is much. */
function riseMm(moment: Moment, gauge: GaugeState): number {
  const line = moment.state.trip?.lines.find(({ compartment }) => compartment === gauge.compartment)
  return line === undefined ? 0 : hundredth(gauge.waterMm - line.waterMm)
}

function report(moment: Moment, gauge: GaugeState, endedAt: number | null): void {
  const place = placeNow(moment.state)
  const name = endedAt === null ? 'water-began' : 'water-ended'
  const ended = endedAt === null ? {} : { endedAt }
  const object = gaugeObject(gauge.compartment)
  const properties = {
    compartment: gauge.compartment,
    oilCode: gauge.oilCode,
    sensor: 'gauge' as const,
    waterMm: gauge.waterMm,
    riseMm: riseMm(moment, gauge),
    reason: gauge.waterMm >= moment.thresholds.waterMm ? ('level' as const) : ('rise' as const),
    processState: moment.state.process.state,
  }
  const startedAt = gauge.waterAlarmAt
  note(moment, waterFact, { name, startedAt, object, ...ended, place, properties })
  raise(moment, waterAlarmFact, { name, startedAt, object, ...ended, grade: 'yellow', place, properties })
}
