import type { Feature } from '../feature.ts'
import { namedViewRoutes } from './named-view-routes.ts'

export { openableView } from './read-views.ts'

/** What users save of their lists, for themselves and for others. */
export const namedViews: Feature = {
  routes: namedViewRoutes,
}
