import type { Feature } from '../feature.ts'
import { repairOrderRoutes } from './repair-order-routes.ts'

/** Repairs of what trucks carry. */
export const repairOrders: Feature = { routes: repairOrderRoutes }
