import { cargoCalls } from '@tanker/contract/endpoints/cargo'
import { MAX_LEVEL_TREND_DAYS } from '@tanker/contract/level-trend'
import { TankTablesInForce } from '@tanker/database/tank-tables-in-force'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { askedPeriod, chosenTruckIds } from './chosen-trucks.ts'
import { readFlow, readOperations } from './flow-change.ts'
import { readLevelTrend } from './level-trend.ts'
import { readLitreLedger } from './litre-ledger.ts'
import { readTankInventory } from './tank-inventory.ts'

/** Spec 5.4: an interval chosen by the user. */
const MAX_OPERATION_DAYS = 31

const numbered = (ids: readonly string[] | undefined): ReadonlySet<number> => new Set((ids ?? []).map(Number))

/** Routes of the cargo screens: tank inventory, curves, litre ledger, flow. */
export const cargoRoutes = ({ now, areas, connection }: HttpParts, tables = new TankTablesInForce(() => connection.pool)): Route[] => [
  handle(cargoCalls.tankInventory, async ({ input, db, user, language }) => {
    const [truckIds, nameArea] = await Promise.all([chosenTruckIds(db, input), areas.for(user.scope)])
    const products = input.products === undefined || input.products.length === 0 ? null : new Set(input.products)
    return readTankInventory(db, { truckIds: new Set(truckIds), products }, now(), nameArea, language, tables)
  }),

  handle(cargoCalls.levelTrend, ({ input, db }) =>
    readLevelTrend(db, {
      truckId: input.truckId,
      ...askedPeriod(input, MAX_LEVEL_TREND_DAYS),
      compartments: numbered(input.compartments),
      stretches: input.stretches,
    }),
  ),

  handle(cargoCalls.litreLedger, ({ input, db }) =>
    readLitreLedger(db, {
      truckId: input.truckId,
      ...askedPeriod(input, MAX_LEVEL_TREND_DAYS),
      compartments: numbered(input.compartments),
    }),
  ),

  handle(cargoCalls.operations, async ({ input, db }) => {
    const period = askedPeriod(input, MAX_OPERATION_DAYS)
    return readOperations(db, { truckIds: await chosenTruckIds(db, input), ...period, compartments: numbered(input.compartments) })
  }),

  handle(cargoCalls.flow, ({ input, db }) =>
    readFlow(db, { truckId: input.truckId, compartment: input.compartment, startedAt: new Date(input.startedAt) }, now()),
  ),
]
