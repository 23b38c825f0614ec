import { inputProblem } from '../../platform/http/input-errors.ts'
import { type ViewContent, viewContent } from '@tanker/contract/named-views'
import type { Db } from '@tanker/database/connection'
import type { ScopedDb } from '@tanker/database/scope'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { type Grants, mayUse } from '../../platform/access/grants.ts'
import { errors } from '../../platform/http/errors.ts'
import { namedViewErrors } from './named-view-errors.ts'
import { openableView, screenOfReport } from './read-views.ts'

/** Views of one user. */
const MAX_VIEWS = 100

export const VIEW_ENTITY = 'named_view'

/** The content of a view as it was sent; refuses what is none. */
export function contentOf(sent: string): ViewContent {
  let json: unknown
  try {
    json = JSON.parse(sent)
  } catch {
    throw errors.badInput({ zh: '参数 content 应为 JSON 文本。', en: 'Parameter content must be JSON text.' })
  }
  const read = viewContent.safeParse(json, { reportInput: true })
  if (!read.success) throw errors.badInput(inputProblem(read.error))
  return read.data
}

/** Saves a view of a list that the user may open. */
export async function addView(
  { unscoped, scope }: ScopedDb,
  grants: Grants,
  changer: Changer,
  { report, name, content }: { readonly report: string; readonly name: string; readonly content: ViewContent },
): Promise<{ id: number }> {
  const screen = screenOfReport(report)
  if (screen === undefined || !mayUse(grants, screen)) throw errors.noPermission()
  return unscoped.transaction().execute(async (db) => {
    await lockOwner(db, scope.userId)
    const { count } = await db
      .selectFrom('named_view')
      .where('user_id', '=', scope.userId)
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_VIEWS) throw namedViewErrors.tooMany(MAX_VIEWS)
    const added = await db
      .insertInto('named_view')
      .values({ user_id: scope.userId, report, name, content: JSON.stringify(content), changed_at: changer.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw namedViewErrors.nameTaken()
    await recordView(db, changer, scope.organisationId, { id: added.id, action: 'create', old: null, new: { report, name } })
    return added
  })
}

/** Of two calls of a user at once the second one sees the views and names of the first. */
const lockOwner = (db: Db, userId: number): Promise<unknown> =>
  db.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().execute()

/** A view of the user's own, locked until the end of the transaction. */
export async function lockedOwnView(db: Db, userId: number, id: number) {
  const found = await db
    .selectFrom('named_view')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(['id', 'report', 'name', 'content'])
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw namedViewErrors.notFound()
  return found
}

/** Renames a view, or saves what it shows. */
export async function changeView(
  { unscoped, scope }: ScopedDb,
  changer: Changer,
  { id, name, content }: { readonly id: number; readonly name: string | undefined; readonly content: ViewContent | undefined },
): Promise<void> {
  await unscoped.transaction().execute(async (db) => {
    await lockOwner(db, scope.userId)
    const before = await lockedOwnView(db, scope.userId, id)
    const taken =
      name === undefined
        ? undefined
        : await db
            .selectFrom('named_view')
            .where('user_id', '=', scope.userId)
            .where('report', '=', before.report)
            .where('id', '!=', id)
            .where((view) => view(view.fn<string>('lower', ['name']), '=', view.fn<string>('lower', [view.val(name)])))
            .select('id')
            .executeTakeFirst()
    if (taken) throw namedViewErrors.nameTaken()
    await db
      .updateTable('named_view')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(content === undefined ? {} : { content: JSON.stringify(content) }),
        changed_at: changer.at,
      })
      .where('id', '=', id)
      .execute()
    await recordView(db, changer, scope.organisationId, {
      id,
      action: 'change',
      old: { name: before.name, ...(content === undefined ? {} : { content: before.content }) },
      new: { name: name ?? before.name, ...(content === undefined ? {} : { content }) },
    })
  })
}

export async function removeView({ unscoped, scope }: ScopedDb, changer: Changer, id: number): Promise<void> {
  await unscoped.transaction().execute(async (db) => {
    const { report, name } = await lockedOwnView(db, scope.userId, id)
    await db.deleteFrom('named_view').where('id', '=', id).execute()
    await recordView(db, changer, scope.organisationId, { id, action: 'delete', old: { report, name }, new: null })
  })
}

/** Chooses the view with which a list opens; without one it opens as it does for all users. */
export async function setDefaultView({ unscoped, scope: { userId } }: ScopedDb, report: string, id: number | undefined): Promise<void> {
  if (id === undefined) {
    await unscoped.deleteFrom('named_view_default').where('user_id', '=', userId).where('report', '=', report).execute()
    return
  }
  const view = await openableView(unscoped, userId, id)
  if (view?.report !== report) throw namedViewErrors.notFound()
  await unscoped
    .insertInto('named_view_default')
    .values({ user_id: userId, report, view_id: id })
    .onConflict((conflict) => conflict.columns(['user_id', 'report']).doUpdateSet({ view_id: id }))
    .execute()
}

type Recorded = Pick<Parameters<typeof recordChanges>[2][number], 'action' | 'old' | 'new'> & { readonly id: number }

/** The row in the history, in the organisation of the view's owner. */
export const recordView = (db: Db, changer: Changer, organisationId: number, { id, ...change }: Recorded): Promise<void> =>
  recordChanges(db, changer, [{ entity: VIEW_ENTITY, rowId: id, organisationId, ...change }])
