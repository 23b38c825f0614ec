import type { Feature } from '../feature.ts'
import { deliveriesJob } from './deliveries-job.ts'
import { matchRoutes } from './match-routes.ts'

/** Settlement of deliveries. */
export const loss: Feature = {
  routes: matchRoutes,
  jobs: (options) => [deliveriesJob(options)],
}
