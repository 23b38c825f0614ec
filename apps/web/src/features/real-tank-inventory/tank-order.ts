import type { TankInventory } from '@tanker/contract/tank-inventory'
import type { TankMark } from './tank-marks.ts'

type Marked = { readonly inventory: Pick<TankInventory, 'tanks'>; readonly marks: readonly (readonly TankMark[])[] }

/**
 * The tanks of each truck as they are drawn, by the truck's place in the inventory. What a person must look at stands first, trucks that
 * never reported last; the others keep their places by plate.
 */
export function cardsOf({ inventory, marks }: Marked, tanks: readonly number[]): (readonly [truck: number, own: readonly number[]])[] {
  const byTruck = new Map<number, number[]>()
  for (const tank of tanks) {
    const truck = inventory.tanks.truck[tank] ?? 0
    const held = byTruck.get(truck)
    if (held) held.push(tank)
    else byTruck.set(truck, [tank])
  }
  const placeOf = (own: readonly number[]): number => {
    const found = own.flatMap((tank) => marks[tank] ?? [])
    return found.some((mark) => mark !== 'stale' && mark !== 'silent') ? 0 : found.includes('silent') ? 2 : 1
  }
  return [...byTruck].sort(([, a], [, b]) => placeOf(a) - placeOf(b))
}
