import type { Feature } from '../feature.ts'
import { thresholdRoutes } from './threshold-routes.ts'

export { setThresholds } from './set-thresholds.ts'

/** What organisations and trucks are judged by. */
export const thresholds: Feature = { routes: thresholdRoutes }
