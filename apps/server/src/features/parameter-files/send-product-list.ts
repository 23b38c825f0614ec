import { type ProductList, productList, type productListSent } from '@tanker/contract/product-lists'
import type { ScopedDb } from '@tanker/database/scope'
import { tlscfg } from '@tanker/parameters/device-files/tlscfg'
import { counted } from '@tanker/parameters/file-values'
import type { z } from 'zod'
import type { Changer } from '../../platform/changes/record-change.ts'
import { parameterFileErrors } from './parameter-file-errors.ts'
import { sendToTrucks, type TrucksOrdered } from './send-to-trucks.ts'

/** Orders to write the product list of tlscfg.txt on the user's trucks; the rest of each file stays as its truck reported it. */
export async function sendProductList(
  mine: ScopedDb,
  { products: text, ...sent }: z.output<typeof productListSent>,
  changer: Changer,
): Promise<TrucksOrdered> {
  const products = productsOf(text)
  return sendToTrucks(mine, { ...sent, file: tlscfg.number, products }, changer, (file, now) =>
    counted(file, { ...now, groups: { ...now.groups, products } }),
  )
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
