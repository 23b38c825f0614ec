import { quickVisitCalls } from '@tanker/contract/endpoints/quick-visits'
import { QUICK_VISIT_ADDED, QUICK_VISIT_REMOVED } from '@tanker/contract/quick-visits'
import { type ScreenPath, SCREENS } from '@tanker/contract/screens'
import { mayUse } from '../../platform/access/grants.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { openableView } from '../named-views/feature.ts'
import { quickVisitErrors } from './quick-visit-errors.ts'

/** A screen, or a view of one: `/monitor/offline_truck?view=7`. */
const TILE = /^\/*([^?]+)(?:\?view=(\d{1,9}))?$/

function placeOf(url: string): { readonly path: ScreenPath; readonly viewId: number | null } | undefined {
  const [, wanted, view] = TILE.exec(url) ?? []
  const path = SCREENS.find((screen) => screen.path === wanted)?.path
  return path === undefined ? undefined : { path, viewId: view === undefined ? null : Number(view) }
}

/**
 * Quick access of a user: screens and views of them (spec 3.4, 7.2). A screen no longer granted is not listed. A view that was deleted or
 * is no longer shared stays: its list says so, and the user removes it.
 */
export const quickVisitRoutes = ({ db: everything }: HttpParts): Route[] => [
  handle(quickVisitCalls.list, async ({ user }) => {
    const rows = await everything.selectFrom('quick_visit').where('user_id', '=', user.id).selectAll().orderBy('id').execute()
    return rows
      .filter(({ url }) => {
        const place = placeOf(url)
        return place !== undefined && mayUse(user.grants, place.path)
      })
      .map(({ id, url, name }) => ({ id, userId: user.id, quickVisitUrl: url, quickVisitName: name }))
  }),

  handle(quickVisitCalls.add, async ({ input, user }) => {
    const place = placeOf(input.quickVisitUrl)
    if (place === undefined || !mayUse(user.grants, place.path)) throw errors.noPermission()
    const { path, viewId } = place
    const view = viewId === null ? undefined : await openableView(everything, user.id, viewId)
    if (viewId !== null && view?.screen !== path) throw quickVisitErrors.noSuchView()
    const { numInsertedOrUpdatedRows } = await everything
      .insertInto('quick_visit')
      .values({ user_id: user.id, url: viewId === null ? `/${path}` : `/${path}?view=${viewId}`, name: input.quickVisitName })
      .onConflict((conflict) => conflict.columns(['user_id', 'url']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw viewId === null ? quickVisitErrors.thereAlready() : quickVisitErrors.viewThereAlready()
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
