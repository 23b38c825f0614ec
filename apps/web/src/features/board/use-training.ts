import { trainingCalls } from '@tanker/contract/endpoints/training'
import type { Training } from '@tanker/contract/training'
import { useEffect, useRef, useState } from 'react'
import { usePrivileges } from '../../platform/account/account-queries.ts'
import { invalidate, useEndpoint } from '../../platform/calls/use-endpoint.ts'

const watchEveryMs = 3_000

type Play = Training['plays'][number]

/** Staged accidents: what can be staged, and the one that this user staged last, followed to its truck and its alarms. */
export function useTraining(onTruck: (truckId: number) => void) {
  const superMan = usePrivileges().data?.account.role.superMan ?? false
  const [watchedId, watch] = useState<number | null>(null)
  const { data } = useEndpoint(trainingCalls.read, null, {
    purpose: 'silent',
    enabled: superMan,
    staleTime: Infinity,
    refetchInterval: watchedId === null ? false : watchEveryMs,
  })
  const play: Play | null = data?.plays.find(({ id }) => id === watchedId) ?? null
  const truckId = play?.truck?.id ?? null
  const begunId = play !== null && play.startedAt !== null ? play.id : null
  // Once: effects run again when the screen is seen again, and another truck may be picked by then.
  const ledTo = useRef<number | null>(null)
  useEffect(() => {
    if (begunId === null || truckId === null || ledTo.current === begunId) return
    ledTo.current = begunId
    onTruck(truckId)
  }, [begunId, truckId, onTruck])
  return {
    stages: data?.stages ?? [],
    play,
    isAsked: watchedId !== null,
    watch(id: number): void {
      watch(id)
      void invalidate(trainingCalls.read)
    },
    forget: () => watch(null),
  }
}
