import { Compartment, DIESEL, GASOLINE, type Product } from './compartment.ts'
import type { Dice } from './dice.ts'
import { type Attitude, Gauge } from './gauge.ts'
import { slopeDeg } from './road.ts'
import { Surface } from './surface.ts'

/** Types of seal probes, as the wire numbers them. */
export const API = 0
export const MANHOLE = 1
export const FOOT_VALVE = 2
export const PIPE_WET = 3
export const BOX_DOOR = 13

export type Seal = {
  readonly compartment: number
  readonly type: number
  open: boolean
  count: number
  changed: boolean
  /** It does not answer on its bus. */
  silent: boolean
}

export type TankerOptions = {
  readonly products?: readonly Product[]
  readonly capacitiesL?: readonly number[]
  /** Compartments with a gauge; all when left out. */
  readonly gauged?: readonly number[]
  /** Without its wet probes, when false. */
  readonly wetProbes?: boolean
  readonly ambientC?: number
  /** Ambient temperature swings by this much through the day. */
  readonly daySwingC?: number
}

const YARD_SLOPE = 0.6
const TAPER_FROM = 0.1

/** A flow out of or into a compartment. */
type Tap = {
  readonly compartment: Compartment
  readonly lpm: number
  leftL: number
  readonly wholeL: number
  readonly temperatureC: number
}

/** The truck itself: cargo, tanks, seals, and how it stands on the road. Nothing here knows of rules. */
export class Tanker {
  readonly compartments: readonly Compartment[]
  readonly gauges: readonly (Gauge | null)[]
  readonly seals: Seal[] = []
  readonly surface: Surface
  steepestDeg = 1.8
  /** Slope of the ground at a stop that is not the road's, degrees nose up. */
  groundDeg: number | null = null
  roughMm = 15
  readonly ambientC: number
  readonly daySwingC: number
  readonly #dice: Dice
  readonly #slopeSeed: number
  readonly #warmingH: number
  readonly #tiltBiasDeg: number
  readonly #tiltScale: number
  #stopTiltDeg = 0
  #taps: Tap[] = []

  constructor(dice: Dice, options: TankerOptions) {
    this.#dice = dice
    this.#slopeSeed = dice.whole(1, 1e9)
    this.#warmingH = dice.between(12, 18)
    this.#tiltBiasDeg = 0.15 * dice.normal()
    this.#tiltScale = 1 + 0.03 * dice.normal()
    this.ambientC = options.ambientC ?? dice.between(16, 30)
    this.daySwingC = options.daySwingC ?? 8
    this.surface = new Surface(dice)
    const capacities = options.capacitiesL ?? [0, 1, 2].map(() => dice.between(7200, 8000))
    const products = options.products ?? [GASOLINE, GASOLINE, DIESEL]
    this.compartments = capacities.map((capacityL, i) => new Compartment(i + 1, capacityL, products[i] ?? GASOLINE))
    const repeatMm = dice.between(0.3, 1)
    this.gauges = this.compartments.map((compartment) =>
      options.gauged === undefined || options.gauged.includes(compartment.number) ? new Gauge(compartment, repeatMm, dice) : null,
    )
    const types = options.wetProbes === false ? [API, MANHOLE, FOOT_VALVE] : [API, MANHOLE, FOOT_VALVE, PIPE_WET]
    for (const { number } of this.compartments) {
      for (const type of types)
        this.seals.push({ compartment: number, type, open: false, count: dice.whole(3, 40), changed: true, silent: false })
    }
    this.seals.push({ compartment: 0, type: BOX_DOOR, open: false, count: dice.whole(3, 40), changed: true, silent: false })
  }

  compartment(number: number): Compartment {
    const found = this.compartments[number - 1]
    if (found === undefined) throw new Error(`the truck has no compartment ${number}`)
    return found
  }

  gauge(number: number): Gauge {
    const found = this.gauges[number - 1]
    if (!found) throw new Error(`compartment ${number} has no gauge`)
    return found
  }

  seal(compartment: number, type: number): Seal {
    const found = this.seals.find((seal) => seal.compartment === compartment && seal.type === type)
    if (found === undefined) throw new Error(`the truck has no seal ${type} at ${compartment}`)
    return found
  }

