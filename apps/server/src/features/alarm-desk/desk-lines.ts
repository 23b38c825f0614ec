import type { z } from 'zod'
import { sql } from 'kysely'
import type { deskQuery, GradeCounts } from '@tanker/contract/alarm-desk'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { ALARM_GRADES, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { ALARM_TYPES, INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import { TOGETHER_S } from '@tanker/domain/alarms/happening'
import { alarmsOf } from '../../alarms/alarm-rows.ts'
import { countWaitingAlarms } from './desk-counts.ts'

type Asked = Readonly<z.infer<typeof deskQuery>>

/** Unhandled alarms that are grouped into happenings: the gravest, then newest. A desk with more of them is not worked off line by line. */
const MAX_GROUPED = 50_000
/** Handled alarms of a grade that the desk lists; older ones are in the reports. */
const MAX_HANDLED = 1_000
/** How far back they go. */
const HANDLED_DAYS = 90
/** Ids of one line: as many as can be handled at once. */
const MAX_ALARMS_OF_LINE = 200

/** A line: the ids of its alarms, the gravest, then oldest first. */
type Line = { readonly ids: readonly string[] }
/** One page of the lines. `grades`: lines by grade under the other filters; `total` and `alarms`: lines and their alarms under all. */
type Lines = { readonly lines: Line[]; readonly total: number; readonly alarms: number; readonly grades: GradeCounts }

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
export async function waitingLines(db: ScopedDb, asked: Asked): Promise<Lines> {
  const open = chosen(db, asked).where('alarm.handled_at', 'is', null)
  const waiting = open.select(['alarm.id', 'alarm.truck_id', 'alarm.started_at', 'alarm.type', 'alarm.assigned_to', rank.as('rank')])
  // Sorting what all fits is a third of the time.
  const grouped =
    (await countWaitingAlarms(db)) <= MAX_GROUPED
      ? waiting
      : waiting.orderBy('rank', 'desc').orderBy('alarm.started_at', 'desc').limit(MAX_GROUPED)
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
    SELECT ids, ARRAY[-head[1], head[2], head[3]] AS position, head[1] AS rank FROM lines
    WHERE head[4] = ANY (${typesOf(asked.families)}::bigint[])
      AND ${asked.owner === 'mine' ? sql`mine` : asked.owner === 'unassigned' ? sql`head[5] = 0` : sql`true`}`
  return pageOf(db, lines, asked)
}

/** The alarms that were handled, newest first, each a line of its own. */
export function handledLines(db: ScopedDb, asked: Asked, now: Date): Promise<Lines> {
  const handled = chosen(db, asked)
    .where('alarm.handled_at', '>', new Date(now.getTime() - HANDLED_DAYS * 86_400_000))
    .where(sql<boolean>`alarm.type = ANY (${typesOf(asked.families)}::int4[])`)
    .$if(asked.owner === 'mine', (query) => query.where('alarm.assigned_to', '=', db.scope.userId))
    .$if(asked.owner === 'unassigned', (query) => query.where('alarm.assigned_to', 'is', null))
    .select(['alarm.id', 'alarm.handled_at', rank.as('rank')])
    .orderBy('alarm.handled_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(MAX_HANDLED)
  const ofGrades = ALARM_GRADES.map((grade) => sql`(${handled.where('alarm.grade', '=', grade)})`)
  return pageOf(
    db,
    sql`SELECT ARRAY[id] AS ids, ARRAY[-(extract(epoch FROM handled_at) * 1000000)::bigint, -id] AS position, rank
      FROM (${sql.join(ofGrades, sql` UNION ALL `)}) AS handled`,
    asked,
  )
}

/** One page of the lines of some grades, each with its alarms in order. `lines` has the ids, the position and the rank of each. */
async function pageOf(db: ScopedDb, lines: ReturnType<typeof sql>, { page, size, grades }: Asked): Promise<Lines> {
  const ranks = (grades ?? ALARM_GRADES).map((grade) => ALARM_GRADES.indexOf(grade) + 1)
  const { rows } = await sql<{ counted: { rank: number; lines: number; alarms: number }[] | null; page: string[][] | null }>`
    WITH found AS MATERIALIZED (${lines}),
    page AS (SELECT ids, position FROM found WHERE rank = ANY (${ranks}::bigint[]) ORDER BY position LIMIT ${size} OFFSET ${page * size})
    SELECT (SELECT jsonb_agg(jsonb_build_object('rank', rank, 'lines', lines, 'alarms', alarms))
        FROM (SELECT rank, count(*) AS lines, sum(cardinality(ids)) AS alarms FROM found GROUP BY rank) graded) AS counted,
      (SELECT jsonb_agg((SELECT to_jsonb((array_agg(id ORDER BY ${rank} DESC, started_at, id))[1:${sql.lit(MAX_ALARMS_OF_LINE)}]::text[])
        FROM alarm WHERE id = ANY (page.ids)) ORDER BY position) FROM page) AS page`.execute(db.read)
  const counted = rows[0]?.counted ?? []
  const chosen = counted.filter(({ rank: one }) => ranks.includes(one))
  const of = (grade: AlarmGrade): number => counted.find(({ rank: one }) => one === ALARM_GRADES.indexOf(grade) + 1)?.lines ?? 0
  return {
    lines: (rows[0]?.page ?? []).map((ids) => ({ ids })),
    total: chosen.reduce((sum, one) => sum + one.lines, 0),
    alarms: chosen.reduce((sum, one) => sum + one.alarms, 0),
    grades: { black: of('black'), red: of('red'), yellow: of('yellow') },
  }
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
