import type { Feature } from '../feature.ts'
import { diskWatchJob } from './disk-watch.ts'
import { retentionJob } from './retention-job.ts'
import { storageRoutes } from './storage-routes.ts'

/** How long data are kept, and the room they take. */
export const retention: Feature = {
  routes: storageRoutes,
  jobs: (options) => [retentionJob(options), diskWatchJob({ ...options, process: options.gatewayName, folder: options.dataFolder })],
}
