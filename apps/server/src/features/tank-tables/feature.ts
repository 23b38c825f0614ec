import type { Feature } from '../feature.ts'
import { stationTankTable } from './station-tank-rows.ts'
import { tankTableRoutes } from './tank-table-routes.ts'
import { tankTableRows } from './tank-table-rows.ts'
import { tankTableCommand } from './tank-table.command.ts'
import { tankTablesInUseRoute } from './tank-tables-in-use.ts'

export { sendTankChart } from './send-tank-chart.ts'
export { tankTableRows } from './tank-table-rows.ts'

/** Tank tables of trucks and stations. */
export const tankTables: Feature = {
  routes: (parts) => [...tankTableRoutes(parts), tankTablesInUseRoute],
  entities: [tankTableRows, stationTankTable],
  commands: [tankTableCommand],
}
