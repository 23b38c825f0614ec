import { rowId } from '@tanker/contract/input-bounds'
import { z } from 'zod'
import { changerOf } from '../changes/record-change.ts'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { tankTableCommand } from './tank-table.command.ts'
import { sendTankTable, stopTankTable } from './send-tank-table.ts'

const input = z.object({ id: rowId })
const policy = { function: tankTableCommand.permission }

/** Actions on tank tables besides editing: start and stop sending one to its truck. */
export const tankTableRoutes = ({ bus, now }: HttpParts): Route[] => [
  userRoute({
    method: 'POST',
    path: '/baseData/tank_table/send',
    audit: 'history',
    policy,
    summary: 'Send a tank table to its truck once the truck is connected; refused while it is being sent',
    input,
    answer: z.null(),
    handle: async ({ input: { id }, db, user }) => {
      await sendTankTable(db, id, changerOf(user, now()))
      bus.publish('orders', '')
      return null
    },
  }),
  userRoute({
    method: 'POST',
    path: '/baseData/tank_table/stop',
    audit: 'history',
    policy,
    summary: 'Stop sending a tank table; the console discards an incomplete one',
    input,
    answer: z.null(),
    handle: async ({ input: { id }, db, user }) => {
      await stopTankTable(db, id, changerOf(user, now()))
      bus.publish('orders', '')
      return null
    },
  }),
]
