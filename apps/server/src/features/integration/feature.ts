import type { Feature } from '../feature.ts'
import { integrationRoutes } from './integration-routes.ts'

export { markDue } from './keep-rows.ts'

/** Data from other systems, and their keys. */
export const integration: Feature = {
  routes: integrationRoutes,
}
