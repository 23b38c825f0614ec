import { tankTableCalls } from '@tanker/contract/endpoints/tank-tables'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { sendTankTable, stopTankTable } from './send-tank-table.ts'

/** Actions on tank tables besides editing: start and stop sending one to its truck. */
export const tankTableRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(tankTableCalls.send, async ({ input: { id }, db, user }) => {
    await sendTankTable(db, id, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  handle(tankTableCalls.stop, async ({ input: { id }, db, user }) => {
    await stopTankTable(db, id, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
]
