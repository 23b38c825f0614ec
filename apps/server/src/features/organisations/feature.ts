import type { Feature } from '../feature.ts'
import { companyTable } from './company-table.ts'
import { organisationRoutes } from './organisation-routes.ts'

export { freeForeignDrivers } from './company-table.ts'

/** The tree of organisations. */
export const organisations: Feature = {
  routes: () => organisationRoutes(),
  entities: [companyTable],
}
