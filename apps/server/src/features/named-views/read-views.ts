import type { NamedView, ViewContent } from '@tanker/contract/named-views'
import { SCREENS, type ScreenPath } from '@tanker/contract/screens'
import type { Db } from '@tanker/database/connection'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { type Grants, mayUse } from '../../platform/access/grants.ts'
import { narrowedTo, seenAmong } from './narrow-views.ts'

/** Views shared with one role that a list offers; the first by name. */
const MAX_SHARED = 200

/** The owner of a shared view belongs to an organisation that the reader does not see. */
const ELSEWHERE = { zh: '上级组织的用户', en: 'a user of a higher organisation' } as const

/** The screen of a report: its own path, or the one that it is a tab of. Undefined for a path that is no list. */
export const screenOfReport = (report: string): ScreenPath | undefined =>
  SCREENS.find(({ path, kind }) => kind === 'report' && (report === path || report.startsWith(`${path}/`)))?.path

/** A view as it is stored, with whose it is and in which organisation that user is. */
const storedViews = (db: Db) => db.selectFrom('named_view').innerJoin('app_user as owner', 'owner.id', 'named_view.user_id')

/**
 * SQL: the view is shared with the user's role. A share counts while the role belongs to the owner's organisation or one below it, as
 * it did when it was shared: the owner may have moved.
 */
const isShared = (userId: number) => sql<boolean>`EXISTS (
  SELECT FROM named_view_role s JOIN role r ON r.id = s.role_id JOIN organisation o ON o.id = r.organisation_id
  JOIN app_user reader ON reader.role_id = r.id
  WHERE s.view_id = named_view.id AND reader.id = ${userId} AND o.ancestors @> ARRAY[owner.organisation_id])`

/** Where a view is, if the user may open it: its own, or one that is shared with its role. */
export async function openableView(
  db: Db,
  userId: number,
  viewId: number,
): Promise<{ readonly report: string; readonly screen: ScreenPath | undefined } | undefined> {
  const found = await storedViews(db)
    .where('named_view.id', '=', viewId)
    .where((view) => view.or([view('named_view.user_id', '=', userId), isShared(userId)]))
    .select('named_view.report')
    .executeTakeFirst()
  return found && { report: found.report, screen: screenOfReport(found.report) }
}

/** All views of lists that the user may open: its own by name, then the shared ones by name. */
export async function viewsOf(db: ScopedDb, grants: Grants, language: Language): Promise<NamedView[]> {
  const { userId } = db.scope
  const [own, shared] = await Promise.all([
    rowsOf(db).where('named_view.user_id', '=', userId).execute(),
    rowsOf(db).where('named_view.user_id', '!=', userId).where(isShared(userId)).limit(MAX_SHARED).execute(),
  ])
  const rows = [...own, ...shared].filter(({ report }) => {
    const screen = screenOfReport(report)
    return screen !== undefined && mayUse(grants, screen)
  })
  const seen = await seenAmong(
    db,
    rows.map(({ report, content }) => ({ report, content: content as ViewContent })),
  )
  return rows.map((row) => {
    const { content, narrowed } = narrowedTo(seen, { report: row.report, content: row.content as ViewContent })
    return {
      id: row.id,
      report: row.report,
      name: row.name,
      content,
      narrowed,
      sharedBy: row.user_id === userId ? null : (row.owner_name ?? ELSEWHERE[language]),
      roles: row.user_id === userId ? row.roles : [],
      isDefault: row.is_default,
    }
  })
}

const rowsOf = (db: ScopedDb) =>
  storedViews(db.unscoped)
    .select([
      'named_view.id',
      'named_view.user_id',
      'named_view.report',
      'named_view.name',
      'named_view.content',
      sql<string | null>`CASE WHEN owner.organisation_id = ANY (${organisationIds(db.scope)})
        THEN coalesce(nullif(owner.real_name, ''), owner.user_name) END`.as('owner_name'),
      sql<{ id: number; name: string }[]>`coalesce((SELECT json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY r.name, r.id)
        FROM named_view_role s JOIN role r ON r.id = s.role_id
        WHERE s.view_id = named_view.id AND r.organisation_id = ANY (${organisationIds(db.scope)})), '[]')`.as('roles'),
      sql<boolean>`EXISTS (SELECT FROM named_view_default d WHERE d.view_id = named_view.id AND d.user_id = ${db.scope.userId})`.as(
        'is_default',
      ),
    ])
    .orderBy(sql`lower(named_view.name)`)
    .orderBy('named_view.id')
