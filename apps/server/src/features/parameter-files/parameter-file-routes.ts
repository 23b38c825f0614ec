import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { orderRead, parameterFileOf } from './read-parameter-files.ts'
import { sendParameterFile } from './send-parameter-file.ts'

/** Parameter files of the trucks that the user sees. */
export const parameterFileRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(parameterFileCalls.content, ({ input, db }) => parameterFileOf(db, input)),
  handle(parameterFileCalls.read, async ({ input, db, user }) => {
    await orderRead(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
  handle(parameterFileCalls.send, async ({ input, db, user }) => {
    await sendParameterFile(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return null
  }),
]
