import type { TankInventory } from '@tanker/contract/tank-inventory'
import type { ScopedDb } from '@tanker/database/scope'
import { byPlatformAtSql, countingTablesSql, countsFromSql, momentSql } from '@tanker/database/table-in-force-sql'
import type { TankTablesInForce } from '@tanker/database/tank-tables-in-force'
import { type ProductGroup, oilTotals, productGroup } from '@tanker/domain/products/product'
import type { Language } from '@tanker/domain/texts/text'
import { volumeAt } from '@tanker/domain/tank/tank-table'
import { sql } from 'kysely'
import type { NameArea } from '../../platform/places/area-names.ts'
import { type BothVolumes, readBothVolumes } from './both-volumes.ts'
import { readTrucksNow, sourcesOf, statusOf, type TruckNow } from '../../fleet/fleet-now.ts'

type Chosen = {
  readonly truckIds: ReadonlySet<number>
  /** Null for all. */
  readonly products: ReadonlySet<ProductGroup> | null
}

/** A compartment in base data. */
type Setup = {
  readonly truckId: number
  readonly compartment: number
  readonly oilCode: number
  readonly oilName: string
  readonly capacityL: number
}

type Tank = Setup & { readonly reading: NonNullable<TruckNow['live']>['compartments'][number] | null }

/** Current content of every compartment of the chosen trucks. */
export async function readTankInventory(
  db: ScopedDb,
  { truckIds, products }: Chosen,
  now: Date,
  nameArea: NameArea,
  language: Language,
  tables: TankTablesInForce,
): Promise<TankInventory> {
  const [trucks, setups] = await Promise.all([readTrucksNow(db, now), readSetups(db, now)])
  const inventory = emptyInventory(now)
  const chosen = trucks
    .filter(({ truckId }) => truckIds.has(truckId))
    .sort((a, b) => (a.plate < b.plate ? -1 : 1))
    .map((truck) => ({
      truck,
      tanks: tanksOf(truck, setups.get(truck.truckId) ?? []).filter(
        ({ reading, oilCode }) => products === null || products.has(productGroup(reading?.oilCode ?? oilCode)),
      ),
    }))
    .filter(({ tanks }) => tanks.length > 0)
  const bothVolumes = await readBothVolumes(
    db,
    tables,
    chosen.map(({ truck }) => truck),
    now,
  )
  const waterLitres = await readWaterTables(
    db,
    chosen.filter(({ tanks }) => tanks.some(({ reading }) => hasWater(reading))).map(({ truck }) => truck.truckId),
    now,
  )
  for (const { truck, tanks } of chosen) {
    const index = inventory.trucks.truckId.length
    addTruck(inventory.trucks, truck, statusOf(sourcesOf(truck), now.getTime()), nameArea, language)
    for (const tank of tanks) addTank(inventory.tanks, index, tank, waterLitres, bothVolumes(tank.truckId, tank.compartment))
  }
  const { tanks } = inventory
  const isFuel = chosen.map(({ truck }) => !truck.carriesWater)
  inventory.totals = oilTotals(
    tanks.oilCode.flatMap((oilCode, tank) => (isFuel[tanks.truck[tank] ?? 0] ? [{ oilCode, vt: tanks.volumeL[tank] ?? 0 }] : [])),
  )
  return inventory
}

/** Compartments of base data, and those known only from gauges. */
function tanksOf({ truckId, live }: TruckNow, setups: readonly Setup[]): Tank[] {
  const readings = new Map((live?.compartments ?? []).map((reading) => [reading.compartment, reading]))
  const known = setups.map((setup): Tank => {
    const reading = readings.get(setup.compartment) ?? null
    readings.delete(setup.compartment)
    return { ...setup, reading }
  })
  const unknown = [...readings.values()].map((reading): Tank => ({
    truckId,
    compartment: reading.compartment,
    oilCode: reading.oilCode,
    oilName: '',
    capacityL: 0,
    reading,
  }))
  return [...known, ...unknown]
}

async function readSetups(db: ScopedDb, now: Date): Promise<Map<number, Setup[]>> {
  const rows = await db
    .from('truck')
    .innerJoin('compartment', 'compartment.truck_id', 'truck.id')
    .where('truck.enabled', '=', true)
    .select([
      'compartment.truck_id as truckId',
      'compartment.compartment',
      'compartment.oil_code as oilCode',
      'compartment.oil_name as oilName',
      sql<string>`coalesce((SELECT capacity_l FROM ${sql.raw(countingTablesSql('truck', 'compartment.compartment', momentSql(now)))} AS t
        ORDER BY t.counts_from DESC, t.id DESC LIMIT 1), compartment.capacity_l)`.as('capacityL'),
    ])
    .orderBy('compartment.truck_id')
    .orderBy('compartment.compartment')
    .execute()
  const byTruck = new Map<number, Setup[]>()
  for (const row of rows) {
    const setup = { ...row, capacityL: Number(row.capacityL) }
    const held = byTruck.get(row.truckId)
    if (held) held.push(setup)
    else byTruck.set(row.truckId, [setup])
  }
  return byTruck
}

