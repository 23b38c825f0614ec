import type { ProductGroup } from './product.ts'

/** Expansion per °C that consoles use (domain B.2); the product list of a truck may say otherwise. */
export const expansionPerC: Readonly<Record<ProductGroup, number>> = { gasoline: 0.0012, diesel: 0.0008, other: 0.0008 }

/**
 * Volume at 20 °C by the simple formula Vt · (1 − f · (t − 20)), where the device sends none.
 * It differs from the VCF by up to 1.5 ‰, so both ends of a trip must use the same method (domain B.2).
 */
export function simpleV20L(volumeL: number, temperatureC: number, expansion: number): number {
  return volumeL * (1 - expansion * (temperatureC - 20))
}
