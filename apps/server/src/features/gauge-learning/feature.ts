import type { Feature } from '../feature.ts'
import { gaugeLearningRoutes } from './gauge-learning-routes.ts'
import { gaugeLearningJob } from './learning-job.ts'

/** What tickets and receipts say about level gauges. */
export const gaugeLearning: Feature = {
  routes: gaugeLearningRoutes,
  jobs: (options) => [gaugeLearningJob(options)],
}
