import type { Feature } from '../feature.ts'
import { downloadRoutes } from './download-routes.ts'

/** Files that users download. */
export const downloads: Feature = {
  routes: downloadRoutes,
}
