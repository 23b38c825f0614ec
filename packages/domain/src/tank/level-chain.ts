import { floatCorrectionMm } from './float-correction.ts'
import { levelAtMiddleMm, type RodPosition, type Tilt } from './tilt-correction.ts'

/** What a gauge of one compartment needs from its raw reading to its level; mm unless the name says otherwise. */
export type GaugeSetup = {
  /** Zero of the rod (`levelComp`). */
  readonly zeroMm: number
  /** Added below `lowLevelMm` (`lowLevelComp`). */
  readonly lowLevelMm: number
  readonly lowLevelCompMm: number
  /** Piecewise offsets (`c1tablelevelComp` …): each holds from its level up. Ascending. */
  readonly offsets: readonly { readonly fromMm: number; readonly compMm: number }[]
  /** Mass of the float over its area, kg/m²; 0 leaves the float uncorrected. */
  readonly floatKgM2: number
  /** Density that the float was calibrated in, kg/m³. */
  readonly floatCalibrationKgM3: number
  readonly rod: RodPosition
}

/** The level chain in its order: zero, low level, table offsets, float, tilt (domain B.1). Level in mm, density in kg/m³. */
export function correctedLevelMm(rawMm: number, setup: GaugeSetup, densityKgM3: number, tilt: Tilt): number {
  let levelMm = rawMm + setup.zeroMm
  if (levelMm < setup.lowLevelMm) levelMm += setup.lowLevelCompMm
  let offsetMm = 0
  for (const { fromMm, compMm } of setup.offsets) if (levelMm >= fromMm) offsetMm = compMm
  levelMm += offsetMm
  if (setup.floatKgM2 !== 0) levelMm += floatCorrectionMm(setup.floatKgM2, densityKgM3, setup.floatCalibrationKgM3)
  return levelAtMiddleMm(levelMm, setup.rod, tilt)
}
