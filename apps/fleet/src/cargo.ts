/** Contents of a compartment and the readings of its gauge. Mass is kept as litres at 20 °C, so heat changes no stock. */
import type { CompartmentReading, DataType } from '@tanker/domain/reading'
import { type TankTable, volumeAt } from '@tanker/domain/tank/tank-table'
import { simpleV20L } from '@tanker/domain/tank/volume'
import type { Random } from './random.ts'
import type { CompartmentRow, ProductRow, TankTableRow } from './world.ts'

export type Compartment = {
  readonly row: CompartmentRow
  /** Changes when another product is entered at the console. */
  product: ProductRow
  /** What the console measures with; another one once the platform has sent it. */
  table: TankTable
  /** The tank as it is, volume to level: the table it came with, read the other way. */
  readonly inverse: TankTable
  /** Product aboard, litres at 20 °C. */
  v20L: number
  temperatureC: number
  waterL: number
  /** A gauge mounted or set wrong shows this much too high. */
  offsetMm: number
  /** 0 healthy. */
  gaugeFault: number
  /** The float hangs: it shows this for every level. */
  stuckMm: number | null
  /** The gauge does not answer. */
  silent: boolean
  /** The thermometer's line is open: it shows nonsense. */
  thermometerOpen: boolean
  /** Slow wander of the transducer. */
  driftMm: number
  /** Own phase of the wave in this compartment. */
  readonly wavePhase: number
}

/** Totals that must balance: a test holds them against what is aboard. Litres at 20 °C. */
export type StockLedger = { loadedL: number; unloadedL: number; lostL: number }

const productTimeConstantS = 15 * 3_600 // domain B.4
const waveHz = 0.6 // domain B.4
const openLineC = 150

export function createCompartment(row: CompartmentRow, product: ProductRow, table: TankTableRow, random: Random): Compartment {
  const levelsMm = table.rows.map(([levelMm]) => levelMm)
  const volumesL = table.rows.map(([, volumeL]) => volumeL)
  return {
    row,
    product,
    table: { levelsMm, volumesL },
    inverse: { levelsMm: volumesL, volumesL: levelsMm },
    v20L: 0,
    temperatureC: 20,
    waterL: 0,
    offsetMm: 0,
    gaugeFault: 0,
    stuckMm: null,
    silent: false,
    thermometerOpen: false,
    driftMm: 0,
    wavePhase: random.between(0, 2 * Math.PI),
  }
}

/** Litres at 20 °C that fill one litre at this temperature. */
const v20PerLitre = (compartment: Compartment) => simpleV20L(1, compartment.temperatureC, compartment.product.expansionPerC)

/** Apparent litres of product. */
export const volumeL = (compartment: Compartment): number => compartment.v20L / v20PerLitre(compartment)

/** How many apparent litres still go in up to this share of the capacity. */
export const roomL = (compartment: Compartment, share: number): number =>
  compartment.row.capacityL * share - volumeL(compartment) - compartment.waterL

/** Level of a volume in this tank, mm. */
export const levelMm = (compartment: Compartment, litres: number): number => volumeAt(compartment.inverse, litres).volumeL

/** Fills with product of the given temperature; the mixture takes the weighted mean. */
export function pourIn(compartment: Compartment, litres: number, temperatureC: number, ledger: StockLedger): void {
  const v20L = simpleV20L(litres, temperatureC, compartment.product.expansionPerC)
  const sum = compartment.v20L + v20L
  if (sum > 0) compartment.temperatureC = (compartment.temperatureC * compartment.v20L + temperatureC * v20L) / sum
  compartment.v20L = sum
  ledger.loadedL += v20L
}

/** Takes out up to so many apparent litres and books them; answers how many there were. */
export function drawOff(compartment: Compartment, litres: number, ledger: StockLedger, as: 'unloadedL' | 'lostL'): number {
  const taken = Math.min(litres, volumeL(compartment))
  const v20L = taken * v20PerLitre(compartment)
  compartment.v20L = Math.max(0, compartment.v20L - v20L)
  ledger[as] += v20L
  return taken
}

/** Pumps up to so many apparent litres over into another compartment with the same product; answers how many. */
export function pumpOver(from: Compartment, to: Compartment, litres: number): number {
  const taken = Math.min(litres, volumeL(from))
  const v20L = taken * v20PerLitre(from)
  from.v20L = Math.max(0, from.v20L - v20L)
  const sum = to.v20L + v20L
  if (sum > 0) to.temperatureC = (to.temperatureC * to.v20L + from.temperatureC * v20L) / sum
  to.v20L = sum
  return taken
}

/** Heat exchange with the air and the gauge's wander over a step of time. */
export function ageCompartment(compartment: Compartment, seconds: number, ambientC: number, random: Random): void {
  compartment.temperatureC += (ambientC - compartment.temperatureC) * (seconds / productTimeConstantS)
  compartment.driftMm = Math.max(-0.3, Math.min(0.3, compartment.driftMm + random.normal(0.004 * Math.sqrt(seconds))))
}

/** What disturbs the gauges of a truck now. */
export type Disturbance = {
  /** Seconds since the epoch, for the wave. */
  readonly second: number
  /** Amplitude of the wave in a half-full compartment. */
  readonly sloshMm: number
  readonly engineOn: boolean
  /** Level error of an off-centre gauge through tilt, before correction. */
  readonly tiltMm: number
}

export function readGauge(compartment: Compartment, dataType: DataType, now: Disturbance, random: Random): CompartmentReading {
  const { row, product, table } = compartment
  const trueMm = levelMm(compartment, volumeL(compartment) + compartment.waterL)
  const fillShare = trueMm / row.heightMm
  // A full or an empty compartment has no free surface to speak of.
  const waveMm = now.sloshMm * 4 * fillShare * (1 - fillShare) * Math.sin(2 * Math.PI * waveHz * now.second + compartment.wavePhase)
  const noisyMm = trueMm + compartment.offsetMm + compartment.driftMm + waveMm + random.normal(now.engineOn ? 0.8 : 0.3)
  const floatMm = noisyMm < row.blindLevelMm ? 0 : Math.min(noisyMm, row.heightMm)
  const shownMm = compartment.stuckMm ?? floatMm
  const waterMm = compartment.waterL > 0 ? Math.max(0, levelMm(compartment, compartment.waterL) + random.normal(0.3)) : 0
  const shownL = Math.max(0, volumeAt(table, shownMm).volumeL - volumeAt(table, Math.min(waterMm, shownMm)).volumeL)
  const temperatureC = compartment.thermometerOpen ? openLineC : compartment.temperatureC + random.normal(0.1)
  // Without a thermometer the console reckons with 20 °C.
  const reckonedC = compartment.thermometerOpen ? 20 : temperatureC
  return {
    compartment: row.compartment,
    dataType,
    oilCode: product.oilCode,
    rawLevelMm: Math.max(0, shownMm === 0 ? 0 : shownMm - now.tiltMm),
    levelMm: shownMm,
    waterMm,
    volumeL: shownL,
    v20L: Math.max(0, simpleV20L(shownL, reckonedC, product.expansionPerC)),
    temperatureC,
    densityKgM3: product.densityKgM3 * simpleV20L(1, reckonedC, product.expansionPerC),
    fault: compartment.gaugeFault,
  }
}
