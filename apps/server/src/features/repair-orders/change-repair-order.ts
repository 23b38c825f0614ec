import type { newRepairOrder, repairStepTaken } from '@tanker/contract/repair-orders'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { REPAIR_STEPS, stepsFrom } from '@tanker/domain/devices/repair-order'
import type { z } from 'zod'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { repairOrderErrors } from './repair-order-errors.ts'

/** Orders the repair of a part and returns the id. */
export async function createRepairOrder(
  mine: ScopedDb,
  by: Changer & { readonly name: string },
  order: z.output<typeof newRepairOrder>,
): Promise<number> {
  const truck = await mine
    .from('truck')
    .where('truck.id', '=', order.truckId)
    .select(['truck.id', 'truck.organisation_id', 'truck.plate'])
    .executeTakeFirst()
  if (!truck) throw errors.truckNotFound()
  const { part, repairer, phone, note } = order
  try {
    return await mine.unscoped.transaction().execute(async (db) => {
      const { id } = await db
        .insertInto('repair_order')
        .values({
          truck_id: truck.id,
          organisation_id: truck.organisation_id,
          part,
          repairer,
          phone,
          note,
          created_by: by.name,
          created_at: by.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanges(db, by, [
        {
          entity: 'repair_order',
          rowId: id,
          organisationId: truck.organisation_id,
          action: 'create',
          old: null,
          new: { plate: truck.plate, part, repairer, phone, note },
        },
      ])
      return id
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'repair_order_open') throw repairOrderErrors.alreadyOpen()
    throw error
  }
}

/** Takes an order one step on. Refused on an outdated page, and where the order is past the step. */
export async function takeRepairStep(mine: ScopedDb, by: Changer, taken: z.output<typeof repairStepTaken>): Promise<void> {
  const { id, version, step, outcome, note } = taken
  if (step === 'finish' && outcome === undefined) throw repairOrderErrors.needsOutcome()
  await mine.unscoped.transaction().execute(async (transaction) => {
    const row = await scoped(transaction, mine.scope)
      .from('repair_order')
      .where('repair_order.id', '=', id)
      .selectAll('repair_order')
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw repairOrderErrors.notFound()
    if (row.version !== version || !stepsFrom(row.state).includes(step)) throw repairOrderErrors.changed()
    const state = REPAIR_STEPS[step].to
    const isEnd = step === 'finish' || step === 'cancel'
    const changed = { state, ...(step === 'finish' ? { outcome: outcome ?? null } : {}), ...(note === '' ? {} : { result_note: note }) }
    await transaction
      .updateTable('repair_order')
      .set({
        ...changed,
        ...(step === 'send' ? { sent_at: by.at } : {}),
        ...(step === 'start' ? { started_at: by.at } : {}),
        ...(isEnd ? { ended_at: by.at } : {}),
        version: row.version + 1,
      })
      .where('id', '=', id)
      .execute()
    await recordChanges(transaction, by, [
      {
        entity: 'repair_order',
        rowId: id,
        organisationId: row.organisation_id,
        action: 'change',
        old: { state: row.state },
        new: changed,
      },
    ])
  })
}
