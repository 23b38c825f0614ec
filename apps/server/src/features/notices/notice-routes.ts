import { noticeCalls } from '@tanker/contract/endpoints/notices'
import { changerOf } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { noticeErrors } from './notice-errors.ts'
import { resendNotice } from './resend-notice.ts'

/** Notices of all channels but text messages, which are paid. */
export const noticeRoutes = ({ bus, now }: Pick<HttpParts, 'bus' | 'now'>): Route[] => [
  handle(noticeCalls.resend, async ({ input, db, user }) => {
    const outcome = await resendNotice(db, input.id, changerOf(user, now()))
    if (outcome === 'not-found') throw errors.rowNotFound()
    if (outcome === 'not-failed') throw noticeErrors.notFailed()
    if (outcome === 'no-receiver') throw noticeErrors.noReceiver()
    bus.publish('outbox', '')
    return null
  }),
]
