import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { encodeTankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Change, type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { insertCommands, stopCommand } from '../../device-commands/command-rows.ts'
import { tankTableCommand } from './tank-table.command.ts'
import { tankTableErrors } from './tank-table-errors.ts'
import { commandErrors } from '../../device-commands/command-errors.ts'

/** How a table is sent, beyond what it says itself. */
type Manner = { readonly reason?: string; readonly restartDelayMin?: number | null }

/** Creates the command that sends a tank table to its truck once it is connected. The command is bound to the current bytes. */
export const sendTankTable = (mine: ScopedDb, id: number, changer: Changer): Promise<void> =>
  refusingSecondSend(() =>
    mine.unscoped.transaction().execute(async (db) => {
      await recordChanges(db, changer, [await sendTableIn(scoped(db, mine.scope), id, changer)])
    }),
  )

/** As `sendTankTable`, within the transaction of `mine`; returns the change, which its caller records last. */
export async function sendTableIn(
  mine: ScopedDb,
  id: number,
  changer: Changer,
  { reason, restartDelayMin = null }: Manner = {},
): Promise<Change> {
  const db = mine.unscoped
  const row = await mine
    .from('tank_table')
    .where('tank_table.id', '=', withinInt(id))
    .selectAll('tank_table')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw errors.rowNotFound()
  if (row.send_state === 'sending' || row.send_state === 'synchronizing') throw tankTableErrors.alreadySending()
  const content = encodeTankTableFile({
    compartment: row.compartment,
    serial: row.serial,
    effectiveAt: row.effective_at.getTime(),
    tankHeightMm: row.tank_height_mm,
    capacityL: Number(row.capacity_l),
    pipeL: Number(row.pipe_capacity_l),
    restart: row.restart,
    clearFiles: row.clear_files,
    table: { levelsMm: row.levels_mm, volumesL: row.volumes_l },
  })
  const file = await db
    .insertInto('command_file')
    .values({ content: Buffer.from(content) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ordered = {
    truck_id: row.truck_id,
    organisation_id: row.organisation_id,
    compartment: row.compartment,
    tank_table_id: row.id,
    serial: row.serial,
    file_id: file.id,
    crc32: crc32(content),
    sha256: createHash('sha256').update(content).digest(),
    total_bytes: content.length,
    max_tries: row.max_tries,
    restart_delay_min: restartDelayMin,
    form_values: JSON.stringify(reason === undefined ? {} : { reason }),
  }
  await insertCommands(db, tankTableCommand, changer, [ordered])
  await db.updateTable('tank_table').set({ send_state: 'sending', sent_at: changer.at }).where('id', '=', row.id).execute()
  return change(row, 'send')
}

/** Runs what sends tables; a second one for the same compartment is refused. */
export async function refusingSecondSend<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    // Another table of the same compartment, or a concurrent call: one is already being sent.
    if ((error as { constraint?: string }).constraint === 'device_command_open') throw tankTableErrors.alreadySending()
    throw error
  }
}

/** Stops sending a tank table in the user's scope. */
export async function stopTankTable(mine: ScopedDb, id: number, changer: Changer): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    const row = await scoped(db, mine.scope)
      .from('tank_table')
      .leftJoin('device_command', (join) =>
        join.onRef('device_command.tank_table_id', '=', 'tank_table.id').on('device_command.finished_at', 'is', null),
      )
      .where('tank_table.id', '=', withinInt(id))
      .select([
        'tank_table.id',
        'tank_table.organisation_id',
        'tank_table.serial',
        'tank_table.compartment',
        'device_command.id as commandId',
      ])
      .executeTakeFirst()
    if (!row) throw errors.rowNotFound()
    if (row.commandId === null || !(await stopCommand(db, tankTableCommand, row.commandId, changer.at))) throw commandErrors.nothingIsSent()
    await recordChanges(db, changer, [change(row, 'stop')])
  })
}

type Sent = { readonly id: number; readonly organisation_id: number; readonly serial: string; readonly compartment: number }

const change = ({ id, organisation_id, serial, compartment }: Sent, action: 'send' | 'stop'): Change => ({
  entity: 'tank_table',
  rowId: id,
  organisationId: organisation_id,
  action,
  old: {},
  new: { serial, compartment },
})
