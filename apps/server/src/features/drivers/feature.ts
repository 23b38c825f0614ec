import type { Feature } from '../feature.ts'
import { driverPhotoRoutes } from './driver-photo-routes.ts'
import { driverTable } from './driver-table.ts'

/** Drivers, their certificates and photos. */
export const drivers: Feature = {
  routes: driverPhotoRoutes,
  entities: [driverTable],
}
