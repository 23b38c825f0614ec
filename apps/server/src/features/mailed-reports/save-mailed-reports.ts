import { MAX_RECEIVERS, type mailedReportAdded } from '@tanker/contract/mailed-reports'
import type { ViewContent } from '@tanker/contract/named-views'
import type { Db } from '@tanker/database/connection'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Grants, mayUse } from '../../platform/access/grants.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { isTimeZone } from '../../platform/http/request-language.ts'
import { screenOfReport } from '../named-views/feature.ts'
import { mailedReportErrors } from './mailed-report-errors.ts'
import { nextDue } from './next-due.ts'

/** Mailed reports of one user. */
const MAX_REPORTS = 20
/** Files that one user may ask for within an hour, besides their times. */
const MAX_ASKED_AN_HOUR = 10
const HOUR_MS = 3_600_000

const ENTITY = 'mailed_report'
const MAIL_ADDRESS = /^[^\s@,<>"]{1,64}@[^\s@,<>"]{1,190}\.[^\s@,<>".]{2,}$/

type Sent = z.output<typeof mailedReportAdded>
/** What may be changed of a mailed report. */
export type Settings = Omit<Sent, 'report' | 'content'>

/** The columns of what was sent; refuses what cannot be mailed, by field. */
async function columnsOf({ unscoped, scope }: ScopedDb, grants: Grants, sent: Settings, now: Date) {
  const { rhythm, hour, zone, language, name } = sent
  if (!isTimeZone(zone)) throw mailedReportErrors.wrongZone()
  const weekday = rhythm === 'weekly' ? (sent.weekday ?? null) : null
  const monthDay = rhythm === 'monthly' ? (sent.monthDay ?? null) : null
  if ((rhythm === 'weekly' && weekday === null) || (rhythm === 'monthly' && monthDay === null)) throw mailedReportErrors.noDay()
  const userIds = [...new Set(listed(sent.userIds).map(Number))]
  const addresses = [...new Set(listed(sent.addresses))]
  const wrong = addresses.find((address) => !MAIL_ADDRESS.test(address))
  if (wrong !== undefined) throw mailedReportErrors.wrongAddress(wrong)
  if (addresses.length > 0 && !mayUse(grants, 'reports:mail-anyone')) throw mailedReportErrors.noFreeAddress()
  if (userIds.length + addresses.length === 0) throw mailedReportErrors.noReceiver()
  if (userIds.length + addresses.length > MAX_RECEIVERS) throw mailedReportErrors.tooManyReceivers(MAX_RECEIVERS)
  const { count } = await unscoped
    .selectFrom('app_user')
    .where(sql<boolean>`id::bigint = ANY (${userIds}::bigint[]) AND organisation_id = ANY (${organisationIds(scope)})`)
    .where('enabled', '=', true)
    .where('email', '!=', '')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < userIds.length) throw mailedReportErrors.noSuchUser()
  const next_at = nextDue({ rhythm, weekday, monthDay, hour, zone }, now)
  return { name, rhythm, weekday, month_day: monthDay, hour, zone, language, user_ids: userIds, addresses, next_at, try_at: now, tries: 0 }
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Has a list mailed as it is shown. */
export async function addMailedReport(
  mine: ScopedDb,
  grants: Grants,
  changer: Changer,
  { report, content, ...settings }: Settings & { readonly report: string; readonly content: ViewContent },
): Promise<{ id: number }> {
  const screen = screenOfReport(report)
  if (screen === undefined || !mayUse(grants, screen)) throw errors.noPermission()
  const columns = await columnsOf(mine, grants, settings, changer.at)
  const { userId } = mine.scope
  return mine.unscoped.transaction().execute(async (db) => {
    await lockOwner(db, userId)
    const { count } = await db
      .selectFrom('mailed_report')
      .where('user_id', '=', userId)
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_REPORTS) throw mailedReportErrors.tooMany(MAX_REPORTS)
    const added = await db
      .insertInto('mailed_report')
      .values({ ...columns, user_id: userId, report, content: JSON.stringify(content) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw mailedReportErrors.nameTaken()
    await record(db, mine, changer, { id: added.id, action: 'create', old: null, new: loggedOf({ report, ...columns }) })
    return added
  })
}

/** Changes times and receivers; a paused one stays paused. */
export async function changeMailedReport(mine: ScopedDb, grants: Grants, changer: Changer, id: number, settings: Settings): Promise<void> {
  const columns = await columnsOf(mine, grants, settings, changer.at)
  await mine.unscoped.transaction().execute(async (db) => {
    await lockOwner(db, mine.scope.userId)
    const before = await locked(db, mine, id)
    const taken = await db
      .selectFrom('mailed_report')
      .where('user_id', '=', mine.scope.userId)
      .where('report', '=', before.report)
      .where('id', '!=', id)
      .where((one) => one(one.fn<string>('lower', ['name']), '=', one.fn<string>('lower', [one.val(columns.name)])))
      .select('id')
      .executeTakeFirst()
    if (taken) throw mailedReportErrors.nameTaken()
    await db.updateTable('mailed_report').set(columns).where('id', '=', id).execute()
    await record(db, mine, changer, { id, action: 'change', old: loggedOf(before), new: loggedOf({ report: before.report, ...columns }) })
  })
}

/** Pauses a mailed report, or lets it go on from its next time. */
export async function pauseMailedReport(mine: ScopedDb, changer: Changer, id: number, paused: boolean): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    const row = await locked(db, mine, id)
    const next_at = nextDue({ ...row, monthDay: row.month_day }, changer.at)
    await db
      .updateTable('mailed_report')
      .set({ paused: paused ? 'owner' : null, next_at, try_at: changer.at, tries: 0 })
      .where('id', '=', id)
      .execute()
    await record(db, mine, changer, { id, action: paused ? 'disable' : 'enable', old: { name: row.name }, new: { name: row.name } })
  })
}