  turn(compartment: number, type: number, open: boolean): void {
    const seal = this.seal(compartment, type)
    if (seal.open === open) return
    seal.open = open
    seal.changed = true
    if (open) seal.count += 1
  }

  isOpen(compartment: number, type: number): boolean {
    return this.seal(compartment, type).open
  }

  get anyOpen(): boolean {
    return this.seals.some(({ open, type }) => open && type !== PIPE_WET)
  }

  /** Litres at 20 °C begin to flow, in (positive) or out. */
  tap(compartment: number, v20L: number, lpm: number, temperatureC = 20): void {
    const size = Math.abs(v20L)
    this.#taps.push({ compartment: this.compartment(compartment), lpm: Math.sign(v20L) * lpm, leftL: size, wholeL: size, temperatureC })
  }

  flowsAt(compartment: number): boolean {
    return this.#taps.some((tap) => tap.compartment.number === compartment)
  }

  shutTaps(): void {
    this.#taps = []
  }

  /** One second of physics. */
  tick(speedMs: number, accelerationMs2: number): void {
    this.surface.tick(speedMs, accelerationMs2, this.roughMm)
    if (this.#taps.length === 0) return
    for (const tap of this.#taps) {
      const { compartment } = tap
      const doneL = tap.wholeL - tap.leftL
      // Great flows begin gently and end gently; a hose in the dark does not.
      const gentle = Math.abs(tap.lpm) > 250 ? Math.min(1, 0.25 + doneL / 200, 0.2 + tap.leftL / (TAPER_FROM * tap.wholeL)) : 1
      const stepL = Math.min(tap.leftL, (Math.abs(tap.lpm) / 60) * gentle)
      if (tap.lpm > 0) compartment.fill(stepL, tap.temperatureC)
      else if (compartment.draw(stepL) < stepL) tap.leftL = 0
      tap.leftL -= stepL
      compartment.flowingLpm = tap.leftL > 1e-9 ? Math.abs(tap.lpm) * gentle : 0
    }
    this.#taps = this.#taps.filter(({ leftL }) => leftL > 1e-9)
  }

  /** What changes slowly: heat, drift of the instruments. */
  drift(seconds: number, hourOfDay: number): void {
    const outsideC = this.ambientC + this.daySwingC * Math.sin(((hourOfDay - 9) / 24) * 2 * Math.PI)
    for (const compartment of this.compartments) compartment.warm(outsideC, seconds, this.#warmingH)
    for (const gauge of this.gauges) gauge?.drift(seconds)
  }

  /** The pipe below a foot valve fills while the valve is open, and runs dry through an open coupling. */
  wetPipes(): void {
    for (const compartment of this.compartments) {
      const valve = this.seals.find((seal) => seal.compartment === compartment.number && seal.type === FOOT_VALVE)
      const coupling = this.seals.find((seal) => seal.compartment === compartment.number && seal.type === API)
      const wet = this.seals.find((seal) => seal.compartment === compartment.number && seal.type === PIPE_WET)
      const fed = valve?.open === true && compartment.volumeL > 6
      if (fed) compartment.pipeWet = true
      else if (coupling?.open === true) compartment.pipeWet = false
      if (wet !== undefined && wet.open !== compartment.pipeWet) {
        wet.open = compartment.pipeWet
        wet.changed = true
      }
    }
  }

  /** The truck came to a stand somewhere else: its frame bends a little differently there. */
  settle(): void {
    this.#stopTiltDeg = 0.1 * this.#dice.normal()
  }

  attitude(km: number, inYard: boolean, accelerationMs2: number): Attitude {
    const steepest = inYard ? YARD_SLOPE : this.steepestDeg
    const pitchDeg = this.groundDeg ?? slopeDeg(this.#slopeSeed, km, steepest)
    const rollDeg = slopeDeg(this.#slopeSeed + 1, km, steepest * 0.6)
    const shakenDeg = 0.02 * this.#dice.normal() + (accelerationMs2 / 9.81) * 57.3
    return {
      pitchDeg,
      rollDeg,
      seenPitchDeg: pitchDeg * this.#tiltScale + this.#tiltBiasDeg + this.#stopTiltDeg + shakenDeg,
      seenRollDeg: rollDeg * this.#tiltScale + 0.5 * this.#tiltBiasDeg + 0.02 * this.#dice.normal(),
    }
  }
}
