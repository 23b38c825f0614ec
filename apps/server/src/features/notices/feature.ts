import type { Feature } from '../feature.ts'
import { noticeRoutes } from './notice-routes.ts'

/** The log of alarm notices: what failed is sent again. */
export const notices: Feature = {
  routes: noticeRoutes,
}
