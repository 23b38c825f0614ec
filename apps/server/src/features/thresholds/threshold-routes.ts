import { thresholdCalls } from '@tanker/contract/endpoints/thresholds'
import { MAX_TRIED_TRUCKS } from '@tanker/contract/threshold-trials'
import { changerOf } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { readOwnThresholds } from './read-thresholds.ts'
import { checkValues, setThresholds } from './set-thresholds.ts'
import { thresholdErrors } from './threshold-errors.ts'
import { runTrial } from './trial/run-trial.ts'
import { trialTrucksOf } from './trial/trial-trucks.ts'

const DAY_MS = 86_400_000

/** Thresholds of the organisations and trucks that the user sees. */
export const thresholdRoutes = ({ now, settings, connection }: HttpParts): Route[] => [
  handle(thresholdCalls.read, ({ input, db }) => readOwnThresholds(db, input, now())),
  handle(thresholdCalls.set, async ({ input, db, user }) => ({ changed: await setThresholds(db, input, changerOf(user, now())) })),
  handle(thresholdCalls.trialTrucks, async ({ input, db }) => {
    checkValues(input.values)
    return { truckIds: await trialTrucksOf(db, input) }
  }),
  handle(thresholdCalls.try, async ({ input: { days, triedTruckIds, ...trial }, db }) => {
    checkValues(trial.values)
    if (triedTruckIds.length > MAX_TRIED_TRUCKS) throw thresholdErrors.trialTooLarge(MAX_TRIED_TRUCKS)
    // The trucks of the values: of the user's, and no others.
    const judged = await trialTrucksOf(db, trial)
    if (triedTruckIds.some((id) => !judged.includes(id))) throw errors.truckNotFound()
    return runTrial(connection.pool, settings.databaseUrl, trial, { triedTruckIds, from: now().getTime() - days * DAY_MS })
  }),
]
