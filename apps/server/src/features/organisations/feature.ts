import type { Feature } from '../feature.ts'
import { organisationTable } from './organisation-table.ts'
import { organisationRoutes } from './organisation-routes.ts'

export { freeForeignDrivers } from './organisation-table.ts'

/** The tree of organisations. */
export const organisations: Feature = {
  routes: () => organisationRoutes(),
  entities: [organisationTable],
}
