import type pg from 'pg'
import type { Logger } from 'pino'
import { findUnheld, sayAlive, sayGone } from './claim-unheld.ts'
import type { Rebuilder } from './rebuilder.ts'

const EVERY_MS = 5_000

export type LateDataWatchOptions = {
  readonly pool: pg.Pool
  readonly log: Logger
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
export function watchLateData({ pool, log, gateway, rebuilder, isConnected }: LateDataWatchOptions): { close(): Promise<void> } {
  /** Trucks under our name that were free at the last check: one that is just signing in is not free at the next. */
  let freeBefore = new Map<number, string>()
  let closed = false

  const look = async (): Promise<void> => {
    await sayAlive(pool, gateway)
    const { room } = rebuilder
    if (room === 0) return
    const found = await findUnheld(pool, gateway, rebuilder.leftAlone, room)
    const free = new Map<number, string>()
    for (const { truckId, epoch, isOwn } of found) {
      if (closed) return
      if (isConnected(truckId) || rebuilder.truckIds.includes(truckId)) continue
      if (isOwn && freeBefore.get(truckId) !== epoch) free.set(truckId, epoch)
      else rebuilder.wantUnheld({ truckId, epoch })
    }
    freeBefore = free
  }

  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const next = (): void => {
    running = look()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to find trucks with waiting late data, trying again'))
      .then(() => {
        if (!closed) timer = setTimeout(next, EVERY_MS)
      })
  }
  next()
  return {
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await running
      await sayGone(pool, gateway).catch((error: unknown) => log.warn({ err: error }, 'failed to record the end of this gateway'))
    },
  }
}
