import type { ProductGroup } from '../products/product.ts'
import type { Text } from '../texts/text.ts'
import { vcf20 } from './volume-correction.ts'

/** Expansion per °C that consoles use (domain B.2); the product list of a truck may say otherwise. */
export const expansionPerC: Readonly<Record<ProductGroup, number>> = { gasoline: 0.0012, diesel: 0.0008, other: 0.0008 }

/** Standard density at 20 °C when it was not measured, kg/m³. */
const usualDensity20KgM3: Readonly<Record<ProductGroup, number>> = { gasoline: 735, diesel: 840, other: 820 }

/**
 * Volume at 20 °C by the simple formula Vt · (1 − f · (t − 20)), where the device sends none.
 * It differs from the VCF by up to 1.5 ‰, so both ends of a trip must use the same method (domain B.2).
 */
export function simpleV20L(volumeL: number, temperatureC: number, expansion: number): number {
  return volumeL * (1 - expansion * (temperatureC - 20))
}

/** How V20 comes about; a choice of each product, kept with every row that holds a V20, and the same at both ends of a trip. */
export const VOLUME_METHODS = {
  device: { zh: '主机计算', en: 'By the console' },
  vcf: { zh: 'VCF（GB/T 1885）', en: 'VCF (GB/T 1885)' },
  simple: { zh: '膨胀系数', en: 'Expansion coefficient' },
} as const satisfies Readonly<Record<string, Text>>
export type VolumeMethod = keyof typeof VOLUME_METHODS

export type ProductExpansion = {
  readonly group: ProductGroup
  readonly volumeMethod: VolumeMethod
  /** Standard density at 20 °C; without it that usual for the group. */
  readonly density20KgM3?: number
  /** For `simple`; without it that usual for the group. */
  readonly expansionPerC?: number
}

/** V20, litres, by the product's method; `deviceV20L` is what the console sent. */
export function v20L(product: ProductExpansion, volumeL: number, temperatureC: number, deviceV20L: number): number {
  switch (product.volumeMethod) {
    case 'device':
      return deviceV20L
    case 'vcf':
      return volumeL * vcf20(product.density20KgM3 ?? usualDensity20KgM3[product.group], temperatureC)
    case 'simple':
      return simpleV20L(volumeL, temperatureC, product.expansionPerC ?? expansionPerC[product.group])
  }
}
