import { thresholdCalls } from '@tanker/contract/endpoints/thresholds'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { readOwnThresholds } from './read-thresholds.ts'
import { setThresholds } from './set-thresholds.ts'

/** Thresholds of the organisations and trucks that the user sees. */
export const thresholdRoutes = ({ now }: HttpParts): Route[] => [
  handle(thresholdCalls.read, ({ input, db }) => readOwnThresholds(db, input, now())),
  handle(thresholdCalls.set, async ({ input, db, user }) => ({ changed: await setThresholds(db, input, changerOf(user, now())) })),
]
