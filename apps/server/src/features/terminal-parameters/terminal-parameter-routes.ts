import { terminalParameterCalls } from '@tanker/contract/endpoints/terminal-parameters'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { sendTerminalParameters } from './send-terminal-parameters.ts'

export const terminalParameterRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(terminalParameterCalls.send, async ({ input, db, user }) => {
    const trucks = await sendTerminalParameters(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return { trucks }
  }),
]
