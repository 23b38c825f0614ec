import type { Feature } from '../feature.ts'
import { phoneCallRoutes } from './phone-call-routes.ts'

/** Telephone calls of dispatchers about alarms. */
export const phoneCalls: Feature = { routes: phoneCallRoutes }
