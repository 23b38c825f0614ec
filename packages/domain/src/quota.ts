import type { ProductGroup } from './product.ts'

const stretchKm = 50
const permillePerStretch = 0.1

/**
 * What may be lost on the road, per mille of what was loaded (GB/T 11085, domain B.3): gasoline 0.1 ‰ for each started
 * 50 km, other products 0.1 ‰ whatever the distance.
 */
export function roadQuotaPermille(group: ProductGroup, distanceKm: number): number {
  if (group !== 'gasoline') return permillePerStretch
  return permillePerStretch * Math.max(1, Math.ceil(distanceKm / stretchKm))
}

/** Litres of loss beyond the quota of what was loaded; nought within it, and for a gain. */
export const overQuotaL = (lossL: number, quotaPermille: number, loadedL: number): number =>
  Math.max(0, lossL - (quotaPermille * loadedL) / 1000)
