import type { Feature } from '../feature.ts'
import { speedCurveRoute } from './speed-curve.ts'
import { truckRoutes } from './truck-routes.ts'
import { truckTable } from './truck-table.ts'
import { truckTerminalRoutes } from './truck-terminal.ts'

/** Trucks, their terminals what they do now, and how fast they drove. */
export const trucks: Feature = {
  routes: (parts) => [...truckRoutes(parts), ...truckTerminalRoutes(parts), speedCurveRoute()],
  entities: [truckTable],
}
