import { sql } from 'kysely'
import type { DeskCounts } from '@tanker/contract/alarm-desk'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import { INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import { STAFF_ONLY_TYPES } from '../../alarms/alarm-settings.ts'

/** Unhandled alarms of the user's scope by grade. Read from the index alarm_waiting alone: every web console asks twice a minute. */
export async function readCounts(db: ScopedDb): Promise<DeskCounts> {
  const hidden = [...INFORMATION_TYPES, ...(db.scope.customer ? STAFF_ONLY_TYPES : [])]
  const { rows } = await sql<{ grade: (typeof ALARM_GRADES)[number]; count: number; mine: number }>`
    SELECT grade, count(*)::int AS count, (count(*) FILTER (WHERE assigned_to = ${db.scope.userId}))::int AS mine
    FROM alarm WHERE handled_at IS NULL AND superseded_at IS NULL AND type <> ALL (${hidden}::int4[])
      AND organisation_id = ANY (${organisationIds(db.scope)}) GROUP BY grade`.execute(db.read)
  const of = (grade: (typeof ALARM_GRADES)[number]): number => rows.find((row) => row.grade === grade)?.count ?? 0
  return { black: of('black'), red: of('red'), yellow: of('yellow'), mine: rows.reduce((sum, { mine }) => sum + mine, 0) }
}
