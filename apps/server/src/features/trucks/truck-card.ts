import { probeSensingFact } from '@tanker/domain/facts/seal-facts'
import { safetyEvidenceFact } from '@tanker/domain/facts/driving-facts'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { TruckCard } from '@tanker/contract/trucks'
import type { LiveRow } from '@tanker/database/live-row'
import type { ScopedDb } from '@tanker/database/scope'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { boxDoorFact, sealBreakFact, unsealingFact } from '@tanker/domain/facts/seal-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { type CoverKind, coverKind, WATER_PROBES } from '@tanker/domain/devices/probe-type'
import type { Language } from '@tanker/domain/texts/text'
import { OFFLINE, type TruckStatus } from '@tanker/domain/trucks/truck-status'
import { waterTruckState, waterWindowMs } from '@tanker/domain/trucks/water-truck-state'
import { STAFF_ONLY_TYPES } from '../../alarms/alarm-settings.ts'
import { readNewestTrip } from '../../fleet/newest-trip.ts'
import { readGauges } from '../../fleet/truck-readings.ts'
import type { NameArea } from '../../platform/places/area-names.ts'
import { readTrucksNow, sourcesOf, statusOf, statusSince, type TruckNow } from '../../fleet/fleet-now.ts'

/** What a card has room for. */
const MAX_EVENTS = 10
/** Partitions and indexes are by time: a card asks for what is recent. */
const eventsDays = 31
/** Alarm types of a seal: their object is compartment × 100 + probe type. */
const SEAL_ALARMS: readonly number[] = [
  ALARM.unsealing,
  ALARM.water,
  ALARM.boxDoorOutside,
  ALARM.sealFault,
  ALARM.unsealingJournal,
  ALARM.sealBreak,
]
/** Without a trip, an unhandled alarm of a seal counts as present for so long. */
const presentMs = 86_400_000
/** Covers that are shut while a truck drives. */
const SHUT_WHILE_DRIVING: ReadonlySet<CoverKind | undefined> = new Set<CoverKind>(['api', 'manhole', 'bottom-valve', 'box-door'])

/** Alarm types of a compartment: their details have the opened seals. */
const LITRE_ALARMS: readonly number[] = [ALARM.highLoss, ALARM.privateDischarge]

/** All seals of an alarm: those in its details, and its own. */
const alarmedBy = (alarm: { readonly type: number; readonly object: number; readonly properties: unknown }): number[] => [
  ...(SEAL_ALARMS.includes(alarm.type) ? [alarm.object] : []),
  ...stored(alarm.properties, unsealingFact, boxDoorFact, sealBreakFact, highLossFact, privateDischargeFact)
    .rows('openings')
    .map((seal) => (seal.number('compartment') ?? 0) * 100 + (seal.number('probeType') ?? 0)),
]

/** What a water truck is doing, by its newest readings; null for a truck that carries fuel, or is not there. */
async function waterStateOf(
  db: ScopedDb,
  { truckId, carriesWater, live }: TruckNow,
  status: TruckStatus,
): Promise<TruckCard['waterState']> {
  if (!carriesWater || live === null || status === OFFLINE) return null
  const readings = await readGauges(db, truckId, new Date(live.at - waterWindowMs), new Date(live.at))
  return waterTruckState(
    readings
      .filter(({ compartments }) => compartments.length > 0)
      .map(({ at, compartments }) => ({ at, volumeL: compartments.reduce((sum, { volumeL }) => sum + volumeL, 0) })),
    live.moving,
  )
}

