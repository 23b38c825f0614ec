import type { Feature } from '../feature.ts'
import { airtightRoutes } from './airtight-routes.ts'

/** Airtightness tests of tanks. */
export const airtight: Feature = { routes: airtightRoutes }
