import type { Alarm } from '@tanker/contract/alarms'
import type { Db } from '@tanker/database/connection'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { sql } from 'kysely'
import { readThresholds } from '../fleet/status-thresholds.ts'
import type { AlarmRow } from './alarm-rows.ts'

type Quiet = NonNullable<Alarm['quiet']>

/** How far back alarms of the same truck and type are read; a truck with continuous alarms is counted from there. */
const LOOK_BACK_MS = 6 * 3_600_000
/** Earlier alarms read for one batch; if there are more, the oldest are ignored. */
const MAX_EARLIER_ALARMS = 5_000

/** Emergencies are never held back (domain rule D.7). */
const isEmergency = (type: number): boolean => alarmType(type)?.family === 'emergency'

/**
 * SQL: whether late data of the alarm's truck waited when it was raised and still do: they may explain it away. Judging takes
 * seconds; if late data cannot be judged, the truck's alarms pop up again after a quarter of an hour.
 */
export const WAITS_FOR_LATE_DATA = sql<boolean>`EXISTS (SELECT FROM truck_state ts
  WHERE ts.truck_id = alarm.truck_id AND ts.rebuild_from IS NOT NULL
    AND ts.rebuild_wanted_at BETWEEN alarm.inserted_at - interval '15 minutes' AND alarm.inserted_at)`

/**
 * Which of the alarms are shown without a sound or a dialog, and why, by id. Alarms of one truck and type pop up at most once in
 * `popupEveryMin`. The answer depends only on stored data, so that it is the same in every process and at every call.
 */
export async function quietAmong(db: Db, rows: readonly AlarmRow[]): Promise<ReadonlyMap<string, Quiet>> {
  const quiet = new Map<string, Quiet>()
  const asked = rows.filter(({ type }) => !isEmergency(type))
  if (asked.length === 0) return quiet
  const from = new Date(Math.min(...asked.map(({ inserted_at }) => inserted_at.getTime())) - LOOK_BACK_MS)
  const truckIds = [...new Set(asked.map(({ truck_id }) => truck_id))]
  const [waiting, earlier, thresholdsOf] = await Promise.all([
    db
      .selectFrom('alarm')
      .where(
        'id',
        'in',
        asked.map(({ id }) => id),
      )
      .where(WAITS_FOR_LATE_DATA)
      .select('id')
      .execute(),
    db
      .selectFrom('alarm')
      .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
      .where(sql<boolean>`alarm.truck_id = ANY (${truckIds}::int4[])`)
      .where(sql<boolean>`alarm.type = ANY (${[...new Set(asked.map(({ type }) => type))]}::int4[])`)
      .where('alarm.live', '=', true)
      // A superseded alarm does not silence the one found in its place.
      .where('alarm.superseded_at', 'is', null)
      .where('alarm.inserted_at', '>', from)
      // The index goes by start; a live alarm is inserted soon after.
      .where('alarm.started_at', '>', new Date(from.getTime() - 24 * 3_600_000))
      .select(['alarm.id', 'alarm.truck_id', 'alarm.type', 'alarm.inserted_at', 'organisation.ancestors'])
      .orderBy('alarm.inserted_at', 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(MAX_EARLIER_ALARMS)
      .execute(),
    readThresholds(db),
  ])
  const poppedAt = new Map<string, number>()
  const repeated = new Set<string>()
  for (const { id, truck_id, type, inserted_at, ancestors } of earlier.toReversed()) {
    const key = `${truck_id} ${type}`
    const everyMs = thresholdsOf(truck_id, ancestors).popupEveryMin * 60_000
    if (inserted_at.getTime() - (poppedAt.get(key) ?? Number.NEGATIVE_INFINITY) < everyMs) repeated.add(id)
    else poppedAt.set(key, inserted_at.getTime())
  }
  // An unhandled alarm that turned black pops up again.
  for (const { id, escalated_at } of asked) if (escalated_at === null && repeated.has(id)) quiet.set(id, 'repeated')
  for (const { id } of waiting) quiet.set(id, 'late-data')
  return quiet
}
