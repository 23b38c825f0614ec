import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { indexTracks } from './index-tracks.ts'

/** Finds the cells of new positions, so that the search by area is quick. */
export const indexTracksJob = ({ connection, now }: JobOptions): Job => ({
  name: 'track index',
  schedule: { atMinutes: '3-59/5' },
  atStart: true,
  lock: ADVISORY_LOCKS.trackCells,
  run: async (isClosing) => void (await indexTracks(connection.db, new Date(now()), isClosing)),
})
