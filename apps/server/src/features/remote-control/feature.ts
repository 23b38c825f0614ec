import type { Feature } from '../feature.ts'
import { remoteControlRoutes } from './remote-control-routes.ts'
import { remoteControlCommand } from './remote-control.command.ts'

export { remoteControlCommand } from './remote-control.command.ts'

/** What terminals are ordered to do at once. */
export const remoteControl: Feature = { routes: remoteControlRoutes, commands: [remoteControlCommand] }
