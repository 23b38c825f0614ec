import type { FleetSnapshot } from '@tanker/contract/trucks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readSession } from '../calls/session.ts'
import { fleetStore } from './fleet-store.ts'

const keptAs = (): string => `looked-at-truck ${readSession().userInfo.userName}`

/** The truck that the user looked at last in this browser; null for none, and for one that is no more among the user's trucks. */
export function lookedAtTruck(): number | null {
  const kept = Number(localStorage.getItem(keptAs()))
  const isThere = Number.isSafeInteger(kept) && kept > 0 && fleetStore.fleet?.truckId.includes(kept) !== false
  return isThere ? kept : null
}

/** Screens of one truck begin with this one from now on. */
export const keepTruck = (truckId: number): void => localStorage.setItem(keptAs(), String(truckId))

export const forgetTruck = (): void => localStorage.removeItem(keptAs())

/** A truck that was picked, or that the address names, is the one looked at last. */
export const useKeptTruck = (truckId: number | null): void =>
  useEffect(() => {
    if (truckId !== null) keepTruck(truckId)
  }, [truckId])

/** The truck with the newest reading; null where none has reported. */
export function newestTruck({ truckId, gpsTime }: Pick<FleetSnapshot, 'truckId' | 'gpsTime'>): number | null {
  let newest = -1
  for (const [position, at] of gpsTime.entries()) if (at !== null && at > (gpsTime[newest] ?? -Infinity)) newest = position
  return truckId[newest] ?? null
}

/** With which truck a screen of one truck begins: the one looked at last, else the one with the newest reading. Null until the fleet is there. */
export function useTruckAtFirst(): number | null {
  const fleet = useSyncExternalStore(
    (changed) => fleetStore.listen((positions) => positions === null && changed()),
    () => fleetStore.fleet,
  )
  // It stays while the screen is open, as others report and are looked at.
  const [held, setHeld] = useState<number | null>(null)
  const found = held ?? (fleet && (lookedAtTruck() ?? newestTruck(fleet)))
  if (found !== held) setHeld(found)
  return found
}