const hasWater = (reading: Tank['reading']): boolean => reading !== null && reading.waterMm > 0

const tankKey = (truckId: number, compartment: number): number => truckId * 100 + compartment

type WaterLitres = (truckId: number, compartment: number, waterMm: number) => number | null

/** Few compartments contain water; only their tables are read. */
async function readWaterTables(db: ScopedDb, truckIds: readonly number[], now: Date): Promise<WaterLitres> {
  if (truckIds.length === 0) return () => null
  const countsFrom = sql.raw<Date>(countsFromSql('tank_table', byPlatformAtSql('truck', momentSql(now))))
  const rows = await db
    .from('truck')
    .innerJoin('tank_table', 'tank_table.truck_id', 'truck.id')
    .where(sql<boolean>`truck.id = ANY (${truckIds}::int[])`)
    .where(countsFrom, '<=', now)
    .select(['tank_table.truck_id', 'tank_table.compartment', 'tank_table.levels_mm', 'tank_table.volumes_l'])
    .orderBy(countsFrom)
    .orderBy('tank_table.id')
    .execute()
  // The last one wins: it is in force.
  const tables = new Map(rows.map((row) => [tankKey(row.truck_id, row.compartment), { levelsMm: row.levels_mm, volumesL: row.volumes_l }]))
  return (truckId, compartment, waterMm) => {
    const table = tables.get(tankKey(truckId, compartment))
    return table === undefined ? null : volumeAt(table, waterMm).volumeL
  }
}

function addTruck(into: TankInventory['trucks'], truck: TruckNow, status: number, nameArea: NameArea, language: Language): void {
  const { live } = truck
  into.truckId.push(truck.truckId)
  into.signCode.push(truck.plate)
  into.companyName.push(truck.companyName)
  into.status.push(status)
  into.at.push(live?.at ?? null)
  into.lat.push(live?.lat ?? null)
  into.lng.push(live?.lng ?? null)
  into.area.push(nameArea(live?.lat ?? null, live?.lng ?? null, language))
  into.tiltAxialDeg.push(live?.axialDeg ?? null)
  into.tiltLateralDeg.push(live?.lateralDeg ?? null)
}

function addTank(into: TankInventory['tanks'], truck: number, tank: Tank, waterLitres: WaterLitres, both: BothVolumes): void {
  const { reading } = tank
  into.truck.push(truck)
  into.compartment.push(tank.compartment)
  into.oilCode.push(reading?.oilCode ?? tank.oilCode)
  // A product that differs from base data has a custom name only on the truck's console.
  into.oilName.push(reading === null || reading.oilCode === tank.oilCode ? tank.oilName : '')
  into.capacityL.push(tank.capacityL)
  into.rawLevelMm.push(reading?.rawLevelMm ?? null)
  into.levelMm.push(reading?.levelMm ?? null)
  into.volumeL.push(reading?.volumeL ?? null)
  into.consoleL.push(both.consoleL)
  into.platformL.push(both.platformL)
  into.v20L.push(reading?.v20L ?? null)
  into.temperatureC.push(reading?.temperatureC ?? null)
  into.densityKgM3.push(reading?.densityKgM3 ?? null)
  into.waterMm.push(reading?.waterMm ?? null)
  const waterL = reading === null ? null : reading.waterMm > 0 ? waterLitres(tank.truckId, tank.compartment, reading.waterMm) : 0
  into.waterL.push(waterL === null ? null : Math.round(waterL * 10) / 10)
  into.fault.push(reading?.fault ?? null)
}

const emptyInventory = (now: Date): TankInventory => ({
  readAt: now.getTime(),
  totals: { gasoline: 0, diesel: 0, other: 0 },
  trucks: {
    truckId: [],
    signCode: [],
    companyName: [],
    status: [],
    at: [],
    lat: [],
    lng: [],
    area: [],
    tiltAxialDeg: [],
    tiltLateralDeg: [],
  },
  tanks: {
    truck: [],
    compartment: [],
    oilCode: [],
    oilName: [],
    capacityL: [],
    rawLevelMm: [],
    levelMm: [],
    volumeL: [],
    consoleL: [],
    platformL: [],
    v20L: [],
    temperatureC: [],
    densityKgM3: [],
    waterMm: [],
    waterL: [],
    fault: [],
  },
})
