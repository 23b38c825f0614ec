import { z } from 'zod'
import { formNumber, idList, oneLine } from './input-bounds.ts'
import { MAX_SEND_REASON, PARAMETER_TRIES } from './parameter-files.ts'

/** Products that a console can offer, as `products` of tlscfg.txt. */
export const MAX_PRODUCTS = 20
/** Characters of one list as JSON. */
const MAX_PRODUCTS_JSON = 4_000
/** Characters of a name. What a device takes is checked by the catalogue. */
const MAX_PRODUCT_NAME = 40

/** A product list by the keys of tlscfg.txt. */
export const productList = z
  .array(z.strictObject({ ptNo: z.number(), ptName: z.string().max(MAX_PRODUCT_NAME), ptVEC: z.number(), ptDensity: z.number() }))
  .min(1)
  .max(MAX_PRODUCTS)
export type ProductList = z.output<typeof productList>

/** POST /productLists: one list for the consoles of one or several trucks. */
export const productListSent = z.object({
  truckIds: idList,
  /** `productList` as JSON text. */
  products: z.string().min(2).max(MAX_PRODUCTS_JSON),
  maxTries: formNumber(z.number().int().min(PARAMETER_TRIES.min).max(PARAMETER_TRIES.max)).default(PARAMETER_TRIES.usual),
  reason: oneLine.trim().min(1).max(MAX_SEND_REASON),
})
