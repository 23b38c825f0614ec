import { repairCard } from '@tanker/contract/base-data/repair-card'
import { plainTable } from '../../base-data/plain-table.ts'
import type { Feature } from '../feature.ts'
import { cardRoutes } from './card-routes.ts'

/** Repair cards and their use on trucks. */
export const cards: Feature = {
  routes: cardRoutes,
  entities: [plainTable(repairCard, { columns: { name: 'holder' } })],
}
