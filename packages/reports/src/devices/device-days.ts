import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ConsoleFault } from '@tanker/domain/devices/console-fault'
import { DEVICE_PARTS, type DevicePart } from '@tanker/domain/devices/device-part'
import { consoleFaultFact } from '@tanker/domain/facts/equipment-facts'
import { type RawBuilder, sql } from 'kysely'
import { isKnownTo } from '../conditions.ts'
import type { ChosenPeriod, ChosenTrucks } from '../define-report.ts'
import { isChosen } from '../kinds.ts'

type Part = {
  /** Alarms that say the part failed; of console faults only those named. */
  readonly types: readonly number[]
  readonly faults: readonly ConsoleFault[]
}

/** The alarms of the failures of each part. */
const DECLARED = {
  console: {
    types: [ALARM.shutdown, ALARM.terminalInterrupted],
    faults: ['display', 'speech', 'card-reader'],
  },
  power: { types: [ALARM.powerCut, ALARM.underVoltage], faults: [] },
  positioning: { types: [], faults: ['satellite-module', 'antenna-open', 'antenna-short'] },
  seal: { types: [ALARM.sealFault], faults: [] },
  gauge: { types: [ALARM.cargoDevice], faults: [] },
  camera: { types: [], faults: ['camera'] },
} as const satisfies Readonly<Record<DevicePart, Part>>

const said = propertiesIn('alarm', consoleFaultFact)
const isOfPart = ({ types, faults }: Part) =>
  sql<boolean>`(alarm.type = ANY (${[...types]}::int[]) OR (alarm.type = ${sql.lit(ALARM.consoleFault)} AND ${said.text('fault')} = ANY (${[...faults]}::text[])))`

/** SQL: the part that an alarm says failed; null for alarms of none. */
export const partOfAlarm = sql<DevicePart | null>`CASE ${sql.join(
  DEVICE_PARTS.map((part) => sql`WHEN ${isOfPart(DECLARED[part])} THEN ${sql.lit(part)}`),
  sql` `,
)} END`

/** Every alarm type of which some alarms are a failure. */
export const PART_ALARM_TYPES: readonly number[] = [
  ...DEVICE_PARTS.flatMap((part): readonly number[] => DECLARED[part].types),
  ALARM.consoleFault,
]

/** Longest failure whose days are counted. */
const LONGEST_DAYS = 92

export type DeviceDay = { truck_id: number; day: string; failed: DevicePart[]; received: number; missing: number }

/**
 * Days of the user's zone on which a chosen truck sent readings, with the parts that failed on each: those with an alarm on that day.
 * Of days without a reading nothing is known, so they count for none.
 */
export function deviceDays(db: ScopedDb, scope: ChosenTrucks, { from, to, zone }: ChosenPeriod): RawBuilder<DeviceDay> {
  const dayOf = (at: RawBuilder<Date>) => sql<string>`(${at} AT TIME ZONE ${sql.lit(zone)})::date`
  const served = db
    .from('upload_hour')
    .where(isChosen(scope, 'upload_hour'))
    .where('upload_hour.hour', '>=', from)
    .where('upload_hour.hour', '<=', to)
    .groupBy(['upload_hour.truck_id', sql`2`])
    .select([
      'upload_hour.truck_id',
      dayOf(sql`upload_hour.hour`).as('day'),
      sql<number>`sum(upload_hour.received)::float8`.as('received'),
      sql<number>`sum(upload_hour.missing)::float8`.as('missing'),
    ])
  const failed = db
    .from('alarm')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.type', 'in', [...PART_ALARM_TYPES])
    .where(isKnownTo(db.scope, 'alarm'))
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', new Date(from.getTime() - LONGEST_DAYS * 86_400_000))
    .where('alarm.started_at', '<=', to)
    .where(sql<boolean>`coalesce(alarm.ended_at, now()) >= ${from}`)
    .select([
      'alarm.truck_id',
      partOfAlarm.as('part'),
      sql<string>`generate_series(${dayOf(sql`greatest(alarm.started_at, ${from})`)},
        ${dayOf(sql`least(coalesce(alarm.ended_at, now()), ${to})`)}, interval '1 day')::date`.as('day'),
    ])
  return sql`(SELECT served.truck_id, served.day, served.received, served.missing,
      array_remove(array_agg(DISTINCT failed.part), NULL) AS failed
    FROM (${served}) AS served LEFT JOIN (${failed}) AS failed USING (truck_id, day)
    GROUP BY served.truck_id, served.day, served.received, served.missing)`
}

/** SQL: whether a part failed on the day. */
export const hasFailed = (part: DevicePart) => sql<boolean>`${sql.lit(part)} = ANY (device_day.failed)`
