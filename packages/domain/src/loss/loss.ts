/** Loss and its rate (domain B.3): positive is loss (损), negative is gain (溢). */

export type LossLine = { readonly beforeL: number; readonly afterL: number }

export const lossL = (line: LossLine): number => line.beforeL - line.afterL

/** Per mille of the volume before; sums first, then divides: a mean of rates is wrong. Zero when the base is zero. */
export function lossRatePermille(lines: readonly LossLine[]): number {
  let before = 0
  let after = 0
  for (const line of lines) {
    before += line.beforeL
    after += line.afterL
  }
  return before === 0 ? 0 : ((before - after) / before) * 1000
}

/** Half away from zero. The tiny push undoes binary fractions such as 1.005. */
export function roundHalfAway(value: number, decimals: number): number {
  const factor = 10 ** decimals
  const scaled = Math.abs(value) * factor
  return (Math.sign(value) * Math.floor(scaled + 0.5 + scaled * 1e-12)) / factor || 0
}

/** The rate is shown in per mille with 4 decimals (spec 9). */
export const lossRateText = (ratePermille: number): string => roundHalfAway(ratePermille, 4).toFixed(4)
