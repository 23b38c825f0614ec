import type { CommandKind, DeviceCommand } from './define-device-command.ts'
import { RESTART_FOLLOWS } from './restart-after.ts'

/** The kinds of device commands that the server knows. */
export type KnownCommands = {
  /** The declaration of a kind. @throws TypeError if it is not known */
  of(kind: CommandKind): DeviceCommand
  /** Kinds that go before the other commands that wait for a truck. */
  readonly first: readonly CommandKind[]
  /** SQL that updates the subjects of changed commands together with them, as their declarations say. */
  readonly follows: string
}

export function knownCommands(commands: readonly DeviceCommand[]): KnownCommands {
  const byKind = new Map(commands.map((command) => [command.kind, command]))
  return {
    of(kind) {
      const command = byKind.get(kind)
      if (command === undefined) throw new TypeError(`no device command of kind ${kind}`)
      return command
    },
    first: commands.filter(({ goesFirst }) => goesFirst === true).map(({ kind }) => kind),
    follows: commands.map(followOf).join('') + RESTART_FOLLOWS,
  }
}

/** SQL of one kind; '' where nothing follows. */
export const followOf = ({ follow }: Pick<DeviceCommand, 'follow'>): string => (follow === null ? '' : `, ${follow}`)
