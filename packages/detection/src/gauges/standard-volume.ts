import { VOLUME_MODES, type VolumeSource } from '@tanker/domain/tank/platform-volume'
import { type ProductGroup, productGroup } from '@tanker/domain/products/product'
import type { CompartmentReading } from '@tanker/domain/reading'
import type { ThresholdName, Thresholds } from '@tanker/domain/thresholds'
import { v20L, VOLUME_METHODS, type VolumeMethod } from '@tanker/domain/tank/volume'
import type { GaugeState } from './gauge-state.ts'

type Names = { readonly method: ThresholdName; readonly density20KgM3: ThresholdName; readonly expansionPerC: ThresholdName }
const names: Readonly<Record<ProductGroup, Names>> = {
  gasoline: { method: 'v20MethodGasoline', density20KgM3: 'density20GasolineKgM3', expansionPerC: 'expansionGasolinePerC' },
  diesel: { method: 'v20MethodDiesel', density20KgM3: 'density20DieselKgM3', expansionPerC: 'expansionDieselPerC' },
  other: { method: 'v20MethodOther', density20KgM3: 'density20OtherKgM3', expansionPerC: 'expansionOtherPerC' },
}
const methods = Object.keys(VOLUME_METHODS) as VolumeMethod[]

const methodOf = (thresholds: Thresholds, group: ProductGroup, byPlatform: boolean): VolumeMethod => {
  if (byPlatform && thresholds.volCalcMode === VOLUME_MODES.simpleV20) return 'simple'
  if (byPlatform && thresholds.volCalcMode >= VOLUME_MODES.vcfV20) return 'vcf'
  return methods[thresholds[names[group].method]] ?? 'device'
}

/**
 * The method that a product's V20 comes by on this truck; a number that names none is the console's own.
 * @param byPlatform the platform computes the volume, and its way of computing may name the method
 */
export const volumeMethodOf = (thresholds: Thresholds, oilCode: number, byPlatform: boolean): VolumeMethod =>
  methodOf(thresholds, productGroup(oilCode), byPlatform)

/** Whose litres a gauge counts; the console's where there is no gauge yet. */
export const volumeSourceOf = (gauge: Pick<GaugeState, 'tableKey'> | undefined): VolumeSource =>
  gauge === undefined || gauge.tableKey === 0 ? 'console' : 'platform'

/** Expansion coefficient of a product on this truck, per °C. */
export const expansionOf = (thresholds: Thresholds, oilCode: number): number => thresholds[names[productGroup(oilCode)].expansionPerC]

/** Volume of a reading at 20 °C, litres, by its product's method: the same at both ends of a trip (domain B.2). */
export function standardL(thresholds: Thresholds, reading: CompartmentReading, byPlatform: boolean): number {
  const group = productGroup(reading.oilCode)
  const volumeMethod = methodOf(thresholds, group, byPlatform)
  if (volumeMethod === 'device') return reading.v20L
  const density20KgM3 = thresholds[names[group].density20KgM3]
  const expansionPerC = thresholds[names[group].expansionPerC]
  return v20L({ group, volumeMethod, density20KgM3, expansionPerC }, reading.volumeL, reading.temperatureC, reading.v20L)
}
