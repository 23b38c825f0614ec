import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import { mayUse } from '../../platform/access/grants.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { viewsOf } from './read-views.ts'
import { addView, changeView, contentOf, removeView, setDefaultView } from './save-views.ts'
import { rolesToShareWith, shareView } from './share-view.ts'

/** The calls of views. Each sees the user's own views and those that are shared with its role. */
export const namedViewRoutes = ({ now }: HttpParts): Route[] => [
  handle(namedViewCalls.list, async ({ db, user, language }) => ({
    views: await viewsOf(db, user.grants, language),
    mayShare: mayUse(user.grants, 'views:share') && !user.demo,
    mayMail: mayUse(user.grants, 'reports:mail') && !user.demo,
  })),

  handle(namedViewCalls.add, ({ input, db, user }) =>
    addView(db, user.grants, changerOf(user, now()), { ...input, content: contentOf(input.content) }),
  ),

  handle(namedViewCalls.change, async ({ input: { id, name, content }, db, user }) => {
    await changeView(db, changerOf(user, now()), { id, name, content: content === undefined ? undefined : contentOf(content) })
    return null
  }),

  handle(namedViewCalls.remove, async ({ input, db, user }) => {
    await removeView(db, changerOf(user, now()), input.id)
    return null
  }),

  handle(namedViewCalls.setDefault, async ({ input, db }) => {
    await setDefaultView(db, input.report, input.id)
    return null
  }),

  handle(namedViewCalls.roles, ({ db }) => rolesToShareWith(db)),

  handle(namedViewCalls.share, async ({ input, db, user }) => {
    const roleIds = [...new Set(input.roleIds.split(',').filter((id) => id !== ''))].map(Number)
    await shareView(db, changerOf(user, now()), { id: input.id, roleIds })
    return null
  }),
]
