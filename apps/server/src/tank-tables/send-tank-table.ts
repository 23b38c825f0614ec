import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { encodeTankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import { withinInt } from '../base-data/entity-rows.ts'
import { errors } from '../http/errors.ts'

/** Who orders, and when by the server's clock. */
export type Orderer = { readonly userName: string; readonly at: Date }

/** Orders a tank table down to its truck; it waits there until the truck is connected. The order is bound to the bytes of now. */
export async function sendTankTable(mine: ScopedDb, id: number, { userName, at }: Orderer): Promise<void> {
  try {
    await mine.unscoped.transaction().execute(async (db) => {
      const row = await scoped(db, mine.scope)
        .from('tank_table')
        .where('tank_table.id', '=', withinInt(id))
        .selectAll('tank_table')
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw errors.rowNotFound()
      if (row.send_state === 'sending' || row.send_state === 'synchronizing') throw errors.tankTableAlreadySending()
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
        .insertInto('order_file')
        .values({ content: Buffer.from(content) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('device_order')
        .values({
          truck_id: row.truck_id,
          company_id: row.company_id,
          kind: 'tank-table',
          compartment: row.compartment,
          tank_table_id: row.id,
          serial: row.serial,
          file_id: file.id,
          crc32: crc32(content),
          sha256: createHash('sha256').update(content).digest(),
          total_bytes: content.length,
          max_tries: row.max_tries,
          ordered_by: userName,
          ordered_at: at,
        })
        .execute()
      await db.updateTable('tank_table').set({ send_state: 'sending', sent_at: at }).where('id', '=', row.id).execute()
    })
  } catch (error) {
    // Another table of the same compartment, or the same at the same moment: one of them is on its way already.
    if ((error as { constraint?: string }).constraint === 'device_order_open') throw errors.tankTableAlreadySending()
    throw error
  }
}

/** The order that is open for a tank table of the user's. */
export async function openOrderOf(mine: ScopedDb, tankTableId: number): Promise<number> {
  const row = await mine
    .from('tank_table')
    .leftJoin('device_order', (join) =>
      join.onRef('device_order.tank_table_id', '=', 'tank_table.id').on('device_order.finished_at', 'is', null),
    )
    .where('tank_table.id', '=', withinInt(tankTableId))
    .select('device_order.id as orderId')
    .executeTakeFirst()
  if (!row) throw errors.rowNotFound()
  if (row.orderId === null) throw errors.nothingIsSent()
  return row.orderId
}
