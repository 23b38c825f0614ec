/** How deep a float sits, mm: its mass over its area (kg/m²) by the liquid's density (kg/m³), domain B.1. */
export const immersionMm = (massPerAreaKgM2: number, densityKgM3: number): number => (massPerAreaKgM2 / densityKgM3) * 1000

/** To add to the reading, mm: a lighter liquid than the one of the calibration lets the float sink deeper, so it reads low. */
export const floatCorrectionMm = (massPerAreaKgM2: number, densityKgM3: number, calibrationKgM3: number): number =>
  immersionMm(massPerAreaKgM2, densityKgM3) - immersionMm(massPerAreaKgM2, calibrationKgM3)
