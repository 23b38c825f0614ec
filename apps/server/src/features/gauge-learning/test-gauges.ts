import type { ByCause } from '@tanker/domain/gauge-learning/gauge-equations'
import { productGroup } from '@tanker/domain/products/product'
import { type EllipticTank, ellipticTable, ellipticVolumeL } from '@tanker/domain/tank/tank-table'
import { v20L } from '@tanker/domain/tank/volume'
import { aTruck, type TestApi } from '../../platform/http/test-api.ts'
import { importWorld } from '../../world/import-world.ts'
import { keepRows, type KindOfRows } from '../integration/keep-rows.ts'
import { KINDS_OF_ROWS } from '../integration/kinds-of-rows.ts'
import { aDelivery, loadedAt, settled, unloadEnd, unloadStart, withStationFence } from '../loss/test-delivery.ts'

const hourMs = 3_600_000
const none: ByCause = { scale: 0, offset: 0, temperature: 0 }
/** 10 m³, 1.8 m high. */
const tank: EllipticTank = { halfWidthM: 1.2, halfHeightM: 0.9, lengthM: 2.95 }
/** Systematic error of the station's tank, per mille. */
const stationPermille = 1.5

/** Deterministic numbers from 0 to 1. */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
/** Nearly normal, of one sigma. */
const scatter = (chance: () => number, sigma: number): number =>
  sigma * (Array.from({ length: 12 }, () => chance()).reduce((sum, value) => sum + value, 0) - 6)

export type GaugesGiven = {
  readonly plate: string
  /** Error of the gauge of compartment 1: true − measured. Compartment 2 is correct. */
  readonly errors?: Partial<ByCause>
  readonly trips: number
  /** Litres stolen from compartment 1 during this trip. */
  readonly theft?: { readonly trip: number; readonly litres: number }
  /** Levels to which compartments are loaded, mm; widely varied unless given. */
  readonly levelsMm?: readonly [number, number]
}

/** More trucks like those of the small world, and a tank table in use for every compartment 1. */
export async function gaugeWorld(server: TestApi, plates: readonly string[]): Promise<void> {
  const { db, pool } = server.database
  await withStationFence(server)
  await importWorld(db, { trucks: plates.map((plate, index) => aTruck({ plate, companyCode: 'A', number: 50 + index })) })
  const { levelsMm, volumesL } = ellipticTable(tank, 10)
  await pool.query(
    `INSERT INTO tank_table (truck_id, compartment, serial, effective_at, capacity_l, tank_height_mm, levels_mm, volumes_l, synced_at)
     SELECT id, 1, '2508000' || id, $1, 10010, 1800, $2, $3, $1 FROM truck`,
    [new Date(server.now.getTime() - 400 * 24 * hourMs), levelsMm, volumesL.map((litres) => Math.round(litres * 100) / 100)],
  )
}

/** Trips of trucks with tickets and station receipts, as detection, depot and station report them, and settles them all. */
export async function seedGauges(server: TestApi, given: readonly GaugesGiven[]): Promise<void> {
  const tickets: object[] = []
  const receipts: object[] = []
  for (const [seed, truck] of given.entries()) {
    const chance = chanceOf(1 + seed * 7919)
    const everyHours = Math.floor((55 * 24) / truck.trips)
    for (let trip = 0; trip < truck.trips; trip += 1) {
      const startedAt = new Date(server.now.getTime() - (truck.trips - trip) * everyHours * hourMs)
      await tripOf(server, truck, trip, startedAt, chance, { tickets, receipts })
    }
  }
  const sender = { organisationId: server.organisationId('G'), keyId: null, userId: null }
  for (const [kind, rows] of [
    ['meter-tickets', tickets],
    ['station-gauges', receipts],
  ] as const)
    for (let from = 0; from < rows.length; from += 100) {
      const kept = await keepRows(server.database.db, KINDS_OF_ROWS[kind] as KindOfRows<unknown>, rows.slice(from, from + 100), {
        sender,
        onlyGoodRows: false,
        now: server.now,
      })
      if (!kept.kept) throw new Error(`${kind}: ${JSON.stringify(kept.problems)}`)
    }
  await settled(server)
}

type Papers = { readonly tickets: object[]; readonly receipts: object[] }

async function tripOf(
  server: TestApi,
  { plate, errors, theft, levelsMm = [560, 1700] }: GaugesGiven,
  trip: number,
  startedAt: Date,
  chance: () => number,
  { tickets, receipts }: Papers,
): Promise<void> {
  const hundredth = (value: number): number => Math.round(value * 100) / 100
  const lines = [1, 2].map((compartment) => {
    const wrong = { ...none, ...(compartment === 1 ? errors : {}) }
    const oilCode = compartment === 1 ? 92 : 0
    const at20 = (litres: number, temperatureC: number): number =>
      hundredth(v20L({ group: productGroup(oilCode), volumeMethod: 'vcf' }, litres, temperatureC, 0))
    const levelMm = levelsMm[0] + (levelsMm[1] - levelsMm[0]) * chance()
    const trueL = ellipticVolumeL(tank, levelMm + wrong.offset) * (1 + wrong.scale / 1000)
    const trueC = 22 + scatter(chance, 4)
    const read = () => {
      const mm = levelMm + scatter(chance, 1)
      const temperatureC = Math.round((trueC - wrong.temperature + scatter(chance, 0.3)) * 10) / 10
      const litres = hundredth(ellipticVolumeL(tank, mm))
      return { mm: Math.round(mm * 10) / 10, litres, temperatureC, v20: at20(litres, temperatureC) }
    }
    const loaded = read()
    const arrived = read()
    const name = `${plate}-${compartment}-${trip}`
    const meterC = Math.round((trueC + scatter(chance, 0.3)) * 10) / 10
    // The remaining volume, 2 L below the gauge's reading, did not pass the meter.
    const meterL = hundredth(((trueL - 2) * at20(1000, trueC)) / at20(1000, meterC) + scatter(chance, 2))
    tickets.push({
      ticketNo: `T${name}`,
      depotCode: '9001',
      plate,
      compartment,
      oilCode,
      volumeL: meterL,
      v20L: at20(meterL, meterC),
      temperatureC: meterC,
      loadedAt: loadedAt(startedAt).toISOString(),
    })
    const stolenL = compartment === 1 && theft?.trip === trip ? theft.litres : 0
    const receivedV20L = hundredth((at20(trueL - 2, trueC) - stolenL) * (1 + stationPermille / 1000) + scatter(chance, 6))
    receipts.push({
      gaugeNo: `G${name}`,
      stationCode: '1001',
      tankNo: compartment,
      oilCode,
      plate,
      startedAt: unloadStart(startedAt, 1).toISOString(),
      endedAt: unloadEnd(startedAt, 1).toISOString(),
      beforeL: 1000,
      afterL: hundredth(1000 + receivedV20L),
      receivedV20L,
    })
    return {
      compartment,
      oilCode,
      a1: loaded.v20,
      loadL: loaded.litres,
      loadLevelMm: loaded.mm,
      loadTemperatureC: loaded.temperatureC,
      arriveLevelMm: arrived.mm,
      stops: [{ a2: arrived.v20, a2L: arrived.litres, a3: 0 }],
    }
  })
  await aDelivery(server, { plate, startedAt, lines })
}
