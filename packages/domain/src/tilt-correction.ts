/** Tilt of the truck, degrees: axial nose up positive, lateral right side up positive. */
export type Tilt = { readonly axialDeg: number; readonly lateralDeg: number }

/** Where the gauge's rod stands from the middle of its compartment, mm: x forward, y to the right. */
export type RodPosition = { readonly xMm: number; readonly yMm: number }

const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180)

/** What the tilt sensor says, less what it says on level ground (`angleSensorCompX`, `Y`). */
export const zeroedTilt = (raw: Tilt, zero: Tilt): Tilt => ({
  axialDeg: raw.axialDeg - zero.axialDeg,
  lateralDeg: raw.lateralDeg - zero.lateralDeg,
})

/**
 * Level in the middle of the compartment, mm: first order in the angles (domain B.1). At 2 degrees the volume of this
 * level errs by 2 L at most in the reference compartment, at 5 degrees by 17 L; `secondOrderL` takes that up.
 */
export const levelAtMiddleMm = (levelMm: number, rod: RodPosition, tilt: Tilt): number =>
  levelMm + rod.xMm * tangent(tilt.axialDeg) + rod.yMm * tangent(tilt.lateralDeg)

/**
 * Second-order term, litres to add to the volume at the middle level: L³/24 · tan²(axial) · A''(h). Length in metres;
 * `sectionCurvature` is the second derivative of the cross-section's area by the level, m²/m².
 */
export const secondOrderL = (lengthM: number, axialDeg: number, sectionCurvature: number): number =>
  1000 * (lengthM ** 3 / 24) * tangent(axialDeg) ** 2 * sectionCurvature

/** A''(h) of an elliptic section, m²/m²; half axes in metres. */
export function ellipticCurvature(halfWidthM: number, halfHeightM: number, levelMm: number): number {
  const u = 1 - levelMm / 1000 / halfHeightM
  return (2 * halfWidthM * u) / (halfHeightM * Math.sqrt(1 - u * u))
}

/** A reading beyond the limit is kept out of anchors (`maxTitleAngleX`, `Y`; 5 degrees by default). */
export const tiltBeyond = (tilt: Tilt, limitDeg: number): boolean =>
  Math.abs(tilt.axialDeg) > limitDeg || Math.abs(tilt.lateralDeg) > limitDeg
