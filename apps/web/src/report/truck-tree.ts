import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { useMemo, useSyncExternalStore } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { fleetStore } from '../platform/feed/fleet-store.ts'

type Organisation = { readonly id: number; readonly parentId: number | null; readonly name: string }

export type TruckNode = { readonly value: string; readonly label: string; readonly children?: TruckNode[] }

/** Organisations with their trucks, by plate. Values are `c3` for an organisation and `t7` for a truck. */
export const truckTreeOf = (
  organisations: readonly Organisation[],
  fleet: Pick<FleetSnapshot, 'truckId' | 'organisationId' | 'signCode'> | null,
): TruckNode[] => {
  const trucks = new Map<number, TruckNode[]>()
  fleet?.truckId.forEach((truckId, position) => {
    const organisationId = fleet.organisationId[position] ?? 0
    const node = { value: `t${truckId}`, label: fleet.signCode[position] ?? '' }
    const own = trucks.get(organisationId)
    if (own) own.push(node)
    else trucks.set(organisationId, [node])
  })
  const known = new Set(organisations.map(({ id }) => id))
  const below = (parent: number | null): TruckNode[] =>
    organisations
      .filter(({ parentId }) => (parent === null ? parentId === null || !known.has(parentId) : parentId === parent))
      .map(({ id, name }) => ({
        value: `c${id}`,
        label: name,
        children: [...below(id), ...(trucks.get(id) ?? []).toSorted((a, b) => (a.label < b.label ? -1 : 1))],
      }))
  return below(null)
}

/** The user's organisations with their trucks, as a tree to choose from. */
export const useTruckTree = (): TruckNode[] => {
  const organisations = useEndpoint(organisationCalls.list, null, { staleTime: Infinity }).data
  const fleet = useSyncExternalStore(
    (changed) => fleetStore.listen((positions) => positions === null && changed()),
    () => fleetStore.fleet,
  )
  return useMemo(() => truckTreeOf(organisations ?? [], fleet), [organisations, fleet])
}

/** The ids behind the values of one letter. */
export const idsOf = (values: readonly string[], letter: 'c' | 't'): number[] =>
  values.filter((one) => one.startsWith(letter)).map((one) => Number(one.slice(1)))

/** The scope after a choice. Rows are of the trucks alone where trucks are chosen: the first truck takes the place of the organisations, and back. */
export const scopeOf = (chosen: readonly string[], before: readonly string[]): { organisationIds: number[]; truckIds: number[] } => {
  const added = chosen.filter((value) => !before.includes(value))
  const letter = added.some((value) => value.startsWith('t')) ? 't' : added.length > 0 ? 'c' : null
  return {
    organisationIds: letter === 't' ? [] : idsOf(chosen, 'c'),
    truckIds: letter === 'c' ? [] : idsOf(chosen, 't'),
  }
}
