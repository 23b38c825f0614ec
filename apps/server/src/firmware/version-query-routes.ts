import { askedTrucks, versionQuestion } from '@tanker/contract/firmware'
import { changerOf } from '../changes/record-change.ts'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'
import { queryVersions } from './query-versions.ts'
import { versionQueryCommand } from './version-query.command.ts'

/** Asking trucks what their devices run. */
export const versionQueryRoutes = ({ bus, now }: HttpParts): Route[] => [
  userRoute({
    method: 'POST',
    path: '/deviceVersions/query',
    audit: { exempt: 'reads from devices and changes nothing; the command says who ordered it' },
    policy: { function: versionQueryCommand.permission },
    summary: 'Ask the devices of these trucks (all or none) for their versions once they are connected; given up after a week',
    input: versionQuestion,
    answer: askedTrucks,
    handle: async ({ input: { truckIds }, db, user }) => {
      const trucks = await queryVersions(db, truckIds, changerOf(user, now()))
      bus.publish('orders', '')
      return { trucks }
    },
  }),
]
