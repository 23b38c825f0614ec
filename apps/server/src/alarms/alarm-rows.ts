import { type SelectQueryBuilder, sql } from 'kysely'
import type { Alarm } from '@tanker/contract/alarms'
import type { ScopedDb } from '@tanker/database/scope'
import type { Database } from '@tanker/database/tables'
import type { Language } from '@tanker/domain/texts/text'
import type { highLossFact } from '@tanker/domain/facts/cargo-alarm-facts'
import type { NamesOf } from '@tanker/domain/facts/stored-properties'
import type { Refusal } from '../platform/http/refusal.ts'
import type { NameArea } from '../platform/places/area-names.ts'
import { STAFF_ONLY_TYPES } from './alarm-settings.ts'
import { alarmErrors } from './alarm-errors.ts'

/** An alarm row with what the contract's alarm needs of its truck and organisation. */
export type AlarmRow = {
  id: string
  type: number
  truck_id: number
  organisation_id: number
  plate: string
  organisation_name: string
  started_at: Date
  inserted_at: Date
  ended_at: Date | null
  remark: string
  remark2: string
  grade: Alarm['grade']
  live: boolean
  handled_at: Date | null
  superseded_at: Date | null
  escalated_at: Date | null
  lat: number | null
  lng: number | null
  fence_name: string | null
  properties: Record<string, unknown>
}

export const ALARM_COLUMNS = [
  'alarm.id',
  'alarm.type',
  'alarm.truck_id',
  'alarm.organisation_id',
  'truck.plate',
  'organisation.name as organisation_name',
  'alarm.started_at',
  'alarm.inserted_at',
  'alarm.ended_at',
  'alarm.remark',
  'alarm.remark2',
  'alarm.grade',
  'alarm.live',
  'alarm.handled_at',
  'alarm.superseded_at',
  'alarm.escalated_at',
  'alarm.lat',
  'alarm.lng',
  'alarm.fence_name',
  'alarm.properties',
] as const

type Alarms = SelectQueryBuilder<Database, 'alarm' | 'truck' | 'organisation', object>

/** The alarms a user may see: of the organisations below the own, without superseded ones, and without staff-only types for customers. */
export const alarmsOf = (db: ScopedDb): Alarms => alarmsEverOf(db).where('alarm.superseded_at', 'is', null)

/** The refusal if the user cannot see some of the alarms: superseded by late data, or not found. */
export async function missingAlarm(db: ScopedDb, ids: readonly string[], timeZone: string): Promise<Refusal> {
  const superseded = await alarmsEverOf(db)
    .where(sql<boolean>`alarm.id = ANY (${ids}::bigint[])`)
    .where('alarm.superseded_at', 'is not', null)
    .select('alarm.superseded_at')
    .executeTakeFirst()
  return superseded?.superseded_at ? alarmErrors.superseded(superseded.superseded_at, timeZone) : alarmErrors.notFound()
}

/** The same, including superseded alarms. */
export function alarmsEverOf(db: ScopedDb): Alarms {
  return db
    .from('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .innerJoin('organisation', 'organisation.id', 'alarm.organisation_id')
    .$if(db.scope.customer && STAFF_ONLY_TYPES.length > 0, (query) => query.where('alarm.type', 'not in', [...STAFF_ONLY_TYPES]))
}

/** The alarm in the shape of the contract. `quiet`: why it does not pop up. */
export const alarmOf = (row: AlarmRow, nameArea: NameArea, language: Language, quiet?: Alarm['quiet']): Alarm => ({
  id: row.id,
  type: row.type,
  signCode: row.plate,
  truckId: row.truck_id,
  companyName: row.organisation_name,
  startTime: row.started_at.toISOString(),
  insertTime: row.inserted_at.toISOString(),
  endTime: row.ended_at?.toISOString() ?? null,
  remark: row.remark,
  remark2: row.remark2,
  grade: row.grade,
  handled: row.handled_at !== null,
  lat: row.lat,
  lng: row.lng,
  area: row.fence_name ?? nameArea(row.lat, row.lng, language),
  properties: withAreaNames(row.properties, nameArea, language),
  ...(quiet === undefined ? {} : { quiet }),
  ...(row.escalated_at === null ? {} : { blackTime: row.escalated_at.toISOString() }),
})

/** Outside every fence detection only knows coordinates (spec 3.3: start area, end area). */
function withAreaNames(properties: AlarmRow['properties'], nameArea: NameArea, language: Language): AlarmRow['properties'] {
  const named = { ...properties }
  for (const key of ['startArea', 'endArea'] satisfies NamesOf<typeof highLossFact, string>[]) {
    const [, lat, lng] = COORDINATES.exec(String(properties[key])) ?? []
    if (lat !== undefined && lng !== undefined) named[key] = nameArea(Number(lat), Number(lng), language) || `${lat},${lng}`
  }
  return named
}

const COORDINATES = /^(-?\d+\.\d+),(-?\d+\.\d+)$/
