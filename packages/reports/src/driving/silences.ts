import { propertiesIn } from '@tanker/database/fact-properties'
import { offlineFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { thisMinute } from '../kinds.ts'

/** SQL of offline alarms: how long the truck was silent, and why. */

export const offline = propertiesIn('alarm', offlineFact)

/** The last word before the silence. */
export const lostAt = sql<Date>`to_timestamp(${offline.number('lastContactAt')} / 1000)`

/** Milliseconds from the last word to the next one, or to now. */
export const silentMs = sql<number>`(extract(epoch FROM coalesce(alarm.ended_at, ${thisMinute})) * 1000 - ${offline.number('lastContactAt')})::float8`

export const silenceClass = sql<string>`CASE WHEN ${silentMs} <= 86400000 THEN 'day' WHEN ${silentMs} <= 172800000 THEN 'two' ELSE 'more' END`

/**
 * Power: its supply was cut or it shut down when it fell silent. Network: it went on measuring, and uploaded afterwards. Otherwise
 * nothing stored says.
 */
export const silenceCause = sql<string>`CASE
  WHEN EXISTS (SELECT FROM record AS cut WHERE cut.truck_id = alarm.truck_id AND cut.kind IN ('power-cut', 'shutdown')
    AND cut.started_at BETWEEN ${lostAt} - interval '5 minutes' AND coalesce(alarm.ended_at, ${thisMinute})) THEN 'power'
  WHEN EXISTS (SELECT FROM position WHERE position.truck_id = alarm.truck_id
    AND position.at > ${lostAt} + interval '1 minute' AND position.at < coalesce(alarm.ended_at, ${thisMinute}) - interval '1 minute') THEN 'network'
  ELSE 'unknown' END`

/** Cells of about five kilometres, for trucks that fell silent outside every fence. */
const CELL_DEGREES = 0.05
const cell = (degrees: 'lat' | 'lng') =>
  sql<number>`round(${sql.ref(`alarm.${degrees}`)} / ${sql.lit(CELL_DEGREES)}) * ${sql.lit(CELL_DEGREES)}`
const inCell = sql<string>`concat(to_char(${cell('lat')}, 'FM990.00'), ', ', to_char(${cell('lng')}, 'FM990.00'))`

/** Where the truck was heard last, as `ofPlace` has it: the fence, or the cell outside all of them. */
export const lostPlace = sql<string>`CASE WHEN alarm.fence_id IS NOT NULL THEN concat('f', alarm.fence_id, ':', alarm.fence_name)
  WHEN alarm.lat IS NOT NULL THEN concat('c', ${inCell}, ':', ${inCell}) ELSE 'none:-' END`
