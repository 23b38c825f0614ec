import { sql } from 'kysely'
import type { DeskDetail } from '@tanker/contract/alarm-desk'
import { MAX_LEVEL_CURVE_HOURS } from '@tanker/contract/level-curve'
import { SCREENS } from '@tanker/contract/screens'
import type { ScopedDb } from '@tanker/database/scope'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { THIRD_RED_IS_BLACK } from '@tanker/domain/alarms/alarm-grade'
import { reportRoute } from '@tanker/domain/alarms/alarm-type'
import { litresBefore } from '@tanker/domain/alarms/explanation/lost-litres'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { productName } from '@tanker/domain/products/product-name'
import { type Grants, mayUse } from '../../platform/access/grants.ts'
import { alarmHistory } from './alarm-history.ts'
import { deskAlarmOf, type DeskRow, type Driver, explanationOf, type ReadAlarm, readDeskAlarms, type Reader } from './desk-alarms.ts'
import { deskAlarmsOf, othersOf } from './desk-lines.ts'
import { deskSpeed } from './desk-speed.ts'

const HOUR_MS = 3_600_000
const EARLIER_MS = 90 * 24 * HOUR_MS
/** Earlier alarms of the truck and of the driver. */
const MAX_EARLIER = 10
/** The levels are drawn from this long before an alarm to this long after its end. */
const CURVE_BEFORE_MS = HOUR_MS
const CURVE_AFTER_MS = HOUR_MS / 2

/** Everything about one alarm; null when the user does not see it. One that late data took back is shown with the time of that. */
export async function readDetail(
  db: ScopedDb,
  alarmId: string,
  reader: Reader,
  grants: Grants,
): Promise<Omit<DeskDetail, 'mayText'> | null> {
  const [read] = await readDeskAlarms(db, [alarmId])
  if (!read) return null
  const { row } = read
  const { language } = reader
  const [others, setups, earlierOfTruck, earlierOfDriver, history, ofDay] = await Promise.all([
    othersOf(db, row).then((ids) => readDeskAlarms(db, ids)),
    db.read
      .selectFrom('compartment')
      .where('truck_id', '=', row.truck_id)
      .select(['compartment', 'oil_code', 'oil_name'])
      .orderBy('compartment')
      .execute(),
    earlier(db, row, null, reader),
    read.driver === null ? [] : earlier(db, row, read.driver, reader),
    alarmHistory(db, alarmId, language),
    row.grade === 'black' ? countOfDay(db, row) : null,
  ])
  const { seen, limits, grade } = explanationOf(read, reader, ofDay)
  const speed = deskSpeed(row, reader.now, language)
  const path = reportRoute(row.type)
  const screen = SCREENS.find((one) => one.path === path)
  return {
    alarm: deskAlarmOf(read, reader),
    others: others.map((other) => deskAlarmOf(other, reader)),
    explanation: {
      seen: seen.map((text) => text[language]),
      limits: limits.map((one) => ({ label: one.label[language], value: one.value[language], seen: one.seen[language] })),
      grade: grade[language],
    },
    compartments: compartmentsOf(read, setups, reader),
    curve: speed === null ? curveOf(read, reader.now) : null,
    speed,
    report: screen !== undefined && mayUse(grants, screen.path) ? screen.path : null,
    earlierOfTruck,
    earlierOfDriver,
    history,
    exceptionType: row.exception_type,
    confirm: row.confirm,
    handleRemark: row.handle_remark,
    supersededAt: row.superseded_at?.toISOString() ?? null,
  }
}

/** What the rules of black counted: abnormal openings, and red alarms of seals and cargo, in the 24 hours up to this alarm. */
async function countOfDay(db: ScopedDb, row: DeskRow): Promise<{ openings: number; reds: number }> {
  const { rows } = await sql<{ openings: number; reds: number }>`
    SELECT (count(*) FILTER (WHERE type = ${ALARM.unsealing}))::int AS openings, count(*)::int AS reds FROM alarm
    WHERE truck_id = ${row.truck_id} AND started_at > ${new Date(row.started_at.getTime() - 24 * HOUR_MS)} AND started_at <= ${row.started_at}
      AND superseded_at IS NULL AND grade <> 'yellow' AND type = ANY (${[...THIRD_RED_IS_BLACK]}::int4[])`.execute(db.read)
  return rows[0] ?? { openings: 0, reds: 0 }
}

type Setup = { readonly compartment: number; readonly oil_code: number; readonly oil_name: string }

