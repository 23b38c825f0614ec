import type { Feature } from '../feature.ts'
import { trainingRoutes } from './training-routes.ts'

/** Staged accidents: administrators have a truck play one, for training and demonstration. */
export const training: Feature = { routes: trainingRoutes }
