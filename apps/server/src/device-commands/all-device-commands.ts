import { upgradeCommand } from '../firmware/upgrade.command.ts'
import { versionQueryCommand } from '../firmware/version-query.command.ts'
import { tankTableCommand } from '../tank-tables/tank-table.command.ts'
import type { CommandKind, DeviceCommand } from './define-device-command.ts'

/** Every kind of device command. */
export const ALL_DEVICE_COMMANDS: readonly DeviceCommand[] = [tankTableCommand, upgradeCommand, versionQueryCommand]

const byKind = new Map(ALL_DEVICE_COMMANDS.map((command) => [command.kind, command]))

/** The declaration of a kind. @throws TypeError if it is not listed */
export function deviceCommand(kind: CommandKind): DeviceCommand {
  const command = byKind.get(kind)
  if (command === undefined) throw new TypeError(`no device command of kind ${kind}`)
  return command
}
