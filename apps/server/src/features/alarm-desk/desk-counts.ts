import { sql } from 'kysely'
import type { DeskCounts } from '@tanker/contract/alarm-desk'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import { INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import { TOGETHER_S } from '@tanker/domain/alarms/happening'
import { STAFF_ONLY_TYPES } from '../../alarms/alarm-settings.ts'

/** Types that the desk does not show this user. */
const hiddenTypes = (db: ScopedDb): number[] => [...INFORMATION_TYPES, ...(db.scope.customer ? STAFF_ONLY_TYPES : [])]

const waiting = (db: ScopedDb) => sql`FROM alarm WHERE handled_at IS NULL AND superseded_at IS NULL
  AND type <> ALL (${hiddenTypes(db)}::int4[]) AND organisation_id = ANY (${organisationIds(db.scope)})`

/** Unhandled alarms of the user's scope. */
export async function countWaitingAlarms(db: ScopedDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${waiting(db)}`.execute(db.read)
  return rows[0]?.count ?? 0
}

/**
 * Happenings of the user's scope that wait, by the grade of their head, as the desk lists them without filters. Read from the index
 * alarm_waiting alone, in its order: every web console asks twice a minute. Most alarms have no other within a minute: only those that
 * have one are numbered and grouped, which takes as long as finding them.
 */
export async function readCounts(db: ScopedDb): Promise<DeskCounts> {
  const rank = sql`array_position(${sql.lit(`{${ALARM_GRADES.join(',')}}`)}::text[], grade)`
  const together = sql`make_interval(secs => ${sql.lit(TOGETHER_S)})`
  const { rows } = await sql<{ grade: (typeof ALARM_GRADES)[number]; count: number; mine: number }>`
    WITH marked AS MATERIALIZED (
      SELECT truck_id, started_at, grade, assigned_to IS NOT DISTINCT FROM ${db.scope.userId} AS mine,
        coalesce(lag(started_at) OVER of_truck >= started_at - ${together}, false) AS follows,
        coalesce(lead(started_at) OVER of_truck <= started_at + ${together}, false) AS followed
      ${waiting(db)} WINDOW of_truck AS (PARTITION BY truck_id ORDER BY started_at)),
    numbered AS (
      SELECT truck_id, grade, mine,
        count(*) FILTER (WHERE NOT follows) OVER (PARTITION BY truck_id ORDER BY started_at ROWS UNBOUNDED PRECEDING) AS happening
      FROM marked WHERE follows OR followed),
    happenings AS (SELECT max(${rank}) AS rank, bool_or(mine) AS mine FROM numbered GROUP BY truck_id, happening)
    SELECT (${sql.lit(`{${ALARM_GRADES.join(',')}}`)}::text[])[rank] AS grade, count(*)::int AS count, (count(*) FILTER (WHERE mine))::int AS mine
    FROM happenings GROUP BY rank
    UNION ALL
    SELECT grade, count(*)::int, (count(*) FILTER (WHERE mine))::int FROM marked WHERE NOT follows AND NOT followed GROUP BY grade`.execute(
    db.read,
  )
  const of = (grade: (typeof ALARM_GRADES)[number]): number => rows.reduce((sum, row) => sum + (row.grade === grade ? row.count : 0), 0)
  return { black: of('black'), red: of('red'), yellow: of('yellow'), mine: rows.reduce((sum, { mine }) => sum + mine, 0) }
}
