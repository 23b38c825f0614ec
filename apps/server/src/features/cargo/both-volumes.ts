import { type MountedGauge, platformVolume, VOLUME_MODES, type VolumeSource } from '@tanker/domain/tank/platform-volume'
import type { ScopedDb } from '@tanker/database/scope'
import type { TankTablesInForce } from '@tanker/database/tank-tables-in-force'
import { sql } from 'kysely'
import type { TruckNow } from '../../fleet/fleet-now.ts'

/** Litres of the same reading, sent by the console and computed by the platform; null if unknown. */
export type BothVolumes = { readonly consoleL: number | null; readonly platformL: number | null }

type Setup = {
  readonly truckId: number
  readonly compartment: number
  readonly blindLevelMm: number
  readonly gauge: unknown
  readonly source: VolumeSource
}

const NEITHER: BothVolumes = { consoleL: null, platformL: null }
/** A live row's newest gauge reading is at most this much older than its newest position. */
const NEWEST_WITHIN = sql.raw(`interval '15 minutes'`)

const tankKey = (truckId: number, compartment: number): number => truckId * 100 + compartment
const tenth = (litres: number): number => Math.round(litres * 10) / 10

/** Current volumes by console and platform for every compartment of these trucks with a tank table. */
export async function readBothVolumes(
  db: ScopedDb,
  tables: TankTablesInForce,
  trucks: readonly TruckNow[],
  now: Date,
): Promise<(truckId: number, compartment: number) => BothVolumes> {
  const ids = trucks.map(({ truckId }) => truckId)
  const [inForce, setups] = await Promise.all([tables.load(ids), readSetups(db, ids)])
  const fromPlatform = new Set(setups.filter(({ source }) => source === 'platform').map(({ truckId }) => truckId))
  const sent = await readSent(
    db,
    trucks.filter(({ truckId }) => fromPlatform.has(truckId)),
  )
  const both = new Map<number, BothVolumes>()
  const setupOf = new Map(setups.map((setup) => [tankKey(setup.truckId, setup.compartment), setup]))
  for (const { truckId, live } of trucks) {
    for (const reading of live?.compartments ?? []) {
      const key = tankKey(truckId, reading.compartment)
      const setup = setupOf.get(key)
      const table = inForce.get(truckId)?.findLast((one) => one.compartment === reading.compartment && one.fromAt <= now.getTime())
      if (setup === undefined || table === undefined || reading.fault !== 0 || live === null) continue
      if (setup.source === 'platform') {
        both.set(key, { consoleL: sent.get(key) ?? null, platformL: tenth(reading.volumeL) })
        continue
      }
      const { axialDeg, lateralDeg } = live
      const tilt = axialDeg === null || lateralDeg === null ? undefined : { axialDeg, lateralDeg }
      const gauge = setup.gauge === null ? {} : { gauge: setup.gauge as MountedGauge }
      const measured = { compartment: reading.compartment, blindLevelMm: setup.blindLevelMm, ...gauge }
      const counting = { ...table, key: table.id }
      const { volumeL } = platformVolume(reading, { tilt, probes: live.probes }, measured, counting, VOLUME_MODES.water, 0)
      both.set(key, { consoleL: tenth(reading.volumeL), platformL: tenth(volumeL) })
    }
  }
  return (truckId, compartment) => both.get(tankKey(truckId, compartment)) ?? NEITHER
}

const readSetups = (db: ScopedDb, truckIds: readonly number[]): Promise<Setup[]> =>
  db
    .from('truck')
    .innerJoin('compartment', 'compartment.truck_id', 'truck.id')
    .where(sql<boolean>`truck.id = ANY (${truckIds}::int[])`)
    .select([
      'truck.id as truckId',
      'compartment.compartment',
      'compartment.blind_level_mm as blindLevelMm',
      'compartment.gauge as gauge',
      // The live row is as old as the truck's newest reading.
      sql<VolumeSource>`coalesce((SELECT former.source FROM former_volume_source AS former
        JOIN truck_state ON truck_state.truck_id = former.truck_id AND truck_state.last_at < former.until_at
        WHERE former.truck_id = truck.id ORDER BY former.until_at LIMIT 1), truck.volume_source)`.as('source'),
    ])
    .execute()

/** The last volumes sent by consoles of trucks whose live row has the platform's litres. */
async function readSent(db: ScopedDb, trucks: readonly TruckNow[]): Promise<Map<number, number>> {
  const known = trucks.flatMap(({ truckId, live }) => (live === null ? [] : [{ truckId, at: new Date(live.at) }]))
  if (known.length === 0) return new Map()
  const rows = await db
    .from('compartment_reading')
    .innerJoin(
      sql<{ id: number; newest: Date }>`(SELECT * FROM unnest(${known.map(({ truckId }) => truckId)}::int4[],
        ${known.map(({ at }) => at)}::timestamptz[]) AS t (id, newest))`.as('last'),
      (join) => join.onRef('last.id', '=', 'compartment_reading.truck_id'),
    )
    .whereRef('compartment_reading.at', '<=', 'last.newest')
    .where(sql<boolean>`compartment_reading.at > last.newest - ${NEWEST_WITHIN}`)
    .distinctOn(['compartment_reading.truck_id', 'compartment_reading.compartment'])
    .orderBy('compartment_reading.truck_id')
    .orderBy('compartment_reading.compartment')
    .orderBy('compartment_reading.at', 'desc')
    .select(['compartment_reading.truck_id', 'compartment_reading.compartment', 'compartment_reading.sent_volume_l'])
    .execute()
  return new Map(rows.map((row) => [tankKey(row.truck_id, row.compartment), row.sent_volume_l]))
}
