import { addQuickVisit, QUICK_VISIT_ADDED, QUICK_VISIT_REMOVED, quickVisit } from '@tanker/contract/quick-visits'
import { type ScreenPath, SCREENS } from '@tanker/contract/screens'
import { rowId } from '@tanker/contract/input-bounds'
import { z } from 'zod'
import { mayUse } from '../access/grants.ts'
import { errors } from '../http/errors.ts'
import type { HttpParts } from '../http/parts.ts'
import { type Route, userRoute } from '../http/routes.ts'

const pathOf = (url: string): ScreenPath | undefined => SCREENS.find(({ path }) => path === url.replace(/^\/+/, ''))?.path

/** Quick access screens of a user (spec 3.4, 7.2). A screen no longer granted is not listed. */
export const quickVisitRoutes = ({ db: everything }: HttpParts): Route[] => [
  userRoute({
    method: 'GET',
    path: '/getUserQuickVisit',
    policy: 'session',
    summary: 'List the user’s quick access screens',
    input: z.object({ userId: z.string().optional() }),
    answer: z.array(quickVisit),
    handle: async ({ user }) => {
      const rows = await everything.selectFrom('quick_visit').where('user_id', '=', user.id).selectAll().orderBy('id').execute()
      return rows
        .filter(({ url }) => {
          const path = pathOf(url)
          return path !== undefined && mayUse(user.grants, path)
        })
        .map(({ id, url, name }) => ({ id, userId: user.id, quickVisitUrl: url, quickVisitName: name }))
    },
  }),

  userRoute({
    method: 'POST',
    path: '/addUserQuickVisit',
    audit: { exempt: 'a setting of this user’s own screen' },
    policy: 'session',
    summary: 'Add a screen to quick access',
    input: addQuickVisit,
    answer: z.string(),
    handle: async ({ input, user }) => {
      const path = pathOf(input.quickVisitUrl)
      if (path === undefined || !mayUse(user.grants, path)) throw errors.noPermission()
      const { numInsertedOrUpdatedRows } = await everything
        .insertInto('quick_visit')
        .values({ user_id: user.id, url: `/${path}`, name: input.quickVisitName })
        .onConflict((conflict) => conflict.columns(['user_id', 'url']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw errors.inQuickAccessAlready()
      return QUICK_VISIT_ADDED
    },
  }),

  userRoute({
    method: 'DELETE',
    path: '/removeUserQuickVisit',
    audit: { exempt: 'a setting of this user’s own screen' },
    policy: 'session',
    summary: 'Remove a screen from quick access',
    input: z.object({ id: rowId }),
    answer: z.string(),
    handle: async ({ input, user }) => {
      const { numDeletedRows } = await everything
        .deleteFrom('quick_visit')
        .where('user_id', '=', user.id)
        .where('id', '=', input.id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw errors.notInQuickAccess()
      return QUICK_VISIT_REMOVED
    },
  }),
]
