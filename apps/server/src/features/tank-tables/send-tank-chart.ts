import { levelsValue } from '@tanker/contract/base-data/levels-field'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { readTankTable } from '@tanker/domain/tank/tank-table-text'
import { withinInt } from '../../base-data/entity-rows.ts'
import { createRows } from '../../base-data/save-row.ts'
import { type Change, type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { refusingSecondSend, sendTableIn } from './send-tank-table.ts'
import { tankTableErrors } from './tank-table-errors.ts'
import { tankTableRows } from './tank-table-rows.ts'

type Chart = {
  readonly truckIds: readonly number[]
  /** 1–10. */
  readonly compartment: number
  readonly fileName: string
  /** The lines of the file. */
  readonly content: string
  readonly maxTries: number
  readonly reason: string
  readonly restartDelayMin: number | null
}

/**
 * Gives the same compartment of several trucks a tank table and sends it, all or none. Serial, height and pipe stay those of the table that
 * the compartment has; its capacity is where the chart ends. Refused for a truck whose compartment has no table yet.
 */
export const sendTankChart = (mine: ScopedDb, chart: Chart, changer: Changer): Promise<number> =>
  refusingSecondSend(async () => {
    const { truckIds, compartment, fileName, content, maxTries, reason, restartDelayMin } = chart
    const trucks = await mine
      .from('truck')
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select(['truck.id', 'truck.plate'])
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const before = await mine
      .from('tank_table')
      .where('tank_table.truck_id', 'in', truckIds.map(withinInt))
      .where('tank_table.compartment', '=', compartment)
      .distinctOn('tank_table.truck_id')
      .orderBy('tank_table.truck_id')
      .orderBy('tank_table.effective_at', 'desc')
      .select(['tank_table.truck_id', 'tank_table.serial', 'tank_table.tank_height_mm', 'tank_table.pipe_capacity_l'])
      .execute()
    const lacking = trucks.filter(({ id }) => !before.some(({ truck_id }) => truck_id === id))
    if (lacking.length > 0)
      throw tankTableErrors.noTableYet(
        lacking.map(({ plate }) => plate),
        compartment,
      )
    const read = readTankTable(content)
    const capacityL = 'table' in read ? (read.table.volumesL.at(-1) ?? 0) : 0
    const rows = before.map((row) => ({
      truckId: row.truck_id,
      compartment,
      serial: row.serial,
      tankHeightMm: row.tank_height_mm,
      capacityL,
      pipeCapacityL: Number(row.pipe_capacity_l),
      maxTries,
      rows: levelsValue(fileName, content),
    }))
    await createRows(tankTableRows, rows, { db: mine, writer: changer }, async (db, ids) => {
      const changes: Change[] = []
      for (const id of ids) changes.push(await sendTableIn(scoped(db, mine.scope), id, changer, { reason, restartDelayMin }))
      await recordChanges(db, changer, changes)
    })
    return rows.length
  })
