import type { Feature } from '../feature.ts'
import { parameterChangeRoutes } from './parameter-change-routes.ts'

/** Changes of parameters and thresholds, taken back one by one. */
export const parameterChanges: Feature = { routes: parameterChangeRoutes }
