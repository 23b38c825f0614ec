import type { Feature } from '../feature.ts'
import { rollOutRoutes } from './roll-out-routes.ts'
import { rollOutsJob } from './roll-outs-job.ts'

/** Upgrade files that go to a few trucks first, and to the others once these are well. */
export const rollOuts: Feature = { routes: rollOutRoutes, jobs: (options) => [rollOutsJob(options)] }
