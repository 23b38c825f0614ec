import type { Feature } from '../feature.ts'
import { placeRoutes } from './place-routes.ts'
import { placeTables } from './place-tables.ts'

/** Stations, depots, parks and repair shops. */
export const places: Feature = {
  routes: () => placeRoutes(),
  entities: [...placeTables],
}
