import type pg from 'pg'
import type { TruckContexts } from '@tanker/database/truck-contexts'
import type { Job } from '../platform/jobs/start-job.ts'
import type { FrameRouter } from './frame-router.ts'
import { lateDataJob } from './late-data-watch.ts'
import type { Rebuilder } from './rebuilder.ts'
import type { Session } from './session.ts'
import { thresholdWatch } from './threshold-watch.ts'

type SessionJobsOptions = {
  readonly pool: pg.Pool
  /** Name of this gateway. */
  readonly gateway: string
  readonly rebuilder: Rebuilder
  readonly router: FrameRouter
  readonly contexts: TruckContexts
  readonly sessions: ReadonlyMap<number, Session>
  /** Reads the contexts of these connected trucks again. */
  readonly refresh: (truckIds: readonly number[]) => Promise<void>
}

/** What a gateway does in the background for the trucks that it has. */
export function sessionJobs({ pool, gateway, rebuilder, router, contexts, sessions, refresh }: SessionJobsOptions): readonly Job[] {
  const takeUpThresholds = (): Promise<void> => {
    contexts.invalidate()
    return refresh([...sessions.keys()])
  }
  return [
    { name: 'contact times', schedule: { everyS: 10 }, lock: null, run: () => router.storeContacts(pool, sessions) },
    lateDataJob({ pool, gateway, rebuilder, isConnected: (truckId) => sessions.has(truckId) }),
    thresholdWatch(pool, takeUpThresholds),
  ]
}
