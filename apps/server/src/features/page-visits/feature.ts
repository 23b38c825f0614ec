import type { Feature } from '../feature.ts'
import { pageVisitRoutes } from './page-visit-routes.ts'

/** How often each screen is opened. */
export const pageVisits: Feature = {
  routes: pageVisitRoutes,
}
