import { quickVisitCalls } from '@tanker/contract/endpoints/quick-visits'
import { QUICK_VISIT_ADDED, QUICK_VISIT_REMOVED } from '@tanker/contract/quick-visits'
import { type ScreenPath, SCREENS } from '@tanker/contract/screens'
import { mayUse } from '../../platform/access/grants.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { quickVisitErrors } from './quick-visit-errors.ts'

const pathOf = (url: string): ScreenPath | undefined => SCREENS.find(({ path }) => path === url.replace(/^\/+/, ''))?.path

/** Quick access screens of a user (spec 3.4, 7.2). A screen no longer granted is not listed. */
export const quickVisitRoutes = ({ db: everything }: HttpParts): Route[] => [
  handle(quickVisitCalls.list, async ({ user }) => {
    const rows = await everything.selectFrom('quick_visit').where('user_id', '=', user.id).selectAll().orderBy('id').execute()
    return rows
      .filter(({ url }) => {
        const path = pathOf(url)
        return path !== undefined && mayUse(user.grants, path)
      })
      .map(({ id, url, name }) => ({ id, userId: user.id, quickVisitUrl: url, quickVisitName: name }))
  }),

  handle(quickVisitCalls.add, async ({ input, user }) => {
    const path = pathOf(input.quickVisitUrl)
    if (path === undefined || !mayUse(user.grants, path)) throw errors.noPermission()
    const { numInsertedOrUpdatedRows } = await everything
      .insertInto('quick_visit')
      .values({ user_id: user.id, url: `/${path}`, name: input.quickVisitName })
      .onConflict((conflict) => conflict.columns(['user_id', 'url']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw quickVisitErrors.thereAlready()
    return QUICK_VISIT_ADDED
  }),

  handle(quickVisitCalls.remove, async ({ input, user }) => {
    const { numDeletedRows } = await everything
      .deleteFrom('quick_visit')
      .where('user_id', '=', user.id)
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw quickVisitErrors.notThere()
    return QUICK_VISIT_REMOVED
  }),
]
