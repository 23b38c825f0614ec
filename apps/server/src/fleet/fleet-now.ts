import { sql } from 'kysely'
import type { Db } from '@tanker/database/connection'
import { type LiveRow, unpackLiveRow } from '@tanker/database/live-row'
import { carriesWaterSql } from '@tanker/database/water-trucks'
import { type ScopedDb, organisationIds } from '@tanker/database/scope'
import { ALARM_TYPES, coloursTruck } from '@tanker/domain/alarms/alarm-type'
import { oilTotals, type TankInventory } from '@tanker/domain/products/product'
import { OFFLINE, PARKED, ALARM, type TruckStatus, truckStatus } from '@tanker/domain/trucks/truck-status'
import type { Thresholds } from '@tanker/domain/thresholds'
import { readThresholds } from './status-thresholds.ts'

/** The current state of a truck: stored values and derived status. */
export type TruckNow = {
  readonly truckId: number
  readonly plate: string
  readonly organisationId: number
  readonly companyName: string
  /** It carries no fuel. */
  readonly carriesWater: boolean
  /** Milliseconds UTC of the last frame of any kind; null when there was none. */
  readonly contactAt: number | null
  /** Null when the truck never reported. */
  readonly live: LiveRow | null
  /** Open, unhandled alarms that may colour the truck. */
  readonly openAlarms: readonly OpenAlarm[]
  readonly thresholds: Thresholds
}

type OpenAlarm = { readonly type: number; readonly startedAt: number }

const colouringTypes = ALARM_TYPES.filter((type) => type.coloursTruck !== undefined).map((type) => type.code)

/** The trucks that a user sees. */
export function readTrucksNow(db: ScopedDb, now: Date, truckId?: number): Promise<TruckNow[]> {
  const within = sql<boolean>`truck.organisation_id = ANY (${organisationIds(db.scope)})`
  return readTrucks(db.read, now, truckId === undefined ? within : sql<boolean>`truck.id = ${truckId} AND ${within}`)
}

/** All trucks, for the feed, which filters them per console. */
export const readAllTrucksNow = (db: Db, now: Date): Promise<TruckNow[]> => readTrucks(db, now, sql<boolean>`true`)

async function readTrucks(db: Db, now: Date, where: ReturnType<typeof sql<boolean>>): Promise<TruckNow[]> {
  const [rows, alarms, thresholdsOf] = await Promise.all([
    db
      .selectFrom('truck')
      .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
      .leftJoin('truck_state', 'truck_state.truck_id', 'truck.id')
      .where('truck.enabled', '=', true)
      .where(where)
      .select([
        'truck.id',
        'truck.plate',
        'truck.organisation_id',
        sql<boolean>`${sql.raw(carriesWaterSql('truck'))}`.as('carries_water'),
        'organisation.name as organisation_name',
        'organisation.ancestors',
        'truck_state.contact_at',
        'truck_state.live',
      ])
      .orderBy('truck.id')
      .execute(),
    readOpenAlarms(db, now, where),
    readThresholds(db),
  ])
  return rows.map((row) => ({
    truckId: row.id,
    plate: row.plate,
    organisationId: row.organisation_id,
    companyName: row.organisation_name,
    carriesWater: row.carries_water,
    contactAt: row.contact_at?.getTime() ?? null,
    live: row.live === null ? null : unpackLiveRow(row.live),
    openAlarms: alarms.get(row.id) ?? [],
    thresholds: thresholdsOf(row.id, row.ancestors),
  }))
}

