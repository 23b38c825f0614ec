import { sql } from 'kysely'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM_COLUMNS, type AlarmRow, alarmsOf } from './alarm-rows.ts'
import { feedEnd, type FeedCursor, type OutboxRow, readOutbox } from './outbox.ts'

const freshForMs = 10 * 60_000
const listLength = 5 // spec 4.3
/** Emergencies stay in the list until they are handled, at most this long; older ones are only in the report. */
const emergencyDays = 7
const emergencyTypes = [ALARM.emergency, ALARM.emergencyButton]
/** Fresh alarms read for the list. */
const MAX_FRESH = 200
/** Open emergencies shown regardless of `freshForMs`. */
const MAX_EMERGENCIES = 50
/** Changes read from the outbox in one piece. */
const MAX_ROWS_AT_ONCE = 500

/** What a web console shows when it opens: fresh live alarms, at most five of the list types, and every open emergency. */
export async function freshAlarms(
  db: ScopedDb,
  typeIds: readonly number[],
  now: Date,
): Promise<{ alarms: AlarmRow[]; cursor: FeedCursor }> {
  // Read the end first: alarms above it come from the feed, so they are left out here and shown once.
  const cursor = await feedEnd(db.unscoped)
  if (typeIds.length === 0) return { alarms: [], cursor }
  const uncleared = alarmsOf(db)
    .where('alarm.live', '=', true)
    .where('alarm.handled_at', 'is', null)
    .where('alarm.type', 'in', [...typeIds])
    .where(notClearedBy(db.scope.userId))
    .where(publishedUpTo(cursor))
  const [recent, emergencies] = await Promise.all([
    uncleared
      .where(sql<boolean>`coalesce(alarm.escalated_at, alarm.inserted_at) > ${new Date(now.getTime() - freshForMs)}`)
      // The list index goes by start; a live alarm starts at most as long before as it may be late.
      .where('alarm.started_at', '>', new Date(now.getTime() - 24 * 3_600_000))
      .select(ALARM_COLUMNS)
      .orderBy(sql`coalesce(alarm.escalated_at, alarm.inserted_at)`, 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(MAX_FRESH)
      .execute(),
    uncleared
      .where('alarm.type', 'in', emergencyTypes)
      .where('alarm.started_at', '>', new Date(now.getTime() - emergencyDays * 86_400_000))
      .select(ALARM_COLUMNS)
      .orderBy('alarm.inserted_at', 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(MAX_EMERGENCIES)
      .execute(),
  ])
  const isListed = (row: AlarmRow): boolean => (alarmType(row.type)?.popUp ?? 'list') === 'list'
  const chosen = new Map<string, AlarmRow>()
  for (const row of emergencies) chosen.set(row.id, row)
  for (const row of recent.filter((one) => !isListed(one))) chosen.set(row.id, row)
  for (const row of recent.filter(isListed).slice(0, listLength)) chosen.set(row.id, row)
  const oldestFirst = (a: AlarmRow, b: AlarmRow): number =>
    a.inserted_at.getTime() - b.inserted_at.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)
  return { alarms: [...chosen.values()].toSorted(oldestFirst), cursor }
}

/** Changes after a cursor within the user's scope; null if the cursor is not of this database. */
export async function alarmsSince(
  db: ScopedDb,
  typeIds: readonly number[],
  cursor: FeedCursor,
): Promise<{ alarms: AlarmRow[]; closed: string[]; cursor: FeedCursor } | null> {
  if (BigInt(cursor) > BigInt(await feedEnd(db.unscoped))) return null
  const visible = new Set((await db.organisations().select('organisation.id').execute()).map((row) => row.id))
  const changes: OutboxRow[] = []
  let reached = cursor
  for (let more = true; more;) {
    const part = await readOutbox(db.unscoped, reached, MAX_ROWS_AT_ONCE)
    changes.push(...part.rows.filter((row) => visible.has(row.organisation_id)))
    reached = part.cursor
    more = part.more
  }
  const { raised, closed } = sortChanges(changes, { typeIds: new Set(typeIds), customer: db.scope.customer })
  const cleared = await clearedBy(
    db,
    raised.map((row) => row.id),
  )
  return { alarms: raised.filter((row) => !cleared.has(row.id)), closed, cursor: reached }
}

/** Which changes pop up and which take an alarm off the screen; each alarm once. The rows are within the scope already. */
export function sortChanges(
  changes: readonly OutboxRow[],
  { typeIds, customer }: { typeIds: ReadonlySet<number>; customer: boolean },
): { raised: OutboxRow[]; closed: string[] } {
  const raised = new Map<string, OutboxRow>()
  const closed = new Set<string>()
  for (const row of changes) {
    if (!typeIds.has(row.type) || (customer && alarmType(row.type)?.staffOnly === true)) continue
    if (row.handled_at !== null || row.superseded_at !== null) {
      if (row.what === 'handled' || row.what === 'superseded') closed.add(row.id)
    } else if (row.live && (row.what === 'raised' || row.what === 'changed')) raised.set(row.id, row)
  }
  return { raised: [...raised.values()], closed: [...closed] }
}

/** Those of the alarms that the user cleared from the live list. */
async function clearedBy(db: ScopedDb, alarmIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (alarmIds.length === 0) return new Set()
  const rows = await db.unscoped
    .selectFrom('alarm_cleared')
    .where('user_id', '=', db.scope.userId)
    .where('alarm_id', 'in', [...alarmIds])
    .select('alarm_id')
    .execute()
  return new Set(rows.map((row) => row.alarm_id))
}

const notClearedBy = (userId: number) =>
  sql<boolean>`NOT EXISTS (SELECT FROM alarm_cleared WHERE alarm_cleared.user_id = ${userId} AND alarm_cleared.alarm_id = alarm.id)`

const publishedUpTo = (cursor: FeedCursor) =>
  sql<boolean>`NOT EXISTS (SELECT FROM outbox WHERE outbox.alarm_id = alarm.id AND outbox.xid > ${cursor}::xid8 AND outbox.what IN ('raised', 'changed'))`
