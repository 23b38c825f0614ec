import type { DeviceCommand } from './define-device-command.ts'
import { FileReading } from './file-reading.ts'
import { FileReplacement } from './file-replacement.ts'
import { FileTransfer } from './file-transfer.ts'
import { MessageTransfer } from './message-transfer.ts'
import type { OpenCommand } from './open-command.ts'
import { PackageUpgrade } from './package-upgrade.ts'
import { ParameterSetting } from './parameter-setting.ts'
import type { Sending, TerminalProtocol } from './sending.ts'

/** The transfer of a command, as its declaration says. */
export function transferOf(definition: DeviceCommand, command: OpenCommand, protocol: TerminalProtocol): Sending {
  const payload = definition.encode(command, protocol)
  switch (payload.done) {
    case 'file':
      return new FileTransfer(command, payload, protocol)
    case 'read':
      return new FileReading(payload.file, protocol)
    case 'replaced':
      return new FileReplacement(command, payload, protocol)
    case 'parameters':
      return new ParameterSetting(command, payload, protocol)
    case 'version':
      return new PackageUpgrade(command, protocol)
    default:
      return new MessageTransfer(payload, protocol)
  }
}
