import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import type { JobOptions } from '../../platform/jobs/job.ts'
import type { Job } from '../../platform/jobs/start-job.ts'
import { sumUploads } from './sum-uploads.ts'

/** Sums the uploads of each hour. */
export const uploadSumsJob = ({ connection, now }: JobOptions): Job => ({
  name: 'upload sums',
  schedule: { atMinutes: '*/5' },
  lock: ADVISORY_LOCKS.uploadSums,
  run: async () => void (await sumUploads(connection.db, new Date(now()))),
})
