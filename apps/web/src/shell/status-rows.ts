import type { TruckStatusRow } from '@tanker/contract/trucks'
import { oilTotals, PRODUCT_GROUPS, productGroupText, type TankInventory } from '@tanker/domain/products/product'
import { text } from '../platform/language.ts'
import { shownWhole } from '../platform/shown-values.ts'

/** What a truck carries, by group of products; '' for nothing. */
export const oilOf = (row: TruckStatusRow): string => {
  const totals = oilTotals(JSON.parse(row.lastInventoryMap === '' ? '[]' : row.lastInventoryMap) as readonly TankInventory[])
  return PRODUCT_GROUPS.filter((group) => totals[group] > 0)
    .map((group) => `${text(productGroupText[group])} ${shownWhole(totals[group])}`)
    .join(' · ')
}

/** An alarm counts from its own start, every other state from its beginning. */
export const sinceOf = (row: TruckStatusRow): string | null =>
  row.status === 3 ? (row.alarmStartTime ?? row.statusStartTime) : row.statusStartTime
