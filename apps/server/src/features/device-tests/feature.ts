import type { Feature } from '../feature.ts'
import { deviceTestRoutes } from './device-test-routes.ts'

/** Acceptance tests of installed devices. */
export const deviceTests: Feature = {
  routes: deviceTestRoutes,
}
