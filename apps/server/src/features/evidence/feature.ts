import type { Feature } from '../feature.ts'
import { evidenceCommand } from './evidence.command.ts'
import { evidenceJobs } from './evidence-jobs.ts'
import { evidenceRoutes } from './evidence-routes.ts'

export { evidenceKind } from './evidence-kind.ts'
export { refuseUnreadable } from './refuse-unreadable.ts'
export { evidencePath } from './store/evidence-store.ts'
export { startEvidenceListener } from './evidence-listener.ts'
export { type EvidenceStoreSetting, openEvidenceStore, openIncoming, tryEvidenceStore } from './store/open-evidence-store.ts'

/** Pictures and clips of alarms: trucks are asked for them, send them over a connection of their own, and users see them. */
export const evidence: Feature = {
  routes: evidenceRoutes,
  commands: [evidenceCommand],
  jobs: evidenceJobs,
}
