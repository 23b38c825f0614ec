import type { Feature } from '../feature.ts'
import { truckRoutes } from './truck-routes.ts'
import { truckTable } from './truck-table.ts'
import { truckTerminalRoutes } from './truck-terminal.ts'

/** Trucks, their terminals and what they do now. */
export const trucks: Feature = {
  routes: (parts) => [...truckRoutes(parts), ...truckTerminalRoutes(parts)],
  entities: [truckTable],
}
