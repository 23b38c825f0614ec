import type { Feature } from '../feature.ts'
import { terminalParameterRoutes } from './terminal-parameter-routes.ts'
import { terminalParametersCommand } from './terminal-parameters.command.ts'

export { checkedValues, sendTerminalParameters } from './send-terminal-parameters.ts'

/** Single parameters of terminals, set and read back. */
export const terminalParameters: Feature = { routes: terminalParameterRoutes, commands: [terminalParametersCommand] }
