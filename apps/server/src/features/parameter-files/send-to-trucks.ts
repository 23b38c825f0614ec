import { crc32 } from 'node:zlib'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Change, type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { refusingTwice, type ValuesFrom, writeIn, type WriteOrder } from './send-parameter-file.ts'

/** The same change for one file of several trucks. */
type TrucksOrder = Omit<WriteOrder, 'truckId' | 'seen'> & { readonly truckIds: readonly number[] }

/** How many trucks were ordered to take it, and how many have it already. */
export type TrucksOrdered = { readonly trucks: number; readonly unchanged: number }

/**
 * Orders to write a file of the user's trucks, each made from what its truck reported: all of them or none. Refused for a truck that is
 * not the user's, one whose file was never read, one to which it is being sent, and one that may not have these values.
 */
export const sendToTrucks = (
  mine: ScopedDb,
  { truckIds, ...order }: TrucksOrder,
  changer: Changer,
  valuesFrom: ValuesFrom,
  more: Readonly<Record<string, unknown>> = {},
): Promise<TrucksOrdered> =>
  mine.unscoped.transaction().execute(async (db) => {
    const inside = scoped(db, mine.scope)
    const trucks = await inside
      .from('truck')
      .leftJoin('parameter_file', (join) =>
        join.onRef('parameter_file.truck_id', '=', 'truck.id').on('parameter_file.file', '=', order.file),
      )
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select(['truck.id', 'truck.plate', 'parameter_file.reported'])
      // Two users who send at once meet at the same truck first.
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const changes: Change[] = []
    for (const { id, plate, reported } of trucks) {
      const mineToo = { ...order, truckId: id, seen: reported === null ? 0 : crc32(reported) }
      const change = await changeOf(plate, () => writeIn(inside, mineToo, changer, valuesFrom, more))
      if (change !== null) changes.push(change)
    }
    if (changes.length === 0) throw parameterFileErrors.nothingChanged()
    await recordChanges(db, changer, changes)
    return { trucks: changes.length, unchanged: trucks.length - changes.length }
  })

/** The change of one truck; null: it has the values already. A refusal names the truck. */
async function changeOf(plate: string, order: () => Promise<Change>): Promise<Change | null> {
  try {
    return await refusingTwice(order)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === parameterFileErrors.nothingChanged().code) return null
    throw parameterFileErrors.ofTruck(plate, error)
  }
}
