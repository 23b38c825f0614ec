import { repairOrderCalls } from '@tanker/contract/endpoints/repair-orders'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { createRepairOrder, takeRepairStep } from './change-repair-order.ts'
import { repairOrdersOf } from './read-repair-orders.ts'

/** Repair orders of the trucks that the user sees. */
export const repairOrderRoutes = ({ now }: HttpParts): Route[] => [
  handle(repairOrderCalls.read, ({ input, db }) => repairOrdersOf(db, input.truckId, input.part)),
  handle(repairOrderCalls.create, async ({ input, db, user }) => ({
    id: await createRepairOrder(db, { ...changerOf(user, now()), name: user.realName || user.userName }, input),
  })),
  handle(repairOrderCalls.step, async ({ input, db, user }) => {
    await takeRepairStep(db, changerOf(user, now()), input)
    return null
  }),
]
