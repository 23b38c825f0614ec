import type { CompartmentReading } from '@tanker/domain/reading'
import { type Compartment, shrinkage } from './compartment.ts'
import type { Dice } from './dice.ts'
import { lowerAtRodMm, tiltedLevelMm, volumeAtL } from './elliptic-tank.ts'

export const BLIND_MM = 40
const TABLE_STEP_MM = 10

/** How a gauge is broken, if it is. */
export type GaugeTrouble = { stuck: boolean; offsetMm: number; silent: boolean; fault: number }

export type Attitude = {
  readonly pitchDeg: number
  readonly rollDeg: number
  /** As the tilt sensor says. */
  readonly seenPitchDeg: number
  readonly seenRollDeg: number
}

/** One gauge of a compartment, with what it and the console's settings get wrong. */
export class Gauge {
  readonly trouble: GaugeTrouble = { stuck: false, offsetMm: 0, silent: false, fault: 0 }
  readonly #dice: Dice
  readonly #repeatMm: number
  readonly #xM: number
  readonly #yM: number
  readonly #setXM: number
  readonly #setYM: number
  readonly #zeroMm: number
  readonly #expansionError: number
  readonly #table: Float64Array
  #temperatureErrorC: number
  #slowMm: number
  #heldMm = Number.NaN

  constructor(compartment: Compartment, repeatMm: number, dice: Dice) {
    this.#dice = dice
    this.#repeatMm = repeatMm
    this.#xM = dice.chance(0.5) ? 0.3 : -0.3
    this.#yM = dice.between(-0.1, 0.1)
    this.#setXM = this.#xM + 0.015 * dice.normal()
    this.#setYM = this.#yM + 0.015 * dice.normal()
    this.#zeroMm = 0.5 * dice.normal()
    this.#expansionError = 0.01 * dice.normal()
    this.#temperatureErrorC = 0.2 * dice.normal()
    this.#slowMm = repeatMm * Math.SQRT1_2 * dice.normal()
    const wave = dice.between(1, 4)
    const phase = dice.between(0, 6)
    const errorL = compartment.capacityL * 0.0002 * dice.normal()
    this.#table = Float64Array.from({ length: 1600 / TABLE_STEP_MM + 1 }, (_, row) => {
      const levelMm = row * TABLE_STEP_MM
      const truthL = volumeAtL(compartment.lengthM, levelMm)
      return truthL + (row === 0 ? 0 : errorL * Math.sin((wave * levelMm) / 255 + phase) * Math.min(1, levelMm / 100))
    })
  }

  /** Litres by the console's table. */
  tableL(levelMm: number): number {
    if (levelMm <= 0) return 0
    const row = Math.min(this.#table.length - 2, Math.floor(levelMm / TABLE_STEP_MM))
    const from = this.#table[row] as number
    const to = this.#table[row + 1] as number
    return from + (to - from) * Math.min(1, (levelMm - row * TABLE_STEP_MM) / TABLE_STEP_MM)
  }

  /** What comes and goes slowly: half of the repeatability within a quarter of an hour, temperature over the day. */
  drift(seconds: number): void {
    const keep = Math.exp(-seconds / 900)
    this.#slowMm = this.#slowMm * keep + this.#repeatMm * Math.SQRT1_2 * Math.sqrt(1 - keep * keep) * this.#dice.normal()
    this.#temperatureErrorC += 0.08 * Math.sqrt(seconds / 3600) * this.#dice.normal()
  }

  /** Null when the gauge says nothing. */
  read(compartment: Compartment, swingMm: number, attitude: Attitude): CompartmentReading | null {
    const dice = this.#dice
    const { trouble } = this
    if (trouble.silent) return null
    const fault = trouble.fault !== 0 ? trouble.fault : dice.chance(0.0015) ? 2 : 0
    const waterL = compartment.waterMm === 0 ? 0 : volumeAtL(compartment.lengthM, compartment.waterMm)
    const truthL = compartment.volumeL + waterL
    let rawMm = 0
    if (truthL > 4) {
      const centreMm = tiltedLevelMm(compartment.lengthM, truthL, attitude.pitchDeg)
      const lowerMm = lowerAtRodMm(this.#xM, this.#yM, attitude.pitchDeg, attitude.rollDeg)
      const rippleMm = compartment.flowingLpm > 30 ? 2 * dice.normal() : 0
      const noiseMm = this.#slowMm + this.#repeatMm * Math.SQRT1_2 * dice.normal()
      rawMm = Math.max(0, centreMm - lowerMm + swingMm + rippleMm + noiseMm + this.#zeroMm)
    }
    if (trouble.stuck) {
      if (Number.isNaN(this.#heldMm)) this.#heldMm = rawMm
      rawMm = this.#heldMm
    } else this.#heldMm = Number.NaN
    rawMm += rawMm > 0 ? trouble.offsetMm : 0
    rawMm = Math.round(rawMm * 10) / 10
    const correctedMm = rawMm + lowerAtRodMm(this.#setXM, this.#setYM, attitude.seenPitchDeg, attitude.seenRollDeg)
    const levelMm = rawMm < BLIND_MM ? 0 : Math.min(1600, Math.max(0, Math.round(correctedMm * 10) / 10))
    const seenWaterMm = compartment.waterMm === 0 ? 0 : Math.max(0, compartment.waterMm + 0.3 * dice.normal())
    const temperatureC = Math.round((compartment.temperatureC + this.#temperatureErrorC + 0.03 * dice.normal()) * 100) / 100
    const volumeL = Math.max(0, this.tableL(levelMm) - this.tableL(seenWaterMm))
    const expansion = compartment.product.expansionPerC * (1 + this.#expansionError)
    return {
      compartment: compartment.number,
      dataType: compartment.flowingLpm > 0 ? 'LM' : 'TT',
      oilCode: compartment.product.oilCode,
      rawLevelMm: rawMm,
      levelMm,
      waterMm: Math.round(seenWaterMm * 10) / 10,
      volumeL: Math.round(volumeL * 100) / 100,
      v20L: Math.round(volumeL * shrinkage(expansion, temperatureC) * 100) / 100,
      temperatureC,
      densityKgM3:
        Math.round(compartment.product.densityKgM3 * shrinkage(compartment.product.expansionPerC, temperatureC) * 10 + 3 * dice.normal()) /
        10,
      fault,
    }
  }
}
