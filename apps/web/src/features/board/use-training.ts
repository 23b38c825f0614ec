import { trainingCalls } from '@tanker/contract/endpoints/training'
import type { Training } from '@tanker/contract/training'
import { useEffect, useRef, useState } from 'react'
import { usePrivileges } from '../../platform/account/account-queries.ts'
import { invalidate, useEndpoint } from '../../platform/calls/use-endpoint.ts'

const watchEveryMs = 3_000
/** Strips beside the map. */
const MAX_WATCHED = 4

type Play = Training['plays'][number]
/** An accident that this user staged; without a play until the training control lists it. */
export type Watched = { readonly id: number; readonly play: Play | null }

/** Staged accidents: what can be staged, and those that this user staged last, newest first, each followed to its truck and its alarms. */
export function useTraining(onTruck: (truckId: number) => void) {
  const superMan = usePrivileges().data?.account.role.superMan ?? false
  const [ids, setIds] = useState<readonly number[]>([])
  const { data } = useEndpoint(trainingCalls.read, null, {
    purpose: 'silent',
    enabled: superMan,
    staleTime: Infinity,
    refetchInterval: ids.length === 0 ? false : watchEveryMs,
  })
  const watched = ids.map((id): Watched => ({ id, play: data?.plays.find((play) => play.id === id) ?? null }))
  const started = watched.find(({ play }) => play !== null && play.startedAt !== null && play.truck !== null)
  const [startedId, truckId] = [started?.id ?? null, started?.play?.truck?.id ?? null]
  // Each once, the newest alone: effects run again when the screen is seen again, and another truck may be picked by then.
  const ledTo = useRef<number | null>(null)
  useEffect(() => {
    if (startedId === null || truckId === null || ledTo.current === startedId) return
    ledTo.current = startedId
    onTruck(truckId)
  }, [startedId, truckId, onTruck])
  return {
    stages: data?.stages ?? [],
    watched,
    watch(id: number): void {
      setIds((before) => [id, ...before].slice(0, MAX_WATCHED))
      void invalidate(trainingCalls.read)
    },
    forget: (id: number): void => setIds((before) => before.filter((one) => one !== id)),
  }
}
