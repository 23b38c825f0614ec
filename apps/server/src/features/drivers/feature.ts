import type { Feature } from '../feature.ts'
import { driverRoutes } from './driver-routes.ts'
import { driverTable } from './driver-table.ts'

/** Drivers, their certificates and photos. */
export const drivers: Feature = {
  routes: driverRoutes,
  entities: [driverTable],
}
