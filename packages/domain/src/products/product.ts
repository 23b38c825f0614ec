import type { Text } from '../texts/text.ts'

/** Spec 9. */
export const PRODUCT_GROUPS = ['gasoline', 'diesel', 'other'] as const
export type ProductGroup = (typeof PRODUCT_GROUPS)[number]

export const productGroupText: Readonly<Record<ProductGroup, Text>> = {
  gasoline: { zh: '汽油', en: 'Gasoline' },
  diesel: { zh: '柴油', en: 'Diesel' },
  other: { zh: '其他', en: 'Other' },
}

/** Spec 9: > 0 gasoline, −1 other, otherwise diesel. */
export function productGroup(oilCode: number): ProductGroup {
  if (oilCode > 0) return 'gasoline'
  return oilCode === -1 ? 'other' : 'diesel'
}

/** One tank of `lastInventoryMap` (spec 3.2). */
export type TankInventory = { readonly cab: number; readonly oilCode: number; readonly vt: number }

/** Litres by product, each tank rounded up before it is added (spec 9). */
export function oilTotals(tanks: readonly Pick<TankInventory, 'oilCode' | 'vt'>[]): Record<ProductGroup, number> {
  const totals = { gasoline: 0, diesel: 0, other: 0 }
  for (const { oilCode, vt } of tanks) totals[productGroup(oilCode)] += Math.ceil(vt)
  return totals
}
