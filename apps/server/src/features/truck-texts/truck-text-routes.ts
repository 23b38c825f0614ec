import { truckTextCalls } from '@tanker/contract/endpoints/truck-texts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { recentTexts, sendTexts, stopTexts } from './send-texts.ts'

export const truckTextRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(truckTextCalls.send, async ({ input, db, user }) => {
    const trucks = await sendTexts(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return { trucks }
  }),
  handle(truckTextCalls.stop, async ({ input, db, user }) => {
    const texts = await stopTexts(db, input.textIds, changerOf(user, now()))
    bus.publish('commands', '')
    return { texts }
  }),
  handle(truckTextCalls.recent, ({ db }) => recentTexts(db, now())),
]
