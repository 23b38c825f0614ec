import { handoverCalls } from '@tanker/contract/endpoints/handovers'
import { changerOf } from '../../platform/changes/record-change.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { signAs } from './sign-handover.ts'
import { handoverErrors } from './handover-errors.ts'

/** Deliveries signed or disputed at the station (spec 2.2: /handover). */
export const handoverRoutes = (now: () => Date): Route[] => [
  handle(handoverCalls.sign, async ({ input, db, user }) => {
    if (input.state === 'disputed' && input.remark === '') throw handoverErrors.disputeNeedsNote()
    const outcome = await signAs(db, input, changerOf(user, now()))
    if (outcome === 'not-found') throw handoverErrors.notFound()
    if (outcome === 'changed') throw handoverErrors.changed()
    return null
  }),
]
