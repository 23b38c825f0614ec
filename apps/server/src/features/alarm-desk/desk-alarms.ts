import { sql } from 'kysely'
import type { DeskAlarm } from '@tanker/contract/alarm-desk'
import { type LiveRow, unpackLiveRow } from '@tanker/database/live-row'
import { organisationIds, type ScopedDb } from '@tanker/database/scope'
import { carriesWaterSql } from '@tanker/database/water-trucks'
import { explainAlarm, type Explanation } from '@tanker/domain/alarms/explanation/explain-alarm'
import type { ExplainedAlarm } from '@tanker/domain/alarms/explanation/explained'
import { litresChange } from '@tanker/domain/alarms/explanation/lost-litres'
import { emergencyFact, overspeedFact, workingHoursFact } from '@tanker/domain/facts/driving-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import type { Language, Text } from '@tanker/domain/texts/text'
import type { Thresholds } from '@tanker/domain/thresholds'
import { alarmsEverOf } from '../../alarms/alarm-rows.ts'
import { readThresholds } from '../../fleet/status-thresholds.ts'
import type { NameArea } from '../../platform/places/area-names.ts'

/** A user whose name the reader may not see. */
const ELSEWHERE: Text = { zh: '其他组织的用户', en: 'a user of another organisation' }

/** A user as the contract names it; without a name it is of an organisation that the reader does not see. */
export const personIn = (id: number, name: string | null, language: Language): { id: number; name: string } =>
  name === null ? { id: 0, name: ELSEWHERE[language] } : { id, name }

/** Who reads, for names, words and times. */
export type Reader = { readonly nameArea: NameArea; readonly language: Language; readonly timeZone: string; readonly now: Date }

/** The alarms of these ids with everything that a line needs; those that the user does not see are missing. */
async function readRows(db: ScopedDb, ids: readonly string[]) {
  const named = (alias: 'assignee' | 'handler') =>
    sql<string | null>`coalesce(nullif(${sql.ref(`${alias}.real_name`)}, ''), ${sql.ref(`${alias}.user_name`)})`
  return alarmsEverOf(db)
    .leftJoin('truck_state', 'truck_state.truck_id', 'alarm.truck_id')
    .leftJoin('app_user as assignee', (join) =>
      join.onRef('assignee.id', '=', 'alarm.assigned_to').on(sql<boolean>`assignee.organisation_id = ANY (${organisationIds(db.scope)})`),
    )
    .leftJoin('app_user as handler', (join) =>
      join.onRef('handler.id', '=', 'alarm.handled_by').on(sql<boolean>`handler.organisation_id = ANY (${organisationIds(db.scope)})`),
    )
    .where(sql<boolean>`alarm.id = ANY (${[...ids]}::bigint[])`)
    .select([
      'alarm.id',
      'alarm.type',
      'alarm.grade',
      'alarm.truck_id',
      'alarm.organisation_id',
      'alarm.started_at',
      'alarm.inserted_at',
      'alarm.ended_at',
      'alarm.escalated_at',
      'alarm.superseded_at',
      'alarm.lat',
      'alarm.lng',
      'alarm.fence_name',
      'alarm.speed_kmh',
      'alarm.remark',
      'alarm.properties',
      'alarm.handled_at',
      'alarm.handled_by',
      'alarm.handle_result',
      'alarm.handle_remark',
      'alarm.exception_type',
      'alarm.confirm',
      'alarm.assigned_to',
      'truck.plate',
      'truck.driver_id',
      'organisation.name as organisation_name',
      'organisation.ancestors',
      'truck_state.live',
      sql<boolean>`${sql.raw(carriesWaterSql('truck'))}`.as('carries_water'),
      named('assignee').as('assignee_name'),
      named('handler').as('handler_name'),
    ])
    .execute()
}
export type DeskRow = Awaited<ReturnType<typeof readRows>>[number]

/** A row with what is computed from it. */
export type ReadAlarm = {
  readonly row: DeskRow
  readonly live: LiveRow | null
  readonly driver: Driver | null
  readonly thresholds: Thresholds
}

export type Driver = { readonly id: number | null; readonly name: string; readonly phone: string }

