import { defaultThresholds } from '@tanker/domain/thresholds'
import type { DeliverySlip, TruckContext } from '@tanker/domain/trucks/truck-context'
import { Dice } from './dice.ts'
import { BLIND_MM } from './gauge.ts'
import { DEPOT, finderOf, placeId, type Site, SITES, STATION_A, STATION_B } from './places.ts'
import { API, BOX_DOOR, FOOT_VALVE, Tanker, type TankerOptions } from './tanker.ts'
import { Terminal } from './terminal.ts'
import { type Happening, Truth } from './truth.ts'

/** Seven in the morning, local time. */
const MORNING = Date.UTC(2026, 4, 11, 23, 0, 0)
const ZONE_MIN = 480
const BRAKE_MS2 = 0.8
const HARD_BRAKE_MS2 = 1.4
const START_MS2 = 0.5
/** Two halts in traffic are never nearer to each other. */
const HALT_KM = 0.12
const DRIFT_S = 10

export type DriveStyle = {
  readonly kmh: number
  /** Traffic lights, jams: mean km between halts. */
  readonly haltKm?: number
}

export type JourneyOptions = TankerOptions & {
  readonly standingS?: number
  /** Seconds between frames while driving. */
  readonly movingS?: number
  readonly headingNoiseDeg?: number
  readonly slip?: DeliverySlip
  readonly sites?: readonly Site[]
  readonly startKm?: number
  readonly startHour?: number
  /** Level only: no seals of the cargo. */
  readonly unloadingMode?: TruckContext['unloadingMode']
  /** A sprinkler. */
  readonly carriesWater?: boolean
}

/** One truck's day as its driver makes it, second by second; it keeps the truth and sends what a terminal would send. */
export class Journey {
  readonly dice: Dice
  readonly tanker: Tanker
  readonly terminal: Terminal
  readonly truth = new Truth()
  at: number
  km: number
  mileageKm = 40_000
  drivenS = 0
  /** Metres beside the road's middle. */
  northM = 0
  readonly context: TruckContext
  readonly #sites: readonly Site[]
  readonly #startedAt: number
  #speedMs = 0
  #accelerationMs2 = 0
  #stoodS = 0
  #departL: readonly number[] | null = null

