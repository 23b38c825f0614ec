import { crc32 } from 'node:zlib'
import { type ProductList, productList, type productListSent } from '@tanker/contract/product-lists'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import { tlscfg } from '@tanker/parameters/device-files/tlscfg'
import { counted } from '@tanker/parameters/file-values'
import type { z } from 'zod'
import { withinInt } from '../../base-data/entity-rows.ts'
import { type Change, type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { refusingTwice, writeIn } from './send-parameter-file.ts'

/** How many trucks were ordered to take a list, and how many have it already. */
type ListOrdered = { readonly trucks: number; readonly unchanged: number }

/**
 * Orders to write the product list of tlscfg.txt on the user's trucks: all of them or none. The rest of each file stays as its truck
 * reported it. Refused for a truck that is not the user's, one whose file was never read, and one to which it is being sent.
 */
export async function sendProductList(
  mine: ScopedDb,
  { truckIds, products: text, maxTries, reason }: z.output<typeof productListSent>,
  changer: Changer,
): Promise<ListOrdered> {
  const products = productsOf(text)
  return mine.unscoped.transaction().execute(async (db) => {
    const inside = scoped(db, mine.scope)
    const trucks = await inside
      .from('truck')
      .leftJoin('parameter_file', (join) =>
        join.onRef('parameter_file.truck_id', '=', 'truck.id').on('parameter_file.file', '=', tlscfg.number),
      )
      .where('truck.id', 'in', truckIds.map(withinInt))
      .select(['truck.id', 'truck.plate', 'parameter_file.reported'])
      // Two users who send at once meet at the same truck first.
      .orderBy('truck.id')
      .execute()
    if (trucks.length !== truckIds.length) throw errors.truckNotFound()
    const changes: Change[] = []
    for (const { id, plate, reported } of trucks) {
      const order = { truckId: id, file: tlscfg.number, seen: reported === null ? 0 : crc32(reported), maxTries, reason, products }
      const change = await changeOf(plate, () =>
        writeIn(inside, order, changer, (file, now) => counted(file, { ...now, groups: { ...now.groups, products } })),
      )
      if (change !== null) changes.push(change)
    }
    if (changes.length === 0) throw parameterFileErrors.nothingChanged()
    await recordChanges(db, changer, changes)
    return { trucks: changes.length, unchanged: trucks.length - changes.length }
  })
}

/** The change of one truck; null: it has the list already. A refusal names the truck. */
async function changeOf(plate: string, order: () => Promise<Change>): Promise<Change | null> {
  try {
    return await refusingTwice(order)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === parameterFileErrors.nothingChanged().code) return null
    throw parameterFileErrors.ofTruck(plate, error)
  }
}

function productsOf(text: string): ProductList {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw parameterFileErrors.malformedProducts()
  }
  const read = productList.safeParse(given)
  if (!read.success) throw parameterFileErrors.malformedProducts()
  return read.data
}
