import { PRODUCT_GROUPS, type ProductGroup } from '@tanker/domain/products/product'
import { z } from 'zod'
import { ids } from './alarms.ts'

/** Spec 3.9. */
export const INVENTORY_REFRESH_S = [5, 10, 30, 60] as const

/** What a truck said longer ago than this is not what it holds now. */
export const INVENTORY_STALE_MS = 300_000

/** GET /cargo/tank-inventory: whose tanks, and which products; an organisation or a truck must be chosen (spec 5.4). */
export const tankInventoryAsked = z.object({
  organisationIds: ids.optional(),
  truckIds: ids.optional(),
  products: z.preprocess(
    (value: ProductGroup | readonly ProductGroup[] | undefined) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(z.enum(PRODUCT_GROUPS)).optional(),
  ),
})

const numbers = z.array(z.number())
const maybeNumbers = z.array(z.number().nullable())

/**
 * What stands in every tank now (spec 3.9), in arrays of equal length so that ten thousand trucks stay quick to read:
 * one element a truck, in the order of plates, and one element a tank, tanks of one truck together.
 */
export const tankInventory = z.object({
  /** When it was read, milliseconds UTC. */
  readAt: z.number(),
  /** Litres Vt, each tank rounded up (spec 9). */
  totals: z.object({ gasoline: z.number(), diesel: z.number(), other: z.number() }),
  trucks: z.object({
    truckId: numbers,
    signCode: z.array(z.string()),
    companyName: z.array(z.string()),
    /** 0–4 (spec 4.2). */
    status: numbers,
    /** Milliseconds UTC of the newest reading; null when the truck never reported. */
    at: maybeNumbers,
    lat: maybeNumbers,
    lng: maybeNumbers,
    area: z.array(z.string()),
    tiltAxialDeg: maybeNumbers,
    tiltLateralDeg: maybeNumbers,
  }),
  tanks: z.object({
    /** Index of its truck in `trucks`. */
    truck: numbers,
    compartment: numbers,
    oilCode: numbers,
    oilName: z.array(z.string()),
    /** By the tank table in force, else by the truck's sheet. */
    capacityL: numbers,
    rawLevelMm: maybeNumbers,
    levelMm: maybeNumbers,
    volumeL: maybeNumbers,
    /** As the console sent it and as the platform computes it by the tank table; null without a table or a reading. */
    consoleL: maybeNumbers,
    platformL: maybeNumbers,
    v20L: maybeNumbers,
    temperatureC: maybeNumbers,
    densityKgM3: maybeNumbers,
    waterMm: maybeNumbers,
    /** By the tank table; null when there is water and no table to measure it by. */
    waterL: maybeNumbers,
    /** 0 healthy; null when the gauge never reported. */
    fault: maybeNumbers,
  }),
})
export type TankInventory = z.infer<typeof tankInventory>
