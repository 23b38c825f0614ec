import { sentCommandCalls } from '@tanker/contract/endpoints/sent-commands'
import type { KnownCommands } from '../../device-commands/known-commands.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { stopCommands } from './stop-commands.ts'

export const sentCommandRoutes =
  (commands: KnownCommands) =>
  ({ bus, now }: HttpParts): Route[] => [
    handle(sentCommandCalls.stop, async ({ input, db, user }) => {
      const stopped = await stopCommands(db, commands, input.commandIds, changerOf(user, now()))
      bus.publish('commands', '')
      return { commands: stopped }
    }),
  ]
