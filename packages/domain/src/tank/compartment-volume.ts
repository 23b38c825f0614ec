import { type TankTable, volumeAt } from './tank-table.ts'

export type CompartmentLevels = {
  /** Height of all the liquid, corrected. */
  readonly levelMm: number
  /** Height of the free water below the product. */
  readonly waterMm: number
  readonly bottomValveOpen: boolean
  readonly pipeWet: boolean
}

export type CompartmentBlindness = {
  /** Below it the gauge sees nothing (`blindLevel`). */
  readonly blindLevelMm: number
  /** Water counts from above it (`waterBlindLevel`). */
  readonly waterBlindMm: number
  /** Litres in the pipe behind the bottom valve (`cabinPipeVol`). */
  readonly pipeL: number
}

export type CompartmentVolume = {
  readonly productL: number
  readonly waterL: number
  readonly pipeL: number
  readonly totalL: number
  /** Room above the liquid. */
  readonly ullageL: number
  /** Below the blind level: level and volume are shown as zero. */
  readonly blind: boolean
  readonly overTable: boolean
}

/** Volume in a compartment, litres at the product's temperature, from its table and its levels (domain B.1). */
export function compartmentVolume(table: TankTable, levels: CompartmentLevels, setup: CompartmentBlindness): CompartmentVolume {
  const capacityL = table.volumesL[table.volumesL.length - 1] ?? 0
  if (levels.levelMm < setup.blindLevelMm) {
    return { productL: 0, waterL: 0, pipeL: 0, totalL: 0, ullageL: capacityL, blind: true, overTable: false }
  }
  const liquid = volumeAt(table, levels.levelMm)
  const waterL = levels.waterMm > setup.waterBlindMm ? volumeAt(table, levels.waterMm).volumeL : 0
  const pipeL = levels.bottomValveOpen && levels.pipeWet ? setup.pipeL : 0
  return {
    productL: liquid.volumeL - waterL + pipeL,
    waterL,
    pipeL,
    totalL: liquid.volumeL + pipeL,
    ullageL: capacityL - liquid.volumeL,
    blind: false,
    overTable: liquid.overTable,
  }
}

/** 1 + 3·a·(t − 20): a steel shell 12e-6, aluminium 23e-6 per °C (domain B.1). The same at both ends, or at none. */
export const shellFactor = (expansionPerC: number, shellC: number): number => 1 + 3 * expansionPerC * (shellC - 20)