/** The card of a truck; null when the user sees no such truck. */
export async function readTruckCard(
  db: ScopedDb,
  truckId: number,
  now: Date,
  nameArea: NameArea,
  language: Language,
): Promise<Omit<TruckCard, 'mayText'> | null> {
  const [truck] = await readTrucksNow(db, now, truckId)
  if (!truck) return null
  const since = new Date(now.getTime() - eventsDays * 86_400_000)
  const hidden = db.scope.customer ? [...STAFF_ONLY_TYPES] : []
  const present = (await readNewestTrip(db, truckId, now)).since ?? new Date(now.getTime() - presentMs)
  const [about, setups, openSeals, alarms, records] = await Promise.all([
    db
      .from('truck')
      .leftJoin('driver', 'driver.id', 'truck.driver_id')
      .where('truck.id', '=', truckId)
      .select(['truck.model', 'driver.name as driver_name', 'driver.mobile as driver_phone'])
      .executeTakeFirstOrThrow(),
    db.read.selectFrom('compartment').where('truck_id', '=', truckId).selectAll().orderBy('compartment').execute(),
    db
      .from('alarm')
      .where('alarm.truck_id', '=', truckId)
      .where('alarm.handled_at', 'is', null)
      .where('alarm.superseded_at', 'is', null)
      .where('alarm.type', 'in', [...SEAL_ALARMS, ...LITRE_ALARMS])
      .where('alarm.started_at', '>=', present)
      .select(['alarm.type', 'alarm.object', 'alarm.properties'])
      .execute(),
    db
      .from('alarm')
      .where('alarm.truck_id', '=', truckId)
      .where('alarm.superseded_at', 'is', null)
      .where('alarm.started_at', '>', since)
      .$if(hidden.length > 0, (query) => query.where('alarm.type', 'not in', hidden))
      .select(['alarm.id', 'alarm.type', 'alarm.started_at', 'alarm.ended_at', 'alarm.object', 'alarm.grade', 'alarm.properties'])
      .orderBy('alarm.started_at', 'desc')
      .limit(MAX_EVENTS)
      .execute(),
    db
      .from('record')
      .where('record.truck_id', '=', truckId)
      .where('record.started_at', '>', since)
      // The first belongs to an alarm that is listed itself; the second comes all day, though nothing happens.
      .where('record.kind', 'not in', [safetyEvidenceFact.kind, probeSensingFact.kind])
      .select(['record.kind', 'record.started_at', 'record.ended_at', 'record.object', 'record.properties'])
      .orderBy('record.started_at', 'desc')
      .limit(MAX_EVENTS)
      .execute(),
  ])

  const { live } = truck
  const status = statusOf(sourcesOf(truck), now.getTime())
  const alarmedSeals = new Set(openSeals.flatMap(alarmedBy))
  return {
    truckId,
    signCode: truck.plate,
    companyName: truck.companyName,
    model: about.model,
    status,
    statusStartTime: iso(statusSince(truck, status, now.getTime())),
    processState: live?.processState ?? 0,
    processSince: iso(truck.carriesWater ? (live?.stoppedSince ?? null) : (live?.processSince ?? null)),
    waterState: await waterStateOf(db, truck, status),
    loaded: live?.loaded ?? false,
    gpsTime: iso(live?.at ?? null),
    lat: live?.lat ?? null,
    lng: live?.lng ?? null,
    speed: live?.speedKmh ?? null,
    heading: live?.headingDeg ?? null,
    mileageKm: live?.mileageKm ?? null,
    area: nameArea(live?.lat ?? null, live?.lng ?? null, language),
    driverName: about.driver_name,
    driverPhone: about.driver_phone,
    externalV: live?.externalV ?? null,
    backupV: live?.backupV ?? null,
    tiltAxialDeg: live?.axialDeg ?? null,
    tiltLateralDeg: live?.lateralDeg ?? null,
    compartments: setups.map((setup) => compartmentOf(setup, live)),
    seals: (live?.probes ?? [])
      .filter((probe) => isSeal(probe.type))
      .map((probe) => ({
        compartment: probe.compartment,
        probeType: probe.type,
        open: probe.open,
        wet: probe.wet,
        condition: probe.condition,
        alarmed: alarmedSeals.has(probe.compartment * 100 + probe.type),
        shouldBeShut: probe.open && live?.moving === true && !truck.carriesWater && SHUT_WHILE_DRIVING.has(coverKind(probe.type)),
        sealCount: probe.sealCount,
        at: new Date(live?.at ?? 0).toISOString(),
      })),
    events: [
      ...alarms.map((row) => ({
        key: `alarm ${row.id}`,
        at: row.started_at.toISOString(),
        kind: 'alarm' as const,
        name: String(row.type),
        object: row.object,
        endedAt: row.ended_at?.toISOString() ?? null,
        grade: row.grade,
        properties: row.properties,
      })),
      ...records.map((row) => ({
        key: `${row.kind} ${row.started_at.getTime()} ${row.object}`,
        at: row.started_at.toISOString(),
        kind: 'record' as const,
        name: row.kind,
        object: row.object,
        endedAt: row.ended_at?.toISOString() ?? null,
        grade: null,
        properties: row.properties,
      })),
    ]
      .toSorted((a, b) => b.at.localeCompare(a.at) || a.key.localeCompare(b.key))
      .slice(0, MAX_EVENTS),
  }
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Probes drawn as seals: covers, and all that detect liquid. */
const isSeal = (probeType: number): boolean =>
  coverKind(probeType) !== undefined || WET_PROBES.has(probeType) || WATER_PROBES.includes(probeType)
const WET_PROBES: ReadonlySet<number> = new Set([3, 11, 16, 19])

type Setup = { compartment: number; capacity_l: string; oil_code: number; oil_name: string }

function compartmentOf(setup: Setup, live: LiveRow | null): TruckCard['compartments'][number] {
  const reading = live?.compartments.find((one) => one.compartment === setup.compartment)
  return {
    compartment: setup.compartment,
    oilCode: reading?.oilCode ?? setup.oil_code,
    oilName: setup.oil_name,
    capacityL: Number(setup.capacity_l),
    levelMm: reading?.levelMm ?? null,
    volumeL: reading?.volumeL ?? null,
    v20L: reading?.v20L ?? null,
    temperatureC: reading?.temperatureC ?? null,
    densityKgM3: reading?.densityKgM3 ?? null,
    waterMm: reading?.waterMm ?? null,
    fault: reading?.fault ?? 0,
    at: reading && live ? new Date(live.at).toISOString() : null,
  }
}
