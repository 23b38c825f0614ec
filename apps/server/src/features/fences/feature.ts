import type { Feature } from '../feature.ts'
import { fenceRoutes } from './fence-routes.ts'
import { fenceTable } from './fence-table.ts'

export { placesSaved } from './ask-approval.ts'

/** Fences, their approval and correction. */
export const fences: Feature = {
  routes: fenceRoutes,
  entities: [fenceTable],
}
