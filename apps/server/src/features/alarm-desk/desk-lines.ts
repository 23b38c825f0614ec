import type { z } from 'zod'
import { sql } from 'kysely'
import type { deskQuery } from '@tanker/contract/alarm-desk'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import { ALARM_TYPES, INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import { alarmsOf } from '../../alarms/alarm-rows.ts'
import { readCounts } from './desk-counts.ts'

type Asked = z.infer<typeof deskQuery>

/** Unhandled alarms that are grouped into happenings: the gravest, then newest. A desk with more of them is not worked off line by line. */
const MAX_GROUPED = 50_000
/** Handled alarms that the desk lists; older ones are in the reports. */
const MAX_HANDLED = 1_000
/** How far back they go. */
const HANDLED_DAYS = 90
/** Alarms of a truck that begin within this time after the one before are one happening (decision 31). */
const TOGETHER_S = 60
/** Ids of one line: as many as can be handled at once. */
const MAX_ALARMS_OF_LINE = 200

/** A line: the ids of its alarms, the gravest, then oldest first. */
type Line = { readonly ids: readonly string[] }

const rank = sql<number>`array_position(${sql.lit(`{${ALARM_GRADES.join(',')}}`)}::text[], alarm.grade)`

/** Alarms of the user's scope that the desk shows: no information, none that late data took back. */
export function deskAlarmsOf(db: ScopedDb) {
  return alarmsOf(db).where(sql<boolean>`alarm.type <> ALL (${[...INFORMATION_TYPES]}::int4[])`)
}

function chosen(db: ScopedDb, asked: Asked) {
  let query = deskAlarmsOf(db)
  if (asked.truckIds?.length) query = query.where(sql<boolean>`alarm.truck_id = ANY (${asked.truckIds.map(Number)}::bigint[])`)
  if (asked.organisationIds?.length) {
    // Like in the list of alarms: a parent of the user's organisation is treated like one that does not exist.
    const ids = sql`SELECT unnest(${asked.organisationIds.map((id) => Math.min(Number(id), 2_147_483_647))}::int[])`
    query = query.where(sql<boolean>`organisation.ancestors && ARRAY(${ids} INTERSECT SELECT unnest(${organisationIds(db.scope)}))`)
  }
  if (asked.plate) query = query.where(sql<boolean>`strpos(lower(truck.plate), lower(${asked.plate})) > 0`)
  return query
}

const typesOf = (families: Asked['families']): number[] =>
  ALARM_TYPES.filter(({ family }) => families === undefined || families.includes(family)).map(({ code }) => code)

/**
 * The happenings that wait, gravest and then newest first. Grade, family and `unassigned` ask about the first alarm of a line,
 * `mine` about any of them.
 */
export async function waitingLines(db: ScopedDb, asked: Asked): Promise<{ lines: Line[]; total: number }> {
  const open = chosen(db, asked).where('alarm.handled_at', 'is', null)
  const waiting = open.select(['alarm.id', 'alarm.truck_id', 'alarm.started_at', 'alarm.type', 'alarm.assigned_to', rank.as('rank')])
  const { black, red, yellow } = await readCounts(db)
  // Sorting what all fits is a third of the time.
  const grouped =
    black + red + yellow <= MAX_GROUPED ? waiting : waiting.orderBy('rank', 'desc').orderBy('alarm.started_at', 'desc').limit(MAX_GROUPED)
  // The head of a line is the greatest of what orders its alarms, with type and assignee behind it: no alarm is sorted within its line.
  const lines = sql`
    WITH waiting AS ${grouped},
    marked AS (
      SELECT *, coalesce(started_at - lag(started_at) OVER of_truck > make_interval(secs => ${TOGETHER_S}), true) AS begins
      FROM waiting WINDOW of_truck AS (PARTITION BY truck_id ORDER BY started_at, id)),
    numbered AS (
      SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY truck_id ORDER BY started_at, id) AS happening FROM marked),
    lines AS (
      SELECT array_agg(id) AS ids, coalesce(bool_or(assigned_to = ${db.scope.userId}), false) AS mine,
        max(ARRAY[rank, -(extract(epoch FROM started_at) * 1000000)::bigint, -id, type, coalesce(assigned_to, 0)]) AS head
      FROM numbered GROUP BY truck_id, happening)
    SELECT ids, ARRAY[-head[1], head[2], head[3]] AS position, count(*) OVER () AS total FROM lines
    WHERE head[4] = ANY (${typesOf(asked.families)}::bigint[])
      AND head[1] = ANY (${(asked.grades ?? ALARM_GRADES).map((grade) => ALARM_GRADES.indexOf(grade) + 1)}::bigint[])
      AND ${asked.owner === 'mine' ? sql`mine` : asked.owner === 'unassigned' ? sql`head[5] = 0` : sql`true`}
    ORDER BY position`
  return pageOf(db, lines, asked)
}

/** The alarms that were handled, newest first, each a line of its own. */
export function handledLines(db: ScopedDb, asked: Asked, now: Date): Promise<{ lines: Line[]; total: number }> {
  const handled = chosen(db, asked)
    .where('alarm.handled_at', '>', new Date(now.getTime() - HANDLED_DAYS * 86_400_000))
    .where(sql<boolean>`alarm.type = ANY (${typesOf(asked.families)}::int4[])`)
    .where(sql<boolean>`alarm.grade = ANY (${[...(asked.grades ?? ALARM_GRADES)]}::text[])`)
    .$if(asked.owner === 'mine', (query) => query.where('alarm.assigned_to', '=', db.scope.userId))
    .$if(asked.owner === 'unassigned', (query) => query.where('alarm.assigned_to', 'is', null))
    .select(['alarm.id', 'alarm.handled_at'])
    .orderBy('alarm.handled_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(MAX_HANDLED)
  return pageOf(
    db,
    sql`SELECT ARRAY[id] AS ids, ARRAY[-(extract(epoch FROM handled_at) * 1000000)::bigint, -id] AS position, count(*) OVER () AS total
      FROM ${handled} AS handled ORDER BY position`,
    asked,
  )
}

/** One page of the lines, each with its alarms in order; behind the last page only their number. */
async function pageOf(
  db: ScopedDb,
  lines: ReturnType<typeof sql>,
  { page, size }: Pick<Asked, 'page' | 'size'>,
): Promise<{ lines: Line[]; total: number }> {
  const { rows } = await sql<{ ids: string[]; total: string }>`
    SELECT total, (SELECT (array_agg(id ORDER BY ${rank} DESC, started_at, id))[1:${sql.lit(MAX_ALARMS_OF_LINE)}]::text[]
      FROM alarm WHERE id = ANY (page.ids)) AS ids
    FROM (${lines} LIMIT ${size} OFFSET ${page * size}) page ORDER BY position`.execute(db.read)
  if (rows.length === 0 && page > 0) return { lines: [], total: (await pageOf(db, lines, { page: 0, size: 1 })).total }
  return { lines: rows.map(({ ids }) => ({ ids })), total: Number(rows[0]?.total ?? 0) }
}

/** Those that wait of the truck of an alarm and began within a minute of each other, the alarm itself left out; the gravest first. */
export async function othersOf(
  db: ScopedDb,
  alarm: { readonly id: string; readonly truck_id: number; readonly handled_at: Date | null },
): Promise<string[]> {
  if (alarm.handled_at !== null) return []
  const { lines } = await waitingLines(db, {
    state: 'waiting',
    owner: 'all',
    truckIds: [String(alarm.truck_id)],
    page: 0,
    size: MAX_ALARMS_OF_LINE,
  })
  return (lines.find(({ ids }) => ids.includes(alarm.id))?.ids ?? []).filter((id) => id !== alarm.id)
}
