import { remoteControlCalls } from '@tanker/contract/endpoints/remote-control'
import { REMOTE_COMMANDS } from '@tanker/contract/remote-control'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { isOwnPassword } from '../access/feature.ts'
import { controlTrucks, stopControl } from './control-trucks.ts'
import { remoteControlErrors } from './remote-control-errors.ts'

export const remoteControlRoutes = (parts: HttpParts): Route[] => {
  const { bus, now } = parts
  return [
    handle(remoteControlCalls.send, async ({ input, db, user }) => {
      if (REMOTE_COMMANDS[input.command].dangerous) {
        if (input.pwd === undefined) throw remoteControlErrors.needsPassword()
        if (!(await isOwnPassword(parts, user, input.pwd))) throw signInErrors.wrongPassword()
      }
      const trucks = await controlTrucks(db, input, changerOf(user, now()))
      bus.publish('commands', '')
      return { trucks }
    }),
    handle(remoteControlCalls.stop, async ({ input, db, user }) => {
      await stopControl(db, input.controlId, changerOf(user, now()))
      bus.publish('commands', '')
      return null
    }),
  ]
}
