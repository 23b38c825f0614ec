import { acceptGaugeCorrection, gaugeLearning, gaugeLearningAsked } from '@tanker/contract/gauge-learning'
import { RESULT } from '@tanker/contract/envelope'
import { mayUse } from '../access/grants.ts'
import { changerOf } from '../changes/record-change.ts'
import type { HttpParts } from '../http/parts.ts'
import { type AskedByUser, type Route, userRoute } from '../http/routes.ts'
import { acceptCorrection } from './accept-correction.ts'
import { findLearned, shownLearned } from './gauge-learning-rows.ts'
import { learnOneTruck } from './learn-fleet.ts'

const screen = { function: 'cargo_monitor/data_analysis/gauge_learning' } as const

/** Learning results of a compartment's gauge, and decisions on them. The list itself is a report. */
export const gaugeLearningRoutes = ({ bus, connection, now }: HttpParts): Route[] => {
  const shown = async ({ db, user }: Pick<AskedByUser<unknown>, 'db' | 'user'>, id: number) =>
    shownLearned(await findLearned(db, id), mayUse(user.grants, 'gauges:accept') && !user.demo)
  return [
    userRoute({
      method: 'GET',
      path: '/gaugeLearning',
      policy: screen,
      summary: 'Get the learning result of one compartment’s gauge: estimates, proposed correction, and each load against the fit',
      input: gaugeLearningAsked,
      answer: gaugeLearning,
      handle: (asked) => shown(asked, asked.input.id),
    }),
    userRoute({
      method: 'POST',
      path: '/gaugeLearning/learn',
      audit: { exempt: 'computes again what stands in other rows' },
      policy: screen,
      summary: 'Recompute the gauges of a compartment’s truck, including today’s loads',
      input: gaugeLearningAsked,
      answer: gaugeLearning,
      handle: async (asked) => {
        const { truck_id } = await findLearned(asked.db, asked.input.id)
        await learnOneTruck(connection, truck_id, now())
        return shown(asked, asked.input.id)
      },
    }),
    userRoute({
      method: 'POST',
      path: '/gaugeLearning/accept',
      audit: 'history',
      policy: { function: 'gauges:accept' },
      summary: 'Accept a proposed correction: creates a new tank table on the platform, or records a temperature correction; sends nothing',
      input: acceptGaugeCorrection,
      refusals: [RESULT.conflict],
      answer: gaugeLearning,
      handle: async (asked) => {
        const { input, db, user } = asked
        await acceptCorrection(db, input.id, new Date(input.learnedAt), changerOf(user, now()))
        const row = await findLearned(db, input.id)
        // If the platform computes the truck's volumes, the new table applies from its start time.
        bus.publish('context', String(row.truck_id))
        return shown(asked, input.id)
      },
    }),
  ]
}
