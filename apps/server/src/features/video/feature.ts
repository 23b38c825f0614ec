import type { Feature } from '../feature.ts'
import { videoRoutes } from './video-routes.ts'

export { registerLiveVideo } from './live-video.ts'

/** Live video of the cameras of trucks: asked for when the first one watches, ended after the last one left. */
export const video: Feature = { routes: videoRoutes }
