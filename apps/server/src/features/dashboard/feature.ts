import type { Feature } from '../feature.ts'
import { dashboardRoutes } from './dashboard-routes.ts'

/** The figures of the dashboard. */
export const dashboard: Feature = {
  routes: dashboardRoutes,
}
