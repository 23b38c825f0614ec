import type { ReportView } from '@tanker/contract/report-view'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '../platform/calls/call.ts'
import { forgetTruck, keepTruck, lookedAtTruck } from '../platform/feed/looked-at-truck.ts'
import type { Asked } from './asked.ts'

/** Of a list of one truck: which one is asked for; null of other lists. */
export const truckIn = ({ filters }: Pick<ReportView, 'filters'>, asked: Pick<Asked, 'filters'>): number | null => {
  const name = filters.find(({ kind }) => kind === 'truck')?.name
  const value = name === undefined ? undefined : asked.filters?.[name]
  return typeof value === 'number' ? value : null
}

/** The truck with which a list of one truck begins; it stays while the list is open. `without`: the user does not see it any more. */
export function useListTruck(): readonly [truckId: number | null, without: () => void] {
  const [truckId, setTruckId] = useState(lookedAtTruck)
  const without = (): void => {
    forgetTruck()
    setTruckId(null)
  }
  return [truckId, without]
}

type Answered = { readonly isSuccess: boolean; readonly isPlaceholderData: boolean; readonly error: unknown }

/** A truck that was chosen is remembered when its rows are there; a remembered one that is refused is given up. */
export function useTruckLookedAt(
  truckId: number | null,
  { isChosen, atFirst, without }: { readonly isChosen: boolean; readonly atFirst: number | null; readonly without: () => void },
  { isSuccess, isPlaceholderData, error }: Answered,
): void {
  const isThere = isChosen && isSuccess && !isPlaceholderData
  const isGivenUp = !isChosen && truckId !== null && truckId === atFirst && error instanceof CallError && error.outcome === 'refused'
  const giveUp = useEffectEvent(without)
  useEffect(() => {
    if (isThere && truckId !== null) keepTruck(truckId)
  }, [isThere, truckId])
  useEffect(() => {
    if (isGivenUp) giveUp()
  }, [isGivenUp])
}
