import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { roundHalfAway } from '@tanker/domain/loss/loss'
import { type ProductGroup, productGroup } from '@tanker/domain/products/product'
import type { CompartmentReading } from '@tanker/domain/reading'
import { densityAt, standardDensity20 } from '@tanker/domain/tank/volume-correction'
import { abnormalLoadingFact, LOADING_KINDS } from '@tanker/domain/facts/cargo-alarm-facts'
import type { GaugeState } from './gauge-state.ts'
import type { Moment } from '../moment.ts'
import { findTrouble, judgeTrouble } from '../equipment/troubles.ts'

/** Bounds of the density of fuels, kg/m³: outside them the densimeter is broken or missing. */
const lightestKgM3 = 600
const heaviestKgM3 = 1000
/** No fuel's density moves by more than this with a degree, kg/m³: what differs by less needs no table. */
const mostPerDegreeKgM3 = 1.1

/** The density of a calm product against what its product weighs at that temperature (321, kind density): mixed, or another one. */
export function stepDensity(moment: Moment, compartments: readonly CompartmentReading[]): void {
  for (const reading of compartments) {
    const group = productGroup(reading.oilCode)
    if (group === 'other' || reading.densityKgM3 < lightestKgM3 || reading.densityKgM3 > heaviestKgM3) continue
    const object = LOADING_KINDS.indexOf('density') * 100 + reading.compartment
    const roughKgM3 = Math.abs(reading.densityKgM3 - density20(moment, group))
    const byTemperatureKgM3 = Math.abs(reading.temperatureC - 20) * mostPerDegreeKgM3
    const mayDiffer = roughKgM3 + byTemperatureKgM3 >= moment.thresholds.densityDiffersKgM3
    if (!mayDiffer && findTrouble(moment, ALARM.abnormalLoading, object) === null) continue
    const gauge = moment.state.gauges.find(({ compartment }) => compartment === reading.compartment)
    if (!gauge) continue
    // Emptied, or loaded again: the finding on the former load ends.
    const other =
      (gauge.operation?.loading === true && gauge.operation.open) || (gauge.calmNow && gauge.calm.volumeL < moment.thresholds.emptyL)
    if (isComparable(moment, gauge) || other) judge(moment, gauge, reading, group, object, other)
  }
}

const density20 = ({ thresholds }: Moment, group: ProductGroup): number =>
  group === 'gasoline' ? thresholds.density20GasolineKgM3 : thresholds.density20DieselKgM3

/** Calm, enough of it about the densimeter, and not in the middle of a loading, while what comes in still mixes. */
function isComparable({ thresholds }: Moment, gauge: GaugeState): boolean {
  const { operation } = gauge
  return gauge.fault === 0 && gauge.calmNow && gauge.calm.volumeL >= thresholds.loadedL && (operation === null || !operation.open)
}

function judge(moment: Moment, gauge: GaugeState, reading: CompartmentReading, group: ProductGroup, object: number, isOver: boolean): void {
  const { thresholds, context } = moment
  const { temperatureC, densityKgM3 } = reading
  const expectedKgM3 = densityAt(density20(moment, group), temperatureC)
  const differenceKgM3 = roundHalfAway(densityKgM3 - expectedKgM3, 2)
  const differs = !isOver && Math.abs(differenceKgM3) >= thresholds.densityDiffersKgM3
  if (!differs && findTrouble(moment, ALARM.abnormalLoading, object) === null) return
  judgeTrouble(moment, differs, {
    alarm: abnormalLoadingFact,
    object,
    name: 'abnormal-density',
    record: null,
    holdMs: thresholds.densityCalmS * 1000,
    goodMs: isOver ? 0 : thresholds.gaugeGoodMin * 60_000,
    value: Math.abs(differenceKgM3),
    worse: 'more',
    grade: 'red',
    properties: {
      compartment: gauge.compartment,
      oilCode: gauge.oilCode,
      planOilCode: context.slip?.loads?.find(({ compartment }) => compartment === gauge.compartment)?.oilCode ?? null,
      kind: 'density',
      startVolumeL: gauge.calm.volumeL,
      endVolumeL: gauge.calm.volumeL,
      planL: null,
      slipNo: context.slip?.slipNo ?? null,
      temperatureC,
      measuredKgM3: densityKgM3,
      expectedKgM3: roundHalfAway(expectedKgM3, 2),
      measured20KgM3: roundHalfAway(standardDensity20(densityKgM3, temperatureC, false), 2),
      expected20KgM3: density20(moment, group),
      differenceKgM3,
    },
  })
}
