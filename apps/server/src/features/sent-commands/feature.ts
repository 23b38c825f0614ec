import type { KnownCommands } from '../../device-commands/known-commands.ts'
import type { Feature } from '../feature.ts'
import { sentCommandRoutes } from './sent-command-routes.ts'

/** The commands of all features to trucks, in one list. */
export const sentCommands = (commands: KnownCommands): Feature => ({ routes: sentCommandRoutes(commands) })
