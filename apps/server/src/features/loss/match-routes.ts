import { integrationCalls } from '@tanker/contract/endpoints/integration'
import { changerOf } from '../../platform/changes/record-change.ts'
import { matchErrors } from './match-errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { matchByHand } from './match-by-hand.ts'

/** Assigns papers to trips by hand. */
export const matchRoutes = ({ now }: HttpParts): Route[] => [
  handle(integrationCalls.match, async ({ input: { kind, id, truckId, tripStartedAt, leg }, db, user }) => {
    const trip =
      truckId === undefined || tripStartedAt === undefined ? null : { truckId, startedAt: new Date(tripStartedAt), leg: leg ?? 1 }
    if (!(await matchByHand(db, { kind, id: Math.min(id, 2_147_483_647), trip }, changerOf(user, now()))))
      throw matchErrors.rowOrTripNotFound()
    return null
  }),
]
