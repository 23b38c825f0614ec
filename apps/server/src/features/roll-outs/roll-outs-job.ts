import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { advanceRollOuts } from './advance-roll-outs.ts'

/** Takes roll-outs on: watches their first trucks, sends to the others, or pauses. */
export const rollOutsJob = ({ connection, bus, now }: JobOptions): Job => ({
  name: 'roll-outs',
  schedule: { everyS: 10 },
  atStart: true,
  lock: ADVISORY_LOCKS.rollOuts,
  // An order wakes it; what it orders itself is announced once, so it does not wake itself again and again.
  wokenBy: 'commands',
  run: async (isClosing) => {
    if (await advanceRollOuts(connection, new Date(now()), isClosing)) bus.publish('commands', '')
  },
})
