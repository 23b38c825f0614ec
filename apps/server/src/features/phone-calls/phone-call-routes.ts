import { phoneCallCalls } from '@tanker/contract/endpoints/phone-calls'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { phoneCallsAbout, recordPhoneCall } from './phone-calls.ts'

export const phoneCallRoutes = ({ now }: HttpParts): Route[] => [
  handle(phoneCallCalls.read, ({ input, db, timeZone }) => phoneCallsAbout(db, input.alarmId, timeZone)),
  handle(phoneCallCalls.create, async ({ input, db, user, timeZone }) => ({
    id: await recordPhoneCall(db, { ...changerOf(user, now()), name: user.realName || user.userName }, input, timeZone),
  })),
]
