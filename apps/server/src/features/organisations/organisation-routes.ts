import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { handle, type Route } from '../../platform/http/routes.ts'

/** The tree of organisations that a user sees. */
export const organisationRoutes = (): Route[] => [
  handle(organisationCalls.list, async ({ db, user }) =>
    (
      await db
        .organisations()
        .select(['id', 'parent_id', 'name', 'short_name', 'code'])
        .orderBy((order) => order.fn('cardinality', ['ancestors']))
        .orderBy('organisation.id')
        .execute()
    ).map((organisation) => ({
      id: organisation.id,
      // The topmost visible organisation has no visible parent.
      parentId: organisation.id === user.scope.organisationId ? null : organisation.parent_id,
      name: organisation.name,
      shortName: organisation.short_name,
      code: organisation.code,
    })),
  ),
]
