import type { Feature } from '../feature.ts'
import { cardRoutes } from './card-routes.ts'
import { repairCardTable } from './repair-card-table.ts'

/** Repair cards and their use on trucks. */
export const cards: Feature = {
  routes: cardRoutes,
  entities: [repairCardTable],
}