/** Open, unhandled alarms that may colour trucks, by truck. The longest that any threshold keeps them counts here. */
export async function readOpenAlarms(db: Db, now: Date, where: ReturnType<typeof sql<boolean>>): Promise<Map<number, OpenAlarm[]>> {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .where(where)
    .where('alarm.handled_at', 'is', null)
    .where('alarm.superseded_at', 'is', null)
    .where('alarm.ended_at', 'is', null)
    .where('alarm.type', 'in', colouringTypes)
    .where('alarm.started_at', '>', new Date(now.getTime() - 7 * 86_400_000))
    .select(['alarm.truck_id', 'alarm.type', 'alarm.started_at'])
    .execute()
  const byTruck = new Map<number, OpenAlarm[]>()
  for (const row of rows) {
    const alarm = { type: row.type, startedAt: row.started_at.getTime() }
    const held = byTruck.get(row.truck_id)
    if (held) held.push(alarm)
    else byTruck.set(row.truck_id, [alarm])
  }
  return byTruck
}

/** The values that determine a truck's status; the feed keeps them in memory. */
export type StatusSources = {
  readonly contactAt: number | null
  readonly stoppedSince: number | null
  readonly accOn: boolean
  readonly loaded: boolean
  readonly openAlarms: readonly OpenAlarm[]
  readonly thresholds: Thresholds
}

export const statusOf = (truck: StatusSources, now: number): TruckStatus =>
  truckStatus(
    {
      lastContactAt: truck.contactAt ?? 0,
      stoppedSinceAt: truck.stoppedSince,
      accOn: truck.accOn,
      loaded: truck.loaded,
      hasOpenAlarm: colouringAlarmSince(truck, now) !== null,
    },
    now,
    truck.thresholds,
  )

export const sourcesOf = ({ contactAt, live, openAlarms, thresholds }: TruckNow): StatusSources => ({
  contactAt,
  stoppedSince: live?.stoppedSince ?? null,
  accOn: live?.accOn ?? false,
  loaded: live?.loaded ?? false,
  openAlarms,
  thresholds,
})

/** Start of the oldest alarm that colours the truck now. */
function colouringAlarmSince(truck: Pick<StatusSources, 'openAlarms' | 'loaded' | 'thresholds'>, now: number): number | null {
  let oldest: number | null = null
  for (const { type, startedAt } of truck.openAlarms) {
    if (now - startedAt >= truck.thresholds.statusAlarmHours * 3_600_000 || !coloursTruck(type, truck.loaded)) continue
    if (oldest === null || startedAt < oldest) oldest = startedAt
  }
  return oldest
}

/** Start of the status, if known: for a loaded or empty truck on the road from its process state. */
export function statusSince(truck: TruckNow, status: TruckStatus, now: number): number | null {
  switch (status) {
    case OFFLINE:
      return truck.contactAt
    case ALARM:
      return colouringAlarmSince(sourcesOf(truck), now)
    case PARKED:
      return truck.live?.stoppedSince ?? null
    default:
      return truck.live?.processSince ?? null
  }
}

/** The fuel aboard, by tank (spec 3.2); water is none. */
export const inventoryOf = ({ live, carriesWater }: TruckNow): TankInventory[] =>
  carriesWater ? [] : (live?.compartments ?? []).map(({ compartment, oilCode, volumeL }) => ({ cab: compartment, oilCode, vt: volumeL }))

export const volumeAboard = (live: LiveRow | null): number => (live?.compartments ?? []).reduce((sum, { volumeL }) => sum + volumeL, 0)

export type FleetCounts = {
  truckStatusCount: { status: number; count: number }[]
  oilCount: ReturnType<typeof oilTotals>
}

/** The header's counters (spec 3.1, 9): all five statuses, litres by product with each tank rounded up. */
export function countFleet(trucks: Iterable<{ readonly status: TruckStatus; readonly tanks: readonly TankInventory[] }>): FleetCounts {
  const counts = [0, 0, 0, 0, 0]
  const oilCount = oilTotals([])
  for (const { status, tanks } of trucks) {
    counts[status] = (counts[status] ?? 0) + 1
    const oil = oilTotals(tanks)
    oilCount.gasoline += oil.gasoline
    oilCount.diesel += oil.diesel
    oilCount.other += oil.other
  }
  return { truckStatusCount: counts.map((count, status) => ({ status, count })), oilCount }
}
