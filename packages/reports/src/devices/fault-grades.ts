import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../limits.ts'

const redHours = limitOf('faultRedHours')
const blackHours = limitOf('faultBlackHours')

const after = (hours: RawBuilder<number>) => sql<Date>`alarm.started_at + make_interval(secs => 3600 * ${hours})`
/** Until when a fault counts; an open one until now. */
const until = sql<Date>`coalesce(alarm.ended_at, now())`
const reached = (hours: RawBuilder<number>) => sql<Date | null>`CASE WHEN ${until} >= ${after(hours)} THEN ${after(hours)} END`

/** When a fault turned red and black: its kind may begin as such, age makes it so later. Of the row's `alarm`, `truck`, `organisation`. */
export const becameRed = sql<Date | null>`CASE WHEN alarm.grade IN ('red', 'black') THEN alarm.started_at ELSE ${reached(redHours)} END`
export const becameBlack = sql<Date | null>`CASE WHEN alarm.grade = 'black' THEN coalesce(alarm.escalated_at, alarm.started_at)
  ELSE ${reached(blackHours)} END`

/** The top grade a fault has had: that of its kind, raised by its age. */
export const faultGrade = sql<AlarmGrade>`CASE WHEN ${becameBlack} IS NOT NULL THEN 'black'
  WHEN ${becameRed} IS NOT NULL THEN 'red' ELSE 'yellow' END`
