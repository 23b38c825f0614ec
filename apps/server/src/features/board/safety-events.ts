import type { SafetyEvent, SafetyKind, SafetyLevel, TruckSafety } from '@tanker/contract/safety-monitor'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { SAFETY_FAMILIES, SAFETY_TYPES, TYPES_OF_FAMILY } from '@tanker/domain/alarms/safety-score'
import { sql } from 'kysely'

/** What a card has room for. */
const MAX_TRUCK_EVENTS = 20

const EVENT_TYPES: readonly number[] = [...SAFETY_TYPES, ALARM.overspeed, ALARM.deviceOverspeed]

const KIND_OF: ReadonlyMap<number, SafetyKind> = new Map(
  (Object.keys(SAFETY_FAMILIES) as (keyof typeof SAFETY_FAMILIES)[]).flatMap((family) =>
    TYPES_OF_FAMILY[family].map((type) => [type, family] as const),
  ),
)

/** What is none of active safety is overspeed. */
export const kindOf = (type: number): SafetyKind => KIND_OF.get(type) ?? 'overspeed'
export const levelOf = (grade: AlarmGrade): SafetyLevel => (grade === 'yellow' ? 1 : 2)

/** Events that the user may see, of a period with both ends. */
const eventsIn = (db: ScopedDb, from: Date, to: Date) =>
  db
    .from('alarm')
    .where('alarm.type', 'in', [...EVENT_TYPES])
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.started_at', '>=', from)
    .where('alarm.started_at', '<=', to)

/** How many events of each type and grade each truck had since midnight and in the last hour. */
export const countedEvents = (db: ScopedDb, from: Date, midnight: Date, hourAgo: Date, now: Date) =>
  eventsIn(db, from, now)
    .groupBy(['alarm.truck_id', 'alarm.type', 'alarm.grade'])
    .select([
      'alarm.truck_id',
      'alarm.type',
      'alarm.grade',
      sql<number>`(count(*) FILTER (WHERE alarm.started_at >= ${midnight}))::int`.as('today'),
      sql<number>`(count(*) FILTER (WHERE alarm.started_at > ${hourAgo}))::int`.as('last_hour'),
    ])
    .execute()

/** The first picture of each of these alarms. */
async function picturesOf(db: ScopedDb, alarmIds: readonly string[]): Promise<Map<string, string>> {
  if (alarmIds.length === 0) return new Map()
  const rows = await db
    .from('evidence_file')
    .innerJoin('evidence_request', 'evidence_request.id', 'evidence_file.request_id')
    .where(sql<boolean>`evidence_request.alarm_id = ANY (${[...alarmIds]}::bigint[])`)
    .where('evidence_file.kind', 'in', ['jpg', 'png'])
    .distinctOn('evidence_request.alarm_id')
    .orderBy('evidence_request.alarm_id')
    .orderBy('evidence_file.id')
    .select(['evidence_request.alarm_id', 'evidence_file.id'])
    .execute()
  return new Map(rows.map(({ alarm_id, id }) => [String(alarm_id), id]))
}

/** The newest event of each truck in a period. */
export async function newestEvents(db: ScopedDb, from: Date, to: Date, withPictures: boolean): Promise<Map<number, SafetyEvent>> {
  const rows = await eventsIn(db, from, to)
    .distinctOn('alarm.truck_id')
    .orderBy('alarm.truck_id')
    .orderBy('alarm.started_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .select(['alarm.truck_id', 'alarm.id', 'alarm.type', 'alarm.started_at', 'alarm.grade'])
    .execute()
  const pictures = withPictures
    ? await picturesOf(
        db,
        rows.map(({ id }) => id),
      )
    : new Map<string, string>()
  return new Map(
    rows.map(({ truck_id, id, type, started_at, grade }) => [
      truck_id,
      { alarmId: id, type, at: started_at.getTime(), level: levelOf(grade), pictureId: pictures.get(id) ?? null },
    ]),
  )
}

/** The events of one truck since midnight, newest first. */
export async function readTruckSafety(
  db: ScopedDb,
  truckId: number,
  midnight: Date,
  now: Date,
  withPictures: boolean,
): Promise<TruckSafety> {
  const rows = await eventsIn(db, midnight, now)
    .where('alarm.truck_id', '=', truckId)
    .select(['alarm.id', 'alarm.type', 'alarm.started_at', 'alarm.ended_at', 'alarm.grade', 'alarm.speed_kmh'])
    .orderBy('alarm.started_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(MAX_TRUCK_EVENTS)
    .execute()
  const pictures = withPictures
    ? await picturesOf(
        db,
        rows.map(({ id }) => id),
      )
    : new Map<string, string>()
  return {
    events: rows.map(({ id, type, started_at, ended_at, grade, speed_kmh }) => ({
      alarmId: id,
      type,
      kind: kindOf(type),
      at: started_at.getTime(),
      endedAt: ended_at?.getTime() ?? null,
      level: levelOf(grade),
      speedKmh: speed_kmh,
      pictureId: pictures.get(id) ?? null,
    })),
  }
}
