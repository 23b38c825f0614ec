import type { Feature } from '../feature.ts'
import { trackRoutes } from './track-routes.ts'

/** Positions of a truck over time, to be played again. */
export const tracks: Feature = {
  routes: trackRoutes,
}
