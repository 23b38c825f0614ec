import type { Feature } from '../feature.ts'
import { quickVisitRoutes } from './quick-visit-routes.ts'

/** The screens that a user keeps at hand. */
export const quickVisits: Feature = {
  routes: quickVisitRoutes,
}
