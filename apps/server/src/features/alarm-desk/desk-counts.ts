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
 * alarm_waiting alone, in its order: every web console asks twice a minute.
 */
export async function readCounts(db: ScopedDb): Promise<DeskCounts> {
  const { rows } = await sql<{ grade: (typeof ALARM_GRADES)[number]; count: number; mine: number }>`
    WITH marked AS (
      SELECT truck_id, started_at, array_position(${sql.lit(`{${ALARM_GRADES.join(',')}}`)}::text[], grade) AS rank,
        assigned_to = ${db.scope.userId} AS mine,
        coalesce(started_at - lag(started_at) OVER of_truck > make_interval(secs => ${TOGETHER_S}), true) AS begins
      ${waiting(db)} WINDOW of_truck AS (PARTITION BY truck_id ORDER BY started_at)),
    numbered AS (
      SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY truck_id ORDER BY started_at ROWS UNBOUNDED PRECEDING) AS happening
      FROM marked),
    happenings AS (SELECT max(rank) AS rank, coalesce(bool_or(mine), false) AS mine FROM numbered GROUP BY truck_id, happening)
    SELECT (${sql.lit(`{${ALARM_GRADES.join(',')}}`)}::text[])[rank] AS grade, count(*)::int AS count, (count(*) FILTER (WHERE mine))::int AS mine
    FROM happenings GROUP BY rank`.execute(db.read)
  const of = (grade: (typeof ALARM_GRADES)[number]): number => rows.find((row) => row.grade === grade)?.count ?? 0
  return { black: of('black'), red: of('red'), yellow: of('yellow'), mine: rows.reduce((sum, { mine }) => sum + mine, 0) }
}
