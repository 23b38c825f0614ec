import { cargoCalls } from '@tanker/contract/endpoints/cargo'
import type { TankInventory } from '@tanker/contract/tank-inventory'
import type { FilterValue } from '@tanker/contract/report-view'
import type { ProductGroup } from '@tanker/domain/products/product'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { marksOf, type TankMark } from './tank-marks.ts'

export type InventoryFilter = {
  readonly scope: FilterValue<'truck-or-organisation'>
  /** Empty for all. */
  readonly products: readonly ProductGroup[]
}

/** Tanks as the server sent them, each with its marks. */
export type MarkedInventory = { readonly inventory: TankInventory; readonly marks: readonly (readonly TankMark[])[] }

/** The tanks of the selected trucks, refreshed at an interval while the page is visible. */
export const useInventory = ({ scope, products }: InventoryFilter, everyS: number) => {
  const query = useEndpoint(
    cargoCalls.tankInventory,
    { ...scope, products },
    {
      purpose: 'poll',
      enabled: scope.truckIds.length + scope.organisationIds.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: everyS * 1000,
      staleTime: 0,
    },
  )
  const inventory = query.data
  const marked = useMemo(
    (): MarkedInventory | null =>
      inventory === undefined ? null : { inventory, marks: inventory.tanks.truck.map((_, tank) => marksOf(inventory, tank)) },
    [inventory],
  )
  return { query, marked }
}
