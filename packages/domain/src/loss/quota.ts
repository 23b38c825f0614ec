import type { ProductGroup } from '../products/product.ts'

const stretchKm = 50
const permillePerStretch = 0.1

/**
 * Permitted loss on the road, per mille of the loaded volume (GB/T 11085, domain B.3): gasoline 0.1 ‰ for each started
 * 50 km, other products 0.1 ‰ for any distance.
 */
export function roadQuotaPermille(group: ProductGroup, distanceKm: number): number {
  if (group !== 'gasoline') return permillePerStretch
  return permillePerStretch * Math.max(1, Math.ceil(distanceKm / stretchKm))
}

/** Litres of loss beyond the quota of the loaded volume; zero within it and for a gain. */
export const overQuotaL = (lossL: number, quotaPermille: number, loadedL: number): number =>
  Math.max(0, lossL - (quotaPermille * loadedL) / 1000)
