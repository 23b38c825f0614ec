import { firmwareCalls } from '@tanker/contract/endpoints/firmware'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { queryVersions } from './query-versions.ts'

/** Asking trucks what their devices run. */
export const versionQueryRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(firmwareCalls.queryVersions, async ({ input: { truckIds }, db, user }) => {
    const trucks = await queryVersions(db, truckIds, changerOf(user, now()))
    bus.publish('commands', '')
    return { trucks }
  }),
]
