import type pg from 'pg'
import type { Job } from '../platform/jobs/start-job.ts'
import { findUnheld, recordHeartbeat } from './claim-unheld.ts'
import type { Rebuilder } from './rebuilder.ts'

export type LateDataWatchOptions = {
  readonly pool: pg.Pool
  /** Name of this gateway. */
  readonly gateway: string
  readonly rebuilder: Rebuilder
  /** Whether a truck is connected here. */
  readonly isConnected: (truckId: number) => boolean
}

/**
 * Finds trucks with waiting late readings that no gateway has, for example after a crash, and has them judged. Every
 * gateway does it; which one gets a truck is decided when it is claimed.
 */
export function lateDataJob({ pool, gateway, rebuilder, isConnected }: LateDataWatchOptions): Job {
  /** Trucks under our name that were free at the last check: one that is just signing in is not free at the next. */
  let freeBefore = new Map<number, string>()

  const look = async (isClosing: () => boolean): Promise<void> => {
    await recordHeartbeat(pool, gateway)
    const { room } = rebuilder
    if (room === 0) return
    const found = await findUnheld(pool, gateway, rebuilder.leftAlone, room)
    const free = new Map<number, string>()
    for (const { truckId, epoch, isOwn } of found) {
      if (isClosing()) return
      if (isConnected(truckId) || rebuilder.truckIds.includes(truckId)) continue
      if (isOwn && freeBefore.get(truckId) !== epoch) free.set(truckId, epoch)
      else rebuilder.wantUnheld({ truckId, epoch })
    }
    freeBefore = free
  }

  return {
    name: 'late data',
    schedule: { everyS: 5 },
    lock: null,
    atStart: true,
    run: look,
  }
}
