import type { ProductGroup } from './product.ts'
import { roadQuotaPermille } from './quota.ts'

export type TransportMode = 'road' | 'rail' | 'water'

/** Up to which distance a rate holds, km, and the rate of gasoline there, per cent. */
const gasoline: Readonly<Record<'rail' | 'water', readonly (readonly [number, number])[]>> = {
  rail: [
    [500, 0.16],
    [1500, 0.24],
    [Number.POSITIVE_INFINITY, 0.3],
  ],
  water: [
    [500, 0.24],
    [1500, 0.28],
    [Number.POSITIVE_INFINITY, 0.36],
  ],
}
const others = { rail: 0.12, water: 0.15 } as const

/** What may be lost in transport, per cent of what was loaded (GB/T 11085, domain B.3). */
export function transportQuotaPercent(mode: TransportMode, group: ProductGroup, distanceKm: number): number {
  if (mode === 'road') return roadQuotaPermille(group, distanceKm) / 10
  if (group !== 'gasoline') return others[mode]
  return gasoline[mode].find(([untilKm]) => distanceKm <= untilKm)?.[1] ?? 0
}

/** Storage zones of the standard, south to cold north. */
export type QuotaZone = 'A' | 'B' | 'C'

/** Zones A and B: January to March and October to December; zone C: January to April and November, December. Month 1–12. */
export const isQuotaWinter = (zone: QuotaZone, month: number): boolean =>
  zone === 'C' ? month <= 4 || month >= 11 : month <= 3 || month >= 10

/** Storage of gasoline, per cent a month, winter and summer. */
const storage: Readonly<Record<QuotaZone, readonly [number, number]>> = { A: [0.11, 0.21], B: [0.05, 0.12], C: [0.03, 0.09] }

export const storageQuotaPercent = (zone: QuotaZone, month: number): number => storage[zone][isQuotaWinter(zone, month) ? 0 : 1]

/** Loading into and unloading from a road tanker, per cent: gasoline by zone, others everywhere alike. */
const loading: Readonly<Record<QuotaZone, number>> = { A: 0.1, B: 0.08, C: 0.05 }
const unloading: Readonly<Record<QuotaZone, number>> = { A: 0.23, B: 0.2, C: 0.13 }

export const loadingQuotaPercent = (group: ProductGroup, zone: QuotaZone): number => (group === 'gasoline' ? loading[zone] : 0.01)

/** What the standard tells apart beyond the groups of the product list. */
export type QuotaProduct = ProductGroup | 'kerosene' | 'lubricant'

/** A floating roof at the station keeps the vapour in. */
export function unloadingQuotaPercent(product: QuotaProduct, zone: QuotaZone, floatingRoof: boolean): number {
  if (product === 'lubricant') return 0.04
  if (product !== 'gasoline') return 0.05
  return floatingRoof ? 0.01 : unloading[zone]
}

/** Pumping from tank to tank, per cent: gasoline winter and summer, others alike. Month 1–12. */
const transfer: Readonly<Record<QuotaZone, readonly [number, number]>> = { A: [0.15, 0.22], B: [0.12, 0.18], C: [0.06, 0.12] }

export const transferQuotaPercent = (product: QuotaProduct, zone: QuotaZone, month: number): number =>
  product === 'gasoline' ? transfer[zone][isQuotaWinter(zone, month) ? 0 : 1] : 0.01

/** Selling by dispenser, per cent. */
export const RETAIL_QUOTA_PERCENT = { gasoline: 0.29, kerosene: 0.12, diesel: 0.08 } as const
