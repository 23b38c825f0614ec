/** Tilt of the truck, degrees: axial nose up positive, lateral right side up positive. */
export type Tilt = { readonly axialDeg: number; readonly lateralDeg: number }

/** Where the gauge's rod stands from the middle of its compartment, mm: x forward, y to the right. */
export type RodPosition = { readonly xMm: number; readonly yMm: number }

const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180)

/**
 * Level in the middle of the compartment, mm: first order in the angles (domain B.1). At 2 degrees the volume of this
 * level errs by 2 L at most in the reference compartment, at 5 degrees by 17 L.
 */
export const levelAtMiddleMm = (levelMm: number, rod: RodPosition, tilt: Tilt): number =>
  levelMm + rod.xMm * tangent(tilt.axialDeg) + rod.yMm * tangent(tilt.lateralDeg)
