import type { Feature } from '../feature.ts'
import { stationTankTable } from './station-tank-rows.ts'
import { tankTableRoutes } from './tank-table-routes.ts'
import { tankTableRows } from './tank-table-rows.ts'
import { tankTableCommand } from './tank-table.command.ts'

export { tankTableRows } from './tank-table-rows.ts'

/** Tank tables of trucks and stations. */
export const tankTables: Feature = {
  routes: tankTableRoutes,
  entities: [tankTableRows, stationTankTable],
  commands: [tankTableCommand],
}
