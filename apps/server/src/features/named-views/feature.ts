import type { Feature } from '../feature.ts'
import { namedViewRoutes } from './named-view-routes.ts'

export { openableView, screenOfReport } from './read-views.ts'
export { contentOf as viewContentOf } from './save-views.ts'

/** What users save of their lists, for themselves and for others. */
export const namedViews: Feature = {
  routes: namedViewRoutes,
}
