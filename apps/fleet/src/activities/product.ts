/** The driver enters another product for a compartment at the console (F2). */
import { productName } from '@tanker/domain/products/product-name'
import type { Compartment } from '../cargo.ts'
import { announce, type TruckBody } from '../truck-body.ts'

/** Takes the next of the truck's products; nothing happens on a truck that carries only one. */
export function enterProduct(body: TruckBody, compartment: Compartment): void {
  const { products } = body.row
  const next = products[(products.findIndex(({ oilCode }) => oilCode === compartment.product.oilCode) + 1) % products.length]
  if (!next || next.oilCode === compartment.product.oilCode) return
  const before = compartment.product
  compartment.product = next
  announce(body, 'product-changed', compartment.row.compartment, `${productName(before.oilCode).zh}→${productName(next.oilCode).zh}`)
}
