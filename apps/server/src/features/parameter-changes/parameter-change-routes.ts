import { parameterChangeCalls } from '@tanker/contract/endpoints/parameter-changes'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { restoreParameter, restoreThreshold } from './restore-change.ts'

export const parameterChangeRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(parameterChangeCalls.restoreParameter, async ({ input, db, user }) => {
    await restoreParameter(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  handle(parameterChangeCalls.restoreThreshold, async ({ input, db, user }) => {
    await restoreThreshold(db, input, changerOf(user, now()))
    return null
  }),
]
