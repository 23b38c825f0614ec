/** How well a loss between two gauge readings can be known (domain D.9, D.11). */

/** One sigma of the difference of two calm readings of a compartment, of what it holds (domain D.11: 6.7 L of 8000 L). */
const sigmaPermille = 0.84
/** The gauge alone, however little is aboard (domain D.9). */
const leastSigmaL = 4
/** A total that was not calm at an end is at least twice as doubtful. */
const notCalmFactor = 2
/** Losses up to so many sigmas are noise: 20 L a compartment, 40 L for four (domain D.11). */
const sigmas = 3

/** Litres, one sigma, by which the loss of one compartment is uncertain where its levels are not at hand, only its litres. */
export function compartmentUncertaintyL(volumeL: number, calm: boolean): number {
  return Math.max(leastSigmaL, (volumeL * sigmaPermille) / 1000) * (calm ? 1 : notCalmFactor)
}

/** One sigma of a sum of independent losses. */
export const summedUncertaintyL = (each: readonly number[]): number => Math.sqrt(each.reduce((sum, sigma) => sum + sigma * sigma, 0))

export const LOSS_JUDGEMENTS = ['loss', 'gain', 'cannot-tell'] as const

/** What may be said of a loss in view of its uncertainty (one sigma). */
export function judgeLoss(lossL: number, uncertaintyL: number): (typeof LOSS_JUDGEMENTS)[number] {
  if (Math.abs(lossL) <= sigmas * uncertaintyL) return 'cannot-tell'
  return lossL > 0 ? 'loss' : 'gain'
}

/** One end of a loss: what the gauge said, and the slope of the tank there. */
export type MeasuredEnd = { readonly volumeL: number; readonly levelMm: number; readonly calm: boolean }

/** One sigma of each source; thresholds of the same names resolve them. */
export type MeasurementSigmas = {
  readonly gaugeSigmaMm: number
  readonly temperatureSigmaC: number
  readonly tiltSigmaMm: number
  readonly tableSigmaPermille: number
}

/** A surface that was not calm may be read wrong by this much more. */
const swingingFactor = 5

/**
 * Litres per mm at a level, of a lying elliptic tank that holds `volumeL` of `capacityL` at `levelMm`: the height follows
 * from the share that is full, so no table is needed. Without a reading, that of a half-full tank 1.6 m high.
 */
export function litresPerMm(capacityL: number, volumeL: number, levelMm: number): number {
  const share = volumeL / capacityL
  if (!isInside(share) || levelMm <= 0) return (4 * capacityL) / Math.PI / 1600
  const angle = angleOf(share)
  return ((2 * capacityL) / (Math.PI * halfHeightMm(levelMm, angle))) * Math.sin(angle)
}

/**
 * Litres at another level of an elliptic tank that holds `volumeL` at `levelMm`; null near full and empty, where the level says little.
 */
export function litresAtLevel(capacityL: number, volumeL: number, levelMm: number, otherMm: number): number | null {
  const share = volumeL / capacityL
  if (!isInside(share) || levelMm <= 0) return null
  const cosine = 1 - otherMm / halfHeightMm(levelMm, angleOf(share))
  return Math.abs(cosine) > 1 ? null : capacityL * shareOf(Math.acos(cosine))
}

const isInside = (share: number): boolean => share > 0.002 && share < 0.998

/** Share of an ellipse below a level whose half chord is seen under this angle. */
const shareOf = (angle: number): number => (angle - Math.sin(angle) * Math.cos(angle)) / Math.PI

/** The angle under which the half chord at a share of an ellipse is seen. */
export function angleOf(share: number): number {
  let low = 0
  let high = Math.PI
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2
    if (shareOf(middle) < share) low = middle
    else high = middle
  }
  return low
}

const halfHeightMm = (levelMm: number, angle: number): number => levelMm / (1 - Math.cos(angle))

/** One sigma of the loss between two readings, litres: gauge and tilt at both ends, temperature, table of what flowed. */
export function lossSigmaL(
  capacityL: number,
  before: MeasuredEnd,
  after: MeasuredEnd,
  expansion: number,
  sigmas: MeasurementSigmas,
): number {
  let squares = 0
  for (const end of [before, after]) {
    const slope = litresPerMm(capacityL, end.volumeL, end.levelMm) * (end.calm ? 1 : swingingFactor)
    squares += (slope * sigmas.gaugeSigmaMm) ** 2 + (slope * sigmas.tiltSigmaMm) ** 2
    squares += (end.volumeL * expansion * sigmas.temperatureSigmaC) ** 2
  }
  squares += ((Math.abs(before.volumeL - after.volumeL) * sigmas.tableSigmaPermille) / 1000) ** 2
  return Math.sqrt(squares)
}
