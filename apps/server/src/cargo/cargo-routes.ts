import { flow, flowAsked, operations, operationsAsked } from '@tanker/contract/flow-change'
import { MAX_LEVEL_TREND_DAYS, levelTrend, levelTrendAsked, litreLedger } from '@tanker/contract/level-trend'
import { tankInventory, tankInventoryAsked } from '@tanker/contract/tank-inventory'
import { TankTablesInForce } from '@tanker/database/tank-tables-in-force'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { askedPeriod, chosenTruckIds } from './chosen-trucks.ts'
import { readFlow, readOperations } from './flow-change.ts'
import { readLevelTrend } from './level-trend.ts'
import { readLitreLedger } from './litre-ledger.ts'
import { readTankInventory } from './tank-inventory.ts'

/** Spec 5.4: an interval chosen by the user. */
const operationsMaxDays = 31

const numbered = (ids: readonly string[] | undefined): ReadonlySet<number> => new Set((ids ?? []).map(Number))

/** Routes of the cargo screens: tank inventory, curves, litre ledger, flow. */
export const cargoRoutes = ({ now, areas, connection }: HttpParts, tables = new TankTablesInForce(() => connection.pool)): Route[] => [
  userRoute({
    method: 'GET',
    path: '/cargo/tank-inventory',
    policy: { function: 'cargo_monitor/event_report/real_tank_inventory' },
    summary: 'Get the current content of every compartment of the chosen trucks, as arrays',
    input: tankInventoryAsked,
    answer: tankInventory,
    handle: async ({ input, db, user, language }) => {
      const [truckIds, nameArea] = await Promise.all([chosenTruckIds(db, input), areas.for(user.scope)])
      const products = input.products === undefined || input.products.length === 0 ? null : new Set(input.products)
      return readTankInventory(db, { truckIds: new Set(truckIds), products }, now(), nameArea, language, tables)
    },
  }),

  userRoute({
    method: 'GET',
    path: '/cargo/level-trend',
    policy: { function: 'cargo_monitor/event_report/level_trend' },
    summary: 'Get level, volume, temperature, speed and events of one truck over at most 7 days, downsampled to a width',
    input: levelTrendAsked,
    answer: levelTrend,
    handle: ({ input, db }) =>
      readLevelTrend(db, {
        truckId: input.truckId,
        ...askedPeriod(input, MAX_LEVEL_TREND_DAYS),
        compartments: numbered(input.compartments),
        stretches: input.stretches,
      }),
  }),

  userRoute({
    method: 'GET',
    path: '/cargo/litre-ledger',
    policy: { function: 'cargo_monitor/event_report/level_trend' },
    summary: 'Get the litre ledger of one truck over at most 7 days',
    input: levelTrendAsked,
    answer: litreLedger,
    handle: ({ input, db }) =>
      readLitreLedger(db, {
        truckId: input.truckId,
        ...askedPeriod(input, MAX_LEVEL_TREND_DAYS),
        compartments: numbered(input.compartments),
      }),
  }),

  userRoute({
    method: 'GET',
    path: '/cargo/operations',
    policy: { function: 'cargo_monitor/event_report/flow_change' },
    summary: 'List loadings and unloadings of the chosen trucks, newest first',
    input: operationsAsked,
    answer: operations,
    handle: async ({ input, db }) => {
      const period = askedPeriod(input, operationsMaxDays)
      return readOperations(db, { truckIds: await chosenTruckIds(db, input), ...period, compartments: numbered(input.compartments) })
    },
  }),

  userRoute({
    method: 'GET',
    path: '/cargo/flow',
    policy: { function: 'cargo_monitor/event_report/flow_change' },
    summary: 'Get the flow of one operation per minute',
    input: flowAsked,
    answer: flow,
    handle: ({ input, db }) =>
      readFlow(db, { truckId: input.truckId, compartment: input.compartment, startedAt: new Date(input.startedAt) }, now()),
  }),
]
