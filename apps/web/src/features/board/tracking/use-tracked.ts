import { useEffect, useState } from 'react'
import { fleetStore } from '../../../platform/feed/fleet-store.ts'
import { placeOf } from '../../../platform/map/truck-features.ts'
import type { Refresh } from './tracking-address.ts'

/** A followed truck as the fleet has it. */
export type Tracked = {
  readonly truckId: number
  readonly plate: string
  readonly status: number
  /** Longitude first; null before its first position. */
  readonly place: readonly [number, number] | null
  readonly speedKmh: number
  readonly headingDeg: number
  /** Its last report, ms UTC; null: never. */
  readonly at: number | null
  readonly volumeL: number
}

/** The trucks of some ids that the user sees, in their order. */
export const readTracked = (truckIds: readonly number[]): readonly Tracked[] =>
  truckIds.flatMap((truckId) => {
    const { fleet } = fleetStore
    const position = fleetStore.positionOf(truckId)
    if (!fleet || position === undefined) return []
    return [
      {
        truckId,
        plate: fleet.signCode[position] ?? '',
        status: fleet.status[position] ?? 0,
        place: placeOf(fleet, position),
        speedKmh: fleet.speed[position] ?? 0,
        headingDeg: fleet.heading[position] ?? 0,
        at: fleet.gpsTime[position] ?? null,
        volumeL: fleet.volumeL[position] ?? 0,
      },
    ]
  })

/** Calls `read` with each report of these trucks or every so many seconds, and when a new fleet has come. Ends with the answer. */
export function atPace(truckIds: readonly number[], refresh: Refresh, read: () => void): () => void {
  const stop = fleetStore.listen((changed) => {
    const isOurs = changed === null || (refresh === 'live' && truckIds.some((id) => changed.includes(fleetStore.positionOf(id) ?? -1)))
    if (isOurs) read()
  })
  const timer = refresh === 'live' ? undefined : setInterval(read, Number(refresh) * 1000)
  return () => {
    stop()
    clearInterval(timer)
  }
}

/** The followed trucks as they were read last. Null until the fleet has come. */
export function useTracked(truckIds: readonly number[], refresh: Refresh): readonly Tracked[] | null {
  const [tracked, setTracked] = useState<readonly Tracked[] | null>(null)
  useEffect(() => {
    const read = (): void => setTracked(fleetStore.fleet && readTracked(truckIds))
    read()
    return atPace(truckIds, refresh, read)
  }, [truckIds, refresh])
  return tracked
}
