import { useMemo, useSyncExternalStore } from 'react'
import type { Choice } from '../ui/choice-rows.ts'
import { fleetStore } from './fleet-store.ts'

/** The trucks that the user sees, by plate, to choose from; `isThere`: the fleet has arrived. */
export function useTruckChoices(): { readonly choices: readonly Choice<number>[]; readonly isThere: boolean } {
  const fleet = useSyncExternalStore(
    (changed) => fleetStore.listen((positions) => positions === null && changed()),
    () => fleetStore.fleet,
  )
  const choices = useMemo(
    () =>
      (fleet?.truckId ?? [])
        .map((value, position) => ({ value, label: fleet?.signCode[position] ?? '' }))
        .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    [fleet],
  )
  return { choices, isThere: fleet !== null }
}