/** The alarms of these ids, in their order. */
export async function readDeskAlarms(db: ScopedDb, ids: readonly string[]): Promise<ReadAlarm[]> {
  if (ids.length === 0) return []
  const [rows, thresholdsOf] = await Promise.all([readRows(db, ids), readThresholds(db.unscoped)])
  const drivers = await driversOf(db, rows)
  const byId = new Map(
    rows.map((row): [string, ReadAlarm] => [
      row.id,
      {
        row,
        live: row.live === null || row.carries_water ? null : unpackLiveRow(row.live),
        driver: drivers.get(row.id) ?? null,
        thresholds: thresholdsOf(row.truck_id, row.ancestors, row.started_at.getTime()),
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The default driver of the truck when the alarm was raised, where its detector noted it. */
function notedDriver(properties: unknown): string | null {
  const said = stored(properties, overspeedFact, emergencyFact)
  return said.text('driverName') ?? stored(properties, workingHoursFact).rows('driver')[0]?.text('name') ?? null
}

/**
 * Who drove when each alarm began: the driver of the delivery then under way (its slip names one, else the truck's), else the
 * one that the alarm names, else the truck's default driver. Drivers of an organisation above drive trucks of those below.
 */
async function driversOf(db: ScopedDb, alarms: readonly DeskRow[]): Promise<ReadonlyMap<string, Driver>> {
  const noted = alarms.map(({ properties }) => notedDriver(properties))
  const { rows } = await sql<{ id: string; driver_id: number | null; name: string | null; phone: string | null }>`
    SELECT a.id::text, driver.id AS driver_id, coalesce(driver.name, nullif(delivery.driver_name, ''), a.noted) AS name, driver.mobile AS phone
    FROM unnest(${alarms.map(({ id }) => id)}::bigint[], ${alarms.map((row) => row.truck_id)}::int[],
      ${alarms.map((row) => row.started_at)}::timestamptz[], ${noted}::text[], ${alarms.map((row) => row.driver_id)}::int[])
      AS a (id, truck_id, at, noted, default_id)
    JOIN truck ON truck.id = a.truck_id
    LEFT JOIN LATERAL (
      SELECT d.driver_id, d.driver_name FROM delivery d
      WHERE d.truck_id = a.truck_id AND d.trip_started_at <= a.at AND coalesce(d.ended_at, 'infinity') >= a.at
        AND (d.driver_id IS NOT NULL OR d.driver_name <> '')
      ORDER BY d.trip_started_at DESC LIMIT 1) delivery ON true
    LEFT JOIN LATERAL (
      SELECT p.id, p.name, p.mobile FROM driver p
      WHERE CASE WHEN delivery.driver_id IS NOT NULL THEN p.id = delivery.driver_id
        WHEN coalesce(nullif(delivery.driver_name, ''), a.noted) IS NOT NULL
          THEN p.name = coalesce(nullif(delivery.driver_name, ''), a.noted)
        ELSE p.id = a.default_id END
        AND p.organisation_id = ANY (SELECT unnest(ancestors) FROM organisation WHERE id = truck.organisation_id)
      ORDER BY p.id LIMIT 1) driver ON true`.execute(db.unscoped)
  return new Map(
    rows.flatMap(({ id, driver_id, name, phone }): [string, Driver][] =>
      name === null || name === '' ? [] : [[id, { id: driver_id, name, phone: phone ?? '' }]],
    ),
  )
}

/** Why the alarm is one, in both languages. */
export const explanationOf = (
  { row, thresholds }: ReadAlarm,
  { timeZone, now }: Pick<Reader, 'timeZone' | 'now'>,
  ofDay: ExplainedAlarm['ofDay'] = null,
): Explanation =>
  explainAlarm({
    type: row.type,
    grade: row.grade,
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    insertedAt: row.inserted_at.getTime(),
    readAt: now.getTime(),
    ofDay,
    escalatedAt: row.escalated_at?.getTime() ?? null,
    speedKmh: row.speed_kmh,
    remark: row.remark,
    properties: row.properties,
    thresholds,
    zone: timeZone,
  })

/** The alarm in the shape of the contract. */
export function deskAlarmOf(read: ReadAlarm, { nameArea, language, timeZone, now }: Reader): DeskAlarm {
  const { row, live, driver } = read
  const aboard = live?.compartments ?? []
  return {
    id: row.id,
    type: row.type,
    grade: row.grade,
    truckId: row.truck_id,
    plate: row.plate,
    organisation: row.organisation_name,
    startedAt: row.started_at.toISOString(),
    insertedAt: row.inserted_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    place: row.fence_name ?? nameArea(row.lat, row.lng, language),
    lat: row.lat,
    lng: row.lng,
    driver: driver === null ? null : { name: driver.name, phone: driver.phone },
    litresNow: aboard.length === 0 ? null : Math.round(aboard.reduce((sum, { volumeL }) => sum + volumeL, 0) * 10) / 10,
    litresChange: litresChange(row),
    summary: explanationOf(read, { timeZone, now }).seen[0]?.[language] ?? '',
    assignee: row.assigned_to === null ? null : personIn(row.assigned_to, row.assignee_name, language),
    handledAt: row.handled_at?.toISOString() ?? null,
    handler: row.handled_by === null ? null : (row.handler_name ?? ELSEWHERE[language]),
    handleResult: row.handle_result,
  }
}