function compartmentsOf({ row, live }: ReadAlarm, setups: readonly Setup[], { language }: Reader): DeskDetail['compartments'] {
  const before = litresBefore(row)
  const readings = new Map((live?.compartments ?? []).map((reading) => [reading.compartment, reading]))
  const numbers = [...new Set([...setups.map(({ compartment }) => compartment), ...readings.keys()])].toSorted((a, b) => a - b)
  return numbers.map((compartment) => {
    const [setup, reading] = [setups.find((one) => one.compartment === compartment), readings.get(compartment)]
    const oilCode = reading?.oilCode ?? setup?.oil_code ?? 0
    const isNamed = setup !== undefined && setup.oil_code === oilCode && setup.oil_name !== ''
    return {
      compartment,
      product: isNamed && language === 'zh' ? setup.oil_name : productName(oilCode)[language],
      litresBefore: before.get(compartment) ?? null,
      litresNow: reading?.volumeL ?? null,
    }
  })
}

/** From when litres were last known to be there, at most as long as a curve may be. */
function curveOf({ row, live }: ReadAlarm, now: Date): DeskDetail['curve'] {
  if (live === null || live.compartments.length === 0) return null
  const [leg, stop] = [
    stored(row.properties, highLossFact).number('startTime'),
    stored(row.properties, privateDischargeFact).number('fromAt'),
  ]
  const startMs = row.started_at.getTime()
  const toMs = Math.min(
    (row.ended_at?.getTime() ?? now.getTime()) + CURVE_AFTER_MS,
    now.getTime(),
    startMs + (MAX_LEVEL_CURVE_HOURS / 2) * HOUR_MS,
  )
  const to = Math.max(toMs, startMs)
  const from = Math.max(Math.min(startMs, leg ?? startMs, stop ?? startMs) - CURVE_BEFORE_MS, to - MAX_LEVEL_CURVE_HOURS * HOUR_MS)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** The newest alarms before this one, of its truck or of its driver: those of the driver's deliveries and of the truck that is the driver's. */
async function earlier(
  db: ScopedDb,
  row: DeskRow,
  driver: Driver | null,
  { nameArea, language }: Reader,
): Promise<DeskDetail['earlierOfTruck']> {
  if (driver !== null && driver.id === null) return []
  const since = new Date(row.started_at.getTime() - EARLIER_MS)
  const driven = sql<boolean>`CASE
    WHEN EXISTS (SELECT FROM delivery d WHERE d.truck_id = alarm.truck_id AND d.trip_started_at <= alarm.started_at
      AND coalesce(d.ended_at, 'infinity') >= alarm.started_at AND d.driver_id IS NOT NULL)
    THEN EXISTS (SELECT FROM delivery d WHERE d.truck_id = alarm.truck_id AND d.trip_started_at <= alarm.started_at
      AND coalesce(d.ended_at, 'infinity') >= alarm.started_at AND d.driver_id = ${driver?.id ?? 0})
    ELSE truck.driver_id = ${driver?.id ?? 0} END`
  const trucks = sql<boolean>`alarm.truck_id = ANY (ARRAY(
    SELECT d.truck_id FROM delivery d WHERE d.driver_id = ${driver?.id ?? 0} AND d.trip_started_at > ${since} AND d.trip_started_at <= ${row.started_at}
    UNION SELECT t.id FROM truck t WHERE t.driver_id = ${driver?.id ?? 0}))`
  const rows = await deskAlarmsOf(db)
    .where('alarm.started_at', '<', row.started_at)
    .where('alarm.started_at', '>', since)
    .$if(driver === null, (query) => query.where('alarm.truck_id', '=', row.truck_id))
    .$if(driver !== null, (query) => query.where(trucks).where(driven))
    .select([
      'alarm.id',
      'alarm.type',
      'alarm.grade',
      'truck.plate',
      'alarm.started_at',
      'alarm.fence_name',
      'alarm.lat',
      'alarm.lng',
      'alarm.handled_at',
      'alarm.handle_result',
    ])
    .orderBy('alarm.started_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(MAX_EARLIER)
    .execute()
  return rows.map((one) => ({
    id: one.id,
    type: one.type,
    grade: one.grade,
    plate: one.plate,
    startedAt: one.started_at.toISOString(),
    place: one.fence_name ?? nameArea(one.lat, one.lng, language),
    handledAt: one.handled_at?.toISOString() ?? null,
    handleResult: one.handle_result,
  }))
}
