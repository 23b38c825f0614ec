import type { Feature } from '../feature.ts'
import { cargoRoutes } from './cargo-routes.ts'
import { deliveryProofRoutes } from './delivery-proof-routes.ts'
import { levelCurveRoute } from './level-curve.ts'

/** Levels, flows and tank inventories. */
export const cargo: Feature = {
  routes: (parts) => [...cargoRoutes(parts), levelCurveRoute(), ...deliveryProofRoutes(parts)],
}

export { askedPeriod, chosenTruckIds } from './chosen-trucks.ts'
export { readLevelTrend } from './level-trend.ts'
