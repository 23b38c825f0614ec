import type { DeviceCommand } from './define-device-command.ts'
import { FileTransfer } from './file-transfer.ts'
import { MessageTransfer } from './message-transfer.ts'
import type { OpenOrder } from './open-order.ts'
import { PackageUpgrade } from './package-upgrade.ts'
import type { Sending, Tongue } from './sending.ts'

/** The transfer of a command, as its declaration says. */
export function transferOf(command: DeviceCommand, order: OpenOrder, protocol: Tongue): Sending {
  const payload = command.encode(order, protocol)
  switch (payload.done) {
    case 'file':
      return new FileTransfer(order, payload, protocol)
    case 'version':
      return new PackageUpgrade(order, protocol)
    default:
      return new MessageTransfer(payload, protocol)
  }
}
