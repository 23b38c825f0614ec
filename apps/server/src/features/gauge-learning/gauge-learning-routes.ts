import { gaugeLearningCalls } from '@tanker/contract/endpoints/gauge-learning'
import { mayUse } from '../../platform/access/grants.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { type AskedByUser, handle, type Route } from '../../platform/http/routes.ts'
import { acceptCorrection } from './accept-correction.ts'
import { findLearned, shownLearned } from './gauge-learning-rows.ts'
import { learnOneTruck } from './learn-fleet.ts'

/** Learning results of a compartment's gauge, and decisions on them. The list itself is a report. */
export const gaugeLearningRoutes = ({ bus, connection, now }: HttpParts): Route[] => {
  const shown = async ({ db, user }: Pick<AskedByUser<unknown>, 'db' | 'user'>, id: number) =>
    shownLearned(await findLearned(db, id), mayUse(user.grants, 'gauges:accept') && !user.demo)
  return [
    handle(gaugeLearningCalls.read, (asked) => shown(asked, asked.input.id)),
    handle(gaugeLearningCalls.learn, async (asked) => {
      const { truck_id } = await findLearned(asked.db, asked.input.id)
      await learnOneTruck(connection, truck_id, now())
      return shown(asked, asked.input.id)
    }),
    handle(gaugeLearningCalls.accept, async (asked) => {
      const { input, db, user } = asked
      await acceptCorrection(db, input.id, new Date(input.learnedAt), changerOf(user, now()))
      const row = await findLearned(db, input.id)
      // If the platform computes the truck's volumes, the new table applies from its start time.
      bus.publish('context', String(row.truck_id))
      return shown(asked, input.id)
    }),
  ]
}
