import type { Feature } from '../feature.ts'
import { boardRoutes } from './board-routes.ts'

/** What the map board shows of a truck beside its card: trail and running trip; and the drivers to be found there. */
export const board: Feature = {
  routes: boardRoutes,
}
