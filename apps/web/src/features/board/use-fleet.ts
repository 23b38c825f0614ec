import type { FleetSnapshot } from '@tanker/contract/trucks'
import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { useNamed } from '../../platform/find/use-named.ts'
import { useSpelling } from '../../platform/find/use-spelling.ts'
import { type FleetFilter, fleetRows, fleetTexts, makeFleetTree, type Organisation, truckFilter } from './fleet-rows.ts'

const useFleetRevision = (): number =>
  useSyncExternalStore(
    useCallback((changed) => fleetStore.listen(changed), []),
    () => fleetStore.statusRevision,
  )

/** What the store counts at a revision of it. */
const countsAt = (_revision: number) => (organisationId: number) => fleetStore.countsOf(organisationId)

/** The same of the trucks that a screen is about. */
function countsOfSome(fleet: FleetSnapshot, only: BoardFilter): (organisationId: number) => readonly number[] {
  const counts = new Map<number, [offline: number, others: number]>()
  for (const [position, organisationId] of fleet.organisationId.entries()) {
    if (!only(position)) continue
    const held = counts.get(organisationId) ?? [0, 0]
    held[fleet.status[position] === 0 ? 0 : 1] += 1
    counts.set(organisationId, held)
  }
  return (organisationId) => counts.get(organisationId) ?? [0, 0]
}

const NO_ORGANISATIONS: readonly Organisation[] = []

/** Which trucks, by position, the screen itself shows; a new function when its answers may differ. */
export type BoardFilter = (position: number) => boolean

/** The rows of the list, which trucks the filter shows, and the places and drivers that the search looks through. */
export function useFleet(filter: FleetFilter, only: BoardFilter | null, also: BoardFilter | null) {
  const organisations = useEndpoint(organisationCalls.list, null, { staleTime: Infinity }).data ?? NO_ORGANISATIONS
  const isSearching = filter.search.trim() !== ''
  const spell = useSpelling(isSearching)
  const { places, drivers } = useNamed(isSearching, spell)
  const revision = useFleetRevision()
  const fleet = fleetStore.fleet
  const tree = useMemo(() => fleet && makeFleetTree(organisations, fleet), [organisations, fleet])
  const texts = useMemo(() => {
    if (!fleet || !isSearching) return null
    const driverOf = new Map(drivers.flatMap(({ name, truckId }) => (truckId === null ? [] : [[truckId, name] as const])))
    return fleetTexts(organisations, fleet, driverOf, spell)
  }, [organisations, fleet, isSearching, drivers, spell])
  const shown = useMemo((): BoardFilter => {
    if (!fleet) return () => false
    const isFound = truckFilter(fleet, filter, texts)
    return (position) => isFound(position) && (only === null || only(position)) && (also === null || also(position))
  }, [fleet, filter, texts, only, also])
  const rows = useMemo(() => {
    if (!tree || !fleet) return null
    const isNarrowed = only !== null || also !== null
    return fleetRows(tree, filter, shown, only === null ? countsAt(revision) : countsOfSome(fleet, only), isNarrowed)
  }, [tree, fleet, filter, shown, revision, only, also])
  return { rows, shown, places, drivers }
}
