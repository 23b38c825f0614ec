import type { Feature } from '../feature.ts'
import { upgradeFileRoutes } from './upgrade-file-routes.ts'
import { upgradeFileTable } from './upgrade-file-table.ts'

export { sendUpgradeFile } from './send-upgrade-file.ts'
export { upgradeFileOf } from './upgrade-file-content.ts'
export { upgradeFileErrors } from './upgrade-file-errors.ts'

/** What is kept to be sent to trucks: firmware, parameter files, tank charts, and commands. */
export const upgradeFiles: Feature = { routes: upgradeFileRoutes, entities: [upgradeFileTable] }
