import type { Feature } from '../feature.ts'
import { indexTracksJob } from './index-tracks-job.ts'
import { trackSearchRoutes } from './track-search-routes.ts'

/** Which trucks were in an area. */
export const trackSearch: Feature = {
  routes: trackSearchRoutes,
  jobs: (options) => [indexTracksJob(options)],
}
