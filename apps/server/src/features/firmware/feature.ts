import type { Feature } from '../feature.ts'
import { firmwareRoutes } from './firmware-routes.ts'
import { upgradeCommand } from './upgrade.command.ts'
import { versionQueryRoutes } from './version-query-routes.ts'
import { versionQueryCommand } from './version-query.command.ts'

export { firmwareContent, insertFirmware, refuseWhileSent } from './firmware-files.ts'
export { sendUpgrades } from './send-upgrades.ts'
export { upgradeCommand } from './upgrade.command.ts'

/** Firmware files, upgrades and versions of devices. */
export const firmware: Feature = {
  routes: (parts) => [...firmwareRoutes(parts), ...versionQueryRoutes(parts)],
  commands: [upgradeCommand, versionQueryCommand],
}
