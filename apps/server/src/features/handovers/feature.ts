import type { Feature } from '../feature.ts'
import { handoverRoutes } from './handover-routes.ts'

/** Deliveries signed or disputed at the station. */
export const handovers: Feature = {
  routes: ({ now }) => handoverRoutes(now),
}
