import { signInCalls } from '@tanker/contract/endpoints/sign-ins'
import type { AccessReason, AccessWhat, SignIns } from '@tanker/contract/sign-ins'
import type { Db } from '@tanker/database/connection'
import { withinInt } from '../../base-data/entity-rows.ts'
import { errors } from '../../platform/http/errors.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { browserName } from '../../platform/access/browser-name.ts'

/** Rows shown per user, newest first. */
const MAX_SHOWN = 20

/** Events of accounts: users see their own; users who may end sessions see those of all users of their organisations. */
export const signInRoutes = (): Route[] => [
  handle(signInCalls.listOwn, ({ db, user }) => readSignIns(db.unscoped, user.id)),
  handle(signInCalls.listOfUser, async ({ input, db }) => {
    const user = await db.from('app_user').where('app_user.id', '=', withinInt(input.id)).select('app_user.id').executeTakeFirst()
    if (!user) throw errors.rowNotFound()
    return readSignIns(db.unscoped, user.id)
  }),
]

async function readSignIns(db: Db, userId: number): Promise<SignIns> {
  const rows = await db
    .selectFrom('access_log')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .select(['id', 'at', 'what', 'reason', 'address', 'browser', 'count', 'by_name'])
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    what: row.what as AccessWhat,
    reason: row.reason as AccessReason,
    address: row.address,
    browser: browserName(row.browser),
    count: row.count,
    by: row.by_name,
  }))
}
