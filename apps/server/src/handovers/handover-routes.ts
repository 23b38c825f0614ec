import { signHandover } from '@tanker/contract/handovers'
import { z } from 'zod'
import { changerOf } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { signAs } from './sign-handover.ts'

/** Deliveries signed or disputed at the station (spec 2.2: /handover). */
export const handoverRoutes = (now: () => Date): Route[] => [
  userRoute({
    method: 'POST',
    path: '/handovers/sign',
    audit: 'history',
    policy: { function: 'handovers:sign' },
    summary: 'Signs or disputes a delivered load',
    input: signHandover,
    answer: z.null(),
    handle: async ({ input, db, user }) => {
      if (input.state === 'disputed' && input.remark === '') throw errors.disputeNeedsNote()
      const outcome = await signAs(db, input, changerOf(user, now()))
      if (outcome === 'not-found') throw errors.handoverNotFound()
      if (outcome === 'changed') throw errors.handoverChanged()
      return null
    },
  }),
]