  constructor(seed: number, options: JourneyOptions = {}) {
    this.dice = new Dice(seed)
    this.tanker = new Tanker(this.dice, options)
    this.terminal = new Terminal(this.tanker, this.dice)
    this.terminal.standingS = options.standingS ?? 30
    this.terminal.movingS = options.movingS ?? 10
    this.terminal.headingNoiseDeg = options.headingNoiseDeg ?? 0
    this.#sites = options.sites ?? SITES
    this.km = options.startKm ?? 0
    this.at = MORNING + ((options.startHour ?? 7) - 7) * 3_600_000 + this.dice.whole(0, 1200) * 1000
    this.#startedAt = this.at
    this.context = {
      truckId: 1,
      organisationId: 1,
      plate: 'B-0001',
      organisationName: 'bench',
      zoneOffsetMinutes: ZONE_MIN,
      parkingMode: 'speed',
      speedSource: 'gps',
      unloadingMode: options.unloadingMode ?? 'api',
      emptyingMode: 'fence',
      compartments: this.tanker.compartments.map(({ number, capacityL, product }) => ({
        compartment: number,
        capacityL,
        oilCode: product.oilCode,
        blindLevelMm: BLIND_MM,
      })),
      ...(options.carriesWater === true ? { carries: 'water' as const } : {}),
      driver: { id: 1, name: 'driver' },
      thresholds: defaultThresholds,
      fences: finderOf(this.#sites),
      ...(options.slip === undefined ? {} : { slip: options.slip }),
    }
  }

  get hours(): number {
    return (this.at - this.#startedAt) / 3_600_000
  }

  /** True litres at 20 °C of every compartment now. */
  holds(): number[] {
    return this.tanker.compartments.map(({ v20L }) => v20L)
  }

  #tick(): void {
    this.at += 1000
    const { tanker } = this
    tanker.tick(this.#speedMs, this.#accelerationMs2)
    const second = this.at / 1000
    if (second % DRIFT_S === 0) tanker.drift(DRIFT_S, ((second / 3600 + ZONE_MIN / 60) % 24) + 0)
    tanker.wetPipes()
    this.#stoodS = this.#speedMs === 0 ? this.#stoodS + 1 : 0
    if (this.#speedMs > 0) this.drivenS += 1
    this.terminal.tick(
      {
        at: this.at,
        km: this.km,
        northM: this.northM,
        speedKmh: this.#speedMs * 3.6,
        accelerationMs2: this.#accelerationMs2,
        inYard: this.#inYard(),
        mileageKm: this.mileageKm,
      },
      this.#stoodS,
    )
  }

  #inYard(): boolean {
    for (const site of this.#sites) {
      if ((site.kind === 'station' || site.kind === 'depot') && Math.abs(site.km - this.km) * 1000 < 200) return true
    }
    return false
  }

  wait(seconds: number): this {
    for (let left = Math.round(seconds); left > 0; left -= 1) this.#tick()
    return this
  }

  /** To a place on the road, with a speed that follows the traffic, and stops there. */
  drive(toKm: number, style: DriveStyle = { kmh: 55 }): this {
    const { dice } = this
    const direction = Math.sign(toKm - this.km)
    const toNextHaltKm = (): number =>
      style.haltKm === undefined ? Number.POSITIVE_INFINITY : HALT_KM - Math.log(1 - dice.next()) * (style.haltKm - HALT_KM)
    let haltAt = toNextHaltKm()
    let haltS = 0
    let wantedMs = (style.kmh / 3.6) * dice.between(0.85, 1.05)
    let drivenKm = 0
    for (;;) {
      const leftM = Math.abs(toKm - this.km) * 1000
      if (leftM < 1) break
      if (dice.chance(1 / 40)) wantedMs = (style.kmh / 3.6) * dice.between(0.7, 1.08)
      const toHaltM = Math.min(leftM, (haltAt - drivenKm) * 1000)
      if (haltS > 0) {
        haltS -= 1
        this.#speedMs = 0
        this.#accelerationMs2 = 0
        this.#tick()
        if (haltS === 0) haltAt = drivenKm + toNextHaltKm()
        continue
      }
      const target = Math.min(wantedMs, Math.sqrt(2 * BRAKE_MS2 * Math.max(0, toHaltM)))
      const before = this.#speedMs
      this.#speedMs = Math.max(Math.min(target, before + START_MS2), before - HARD_BRAKE_MS2, 0)
      if (this.#speedMs < 1 && toHaltM > 1) this.#speedMs = Math.min(1, toHaltM)
      this.#accelerationMs2 = this.#speedMs - before
      const stepM = Math.min(this.#speedMs, leftM)
      this.km += (direction * stepM) / 1000
      drivenKm += stepM / 1000
      this.mileageKm += stepM / 1000
      this.#tick()
      if (toHaltM < leftM && toHaltM < 1.5) {
        haltS = dice.whole(8, 70)
        this.tanker.settle()
      }
    }
    this.km = toKm
    this.#speedMs = 0
    this.#accelerationMs2 = 0
    this.tanker.settle()
    return this
  }

  opens(compartment: number, ...types: number[]): this {
    for (const type of types) this.tanker.turn(compartment, type, true)
    return this
  }

  closes(compartment: number, ...types: number[]): this {
    for (const type of types) this.tanker.turn(compartment, type, false)
    return this
  }

  /** Litres at 20 °C flow until they are through; negative ones go out. */
  flows(compartment: number, v20L: number, lpm: number, temperatureC = 20): this {
    this.tanker.tap(compartment, v20L, lpm, temperatureC)
    while (this.tanker.flowsAt(compartment)) this.#tick()
    this.tanker.compartment(compartment).flowingLpm = 0
    return this
  }

  /** An operation at a site, kept to measure the product's litres by. */
  operates(compartment: number, v20L: number, lpm: number, temperatureC = 20): this {
    const from = this.at
    const before = this.tanker.compartment(compartment).v20L
    this.flows(compartment, v20L, lpm, temperatureC)
    const moved = Math.abs(this.tanker.compartment(compartment).v20L - before)
    this.truth.operations.push({ compartment, loading: v20L > 0, from, until: this.at, v20L: moved })
    return this
  }

  expects(happening: Partial<Happening> & Pick<Happening, 'kind' | 'types'>): this {
    this.truth.happenings.push({
      also: [],
      compartments: [],
      from: this.at,
      until: Number.POSITIVE_INFINITY,
      must: true,
      ...happening,
    })
    return this
  }

  departs(): this {
    this.#departL = this.holds()
    return this
  }

  /** Arrived at a station, before anything was opened there. */
  arrives(site: Site, meant: readonly number[]): this {
    if (this.#departL !== null) this.truth.legs.push({ fenceId: site.id, departL: this.#departL, arriveL: this.holds(), meant })
    return this
  }

  /** Loads each compartment through the bottom, one after the other; litres at 20 °C by compartment, 0 is none. */
  loads(litres: readonly number[], pauseS = this.dice.between(40, 110)): this {
    const { dice } = this
    const productC = this.tanker.ambientC + dice.between(-2, 4)
    this.wait(dice.between(150, 400)).opens(0, BOX_DOOR).wait(dice.between(30, 60))
    for (const [i, v20L] of litres.entries()) {
      if (v20L === 0) continue
      this.opens(i + 1, API)
        .wait(dice.between(15, 40))
        .opens(i + 1, FOOT_VALVE)
        .wait(6)
      this.operates(i + 1, v20L, dice.between(1300, 2000), productC + dice.between(-0.5, 0.5))
      this.wait(dice.between(10, 30))
        .closes(i + 1, FOOT_VALVE)
        .wait(10)
        .closes(i + 1, API)
        .wait(pauseS)
    }
    return this.wait(dice.between(20, 60)).closes(0, BOX_DOOR).wait(dice.between(200, 500)).departs()
  }

  /** Unloads by hose: what each compartment shall keep, by number; the others stay shut. */
  unloads(site: Site, keeps: Readonly<Record<number, number>>, lpm = this.dice.between(380, 620)): this {
    const { dice } = this
    const compartments = Object.keys(keeps).map(Number)
    this.arrives(site, compartments)
    this.wait(dice.between(70, 240)).opens(0, BOX_DOOR).wait(dice.between(30, 90))
    for (const number of compartments) {
      const goes = this.tanker.compartment(number).v20L - (keeps[number] ?? 0)
      this.opens(number, API).wait(dice.between(10, 40)).opens(number, FOOT_VALVE).wait(4)
      this.operates(number, -goes, lpm)
      this.wait(dice.between(80, 180)).closes(number, FOOT_VALVE).wait(dice.between(8, 20)).closes(number, API)
      this.wait(dice.between(30, 80))
    }
    return this.wait(dice.between(20, 90)).closes(0, BOX_DOOR).wait(dice.between(90, 400)).departs()
  }

  /** The usual slip: compartments 1 and half of 2 for station A, the rest for station B. */
  static slip(loads?: DeliverySlip['loads']): DeliverySlip {
    return {
      slipNo: 'S-1',
      depotPlaceId: placeId(DEPOT),
      ...(loads === undefined ? {} : { loads }),
      stops: [
        { placeId: placeId(STATION_A), compartments: [1, 2] },
        { placeId: placeId(STATION_B), compartments: [2, 3] },
      ],
    }
  }
}