/** Has the job send it once, now. Asked for again before that, it is still sent once. */
export async function askForMailedReport(mine: ScopedDb, changer: Changer, id: number): Promise<void> {
  const { userId } = mine.scope
  await mine.unscoped.transaction().execute(async (db) => {
    await lockOwner(db, userId)
    const row = await locked(db, mine, id)
    if (row.asked_at !== null) return
    // By the history: deleting a mailed report does not make room.
    const { count } = await db
      .selectFrom('change_log')
      .where('entity', '=', ENTITY)
      .where('action', '=', 'resend')
      .where('user_id', '=', userId)
      .where('at', '>', new Date(changer.at.getTime() - HOUR_MS))
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_ASKED_AN_HOUR) throw mailedReportErrors.tooManyAsked(MAX_ASKED_AN_HOUR)
    await db.updateTable('mailed_report').set({ asked_at: changer.at, try_at: changer.at, tries: 0 }).where('id', '=', id).execute()
    await record(db, mine, changer, { id, action: 'resend', old: null, new: { name: row.name } })
  })
}

export async function removeMailedReport(mine: ScopedDb, changer: Changer, id: number): Promise<void> {
  await mine.unscoped.transaction().execute(async (db) => {
    const row = await locked(db, mine, id)
    await db.deleteFrom('mailed_report').where('id', '=', id).execute()
    await record(db, mine, changer, { id, action: 'delete', old: loggedOf(row), new: null })
  })
}

/** Of two calls of a user at once the second one sees what the first has saved. */
const lockOwner = (db: Db, userId: number): Promise<unknown> =>
  db.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().execute()

/** One of the user's own, locked until the end of the transaction. */
async function locked(db: Db, { scope }: ScopedDb, id: number) {
  const found = await db
    .selectFrom('mailed_report')
    .where('id', '=', id)
    .where('user_id', '=', scope.userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw mailedReportErrors.notFound()
  return found
}

type Logged = Pick<
  Awaited<ReturnType<typeof columnsOf>>,
  'name' | 'rhythm' | 'weekday' | 'month_day' | 'hour' | 'zone' | 'user_ids' | 'addresses'
> & {
  readonly report: string
}
const loggedOf = ({ report, name, rhythm, weekday, month_day, hour, zone, user_ids, addresses }: Logged) => ({
  report,
  name,
  rhythm,
  weekday,
  monthDay: month_day,
  hour,
  zone,
  userIds: user_ids,
  addresses,
})

type Entry = Pick<Parameters<typeof recordChanges>[2][number], 'action' | 'old' | 'new'> & { readonly id: number }
const record = (db: Db, { scope }: ScopedDb, changer: Changer, { id, ...change }: Entry): Promise<void> =>
  recordChanges(db, changer, [{ entity: ENTITY, rowId: id, organisationId: scope.organisationId, ...change }])
