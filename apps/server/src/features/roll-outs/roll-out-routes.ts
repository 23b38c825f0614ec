import { rollOutCalls } from '@tanker/contract/endpoints/roll-outs'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { resumeRollOut, returnRollOut, stopRollOut } from './decide-roll-out.ts'
import { orderRollOut } from './order-roll-out.ts'

/** Ordering roll-outs, and deciding about those that are open. */
export const rollOutRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(rollOutCalls.order, async ({ input, db, user }) => {
    const rollOutId = await orderRollOut(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return { rollOutId }
  }),
  ...(
    [
      [rollOutCalls.resume, resumeRollOut],
      [rollOutCalls.stop, stopRollOut],
      [rollOutCalls.return, returnRollOut],
    ] as const
  ).map(([call, decide]) =>
    handle(call, async ({ input, db, user }) => {
      await decide(db, input, changerOf(user, now()))
      bus.publish('commands', '')
      return null
    }),
  ),
]
