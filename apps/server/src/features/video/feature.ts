import type { Feature } from '../feature.ts'
import { recordingsRoutes } from './recordings-routes.ts'
import { liveRoutes } from './video-routes.ts'

export { registerLiveVideo } from './live-video.ts'
export { registerPlayback } from './playback-video.ts'

/** Cameras of trucks: live, asked for when the first one watches and ended after the last one left, and what their recorders have. */
export const video: Feature = { routes: (parts) => [...liveRoutes(parts), ...recordingsRoutes(parts)] }
