import { useCallback, useState } from 'react'

/** What the map keeps in sight: all followed trucks, one of them, or nothing after the user has moved it. */
export type Follows = 'all' | number | null

/** What the key F does: back to all; from all to the truck that was followed last, else the first. */
export const afterKey = (now: Follows, last: number | null, truckIds: readonly number[]): Follows => {
  if (now !== 'all') return 'all'
  return truckIds.find((truckId) => truckId === last) ?? truckIds[0] ?? 'all'
}

/** A truck that is not among the followed ones any more is not kept in sight. */
const still = (now: Follows, truckIds: readonly number[]): Follows => (typeof now === 'number' && !truckIds.includes(now) ? 'all' : now)

export function useFollows(truckIds: readonly number[]) {
  const [kept, setKept] = useState<Follows>('all')
  const [last, setLast] = useState<number | null>(null)
  const follows = still(kept, truckIds)
  const follow = (next: Follows): void => {
    setKept(next)
    if (typeof next === 'number') setLast(next)
  }
  return {
    follows,
    follow,
    letGo: useCallback((): void => setKept(null), []),
    onKey: (): void => follow(afterKey(follows, last, truckIds)),
  }
}
