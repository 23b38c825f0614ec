import { deliveryCurveCall, deliveryProofCalls } from '@tanker/contract/endpoints/delivery-proof'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { readDeliveryCurve } from './delivery-curve.ts'
import { readDeliveryProof } from './delivery-proof.ts'

/** The curve of a trip, and the page that proves its loss, with the permission of each list that leads to it. */
export const deliveryProofRoutes = ({ now }: HttpParts): Route[] => [
  handle(deliveryCurveCall, ({ input, db }) =>
    readDeliveryCurve(db, { truckId: input.truckId, startedAt: new Date(input.tripStartedAt) }, now()),
  ),
  ...Object.values(deliveryProofCalls).map((proof) =>
    handle(proof, ({ input, db, user }) =>
      readDeliveryProof(db, {
        truckId: input.truckId,
        startedAt: new Date(input.tripStartedAt),
        madeBy: user.realName === '' ? user.userName : user.realName,
        now: now(),
      }),
    ),
  ),
]
