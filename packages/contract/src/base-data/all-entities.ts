import type { Entity } from './define-entity.ts'
import { depot } from './depot.ts'
import { device } from './device.ts'
import { driver } from './driver.ts'
import { park } from './park.ts'
import { repairCard } from './repair-card.ts'
import { repairShop } from './repair-shop.ts'
import { station } from './station.ts'

/** Every kind of base data, in the order of the menu. */
export const ALL_ENTITIES: readonly Entity[] = [station, depot, park, repairShop, driver, repairCard, device]

/** The entity that the calls name so. */
export const entityOf = (key: string): Entity | undefined => ALL_ENTITIES.find((entity) => entity.key === key)
