import type { Feature } from '../feature.ts'
import { photoRoutes } from './photo-routes.ts'

export { photoIntake } from './photo-intake.ts'

/** Photos that cameras of trucks took by order or by themselves. */
export const photos: Feature = { routes: photoRoutes }
