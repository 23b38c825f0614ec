import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { handle, type Route } from '../../platform/http/routes.ts'

/** The tree of organisations that a user sees. */
export const organisationRoutes = (): Route[] => [
  handle(organisationCalls.list, async ({ db, user }) =>
    (
      await db
        .companies()
        .select(['id', 'parent_id', 'name', 'short_name', 'code'])
        .orderBy((order) => order.fn('cardinality', ['ancestors']))
        .orderBy('company.id')
        .execute()
    ).map((company) => ({
      id: company.id,
      // The topmost visible organisation has no visible parent.
      parentId: company.id === user.scope.companyId ? null : company.parent_id,
      name: company.name,
      shortName: company.short_name,
      code: company.code,
    })),
  ),
]
