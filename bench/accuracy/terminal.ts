import type { CompartmentReading, DeviceEventKind, ProbeReading, Reading } from '@tanker/domain/reading'
import type { Dice } from './dice.ts'
import { Receiver } from './road.ts'
import { PIPE_WET, type Tanker } from './tanker.ts'

const SCAN_MS = 600_000
const LATE_SHARE = 0.05
const TWICE_SHARE = 0.01

export type Whereabouts = {
  readonly at: number
  readonly km: number
  readonly northM: number
  readonly speedKmh: number
  readonly accelerationMs2: number
  readonly inYard: boolean
  readonly mileageKm: number
}

/** The unit on the truck: when it sends, and what. */
export class Terminal {
  /** Seconds between frames while standing, and while driving. */
  standingS = 30
  movingS = 10
  /** How far the direction of the satellites wanders, one sigma; faster trucks have less of it. */
  headingNoiseDeg = 0
  /** It has no supply and no battery: it says nothing. */
  dark = false
  /** It runs on its battery: positions go on, gauges and seals do not. */
  onBattery = false
  readonly frames: Reading[] = []
  readonly #tanker: Tanker
  readonly #dice: Dice
  readonly #receiver: Receiver
  #events: { event: DeviceEventKind; subject: number; text: string }[] = []
  #lastAt = 0
  #scanAt = 0
  #digest = 0n

  constructor(tanker: Tanker, dice: Dice) {
    this.#tanker = tanker
    this.#dice = dice
    this.#receiver = new Receiver(dice)
  }

  says(event: DeviceEventKind, subject = 0): void {
    this.#events.push({ event, subject, text: '' })
  }

  /** The console was off: it reads all its seals when it starts. */
  start(): void {
    this.dark = false
    this.onBattery = false
    this.#scanAt = 0
    this.#lastAt = 0
    this.says('console-started')
  }

  /** Sends a frame when one is due; `stoodS` is how long the truck has stood. */
  tick(where: Whereabouts, stoodS: number): void {
    if (this.dark) return
    const tanker = this.#tanker
    const busy = stoodS < 25 || tanker.anyOpen
    const dueMs = (busy ? Math.min(this.movingS, this.standingS) : this.standingS) * 1000
    const changed = !this.onBattery && tanker.seals.some((seal) => seal.changed)
    if (!changed && where.at - this.#lastAt < dueMs && this.#events.length === 0) return
    this.frames.push(this.#frame(where, changed))
  }

  #frame(where: Whereabouts, changed: boolean): Reading {
    const dice = this.#dice
    const tanker = this.#tanker
    const scans = !this.onBattery && (changed || where.at - this.#scanAt >= SCAN_MS)
    if (scans) this.#scanAt = where.at
    this.#lastAt = where.at
    this.#digest += 1n
    const attitude = tanker.attitude(where.km, where.inYard, where.accelerationMs2)
    const events = this.#events
    this.#events = []
    return {
      at: where.at,
      receivedAt: where.at + Math.round(1000 * (dice.chance(LATE_SHARE) ? dice.between(10, 120) : dice.between(0.5, 3))),
      clockError: false,
      resent: false,
      kind: 0x0200,
      digest: this.#digest,
      position: {
        ...this.#receiver.fix(where.km, where.northM),
        altitudeM: 8,
        speedKmh: where.speedKmh < 0.5 ? 0 : Math.max(0, Math.round(10 * (where.speedKmh + 0.4 * dice.normal())) / 10),
        headingDeg: this.#headingDeg(where.speedKmh),
        mileageKm: Math.round(where.mileageKm * 10) / 10,
        located: true,
        accOn: where.speedKmh > 0,
        satellites: dice.whole(7, 14),
        alarmBits: 0,
        statusBits: 3,
      },
      tilt: { axialDeg: attitude.seenPitchDeg, lateralDeg: attitude.seenRollDeg },
      power: { externalV: this.onBattery ? 0.3 : Math.round(10 * (26.8 + 0.3 * dice.normal())) / 10, backupV: 4 },
      compartments: this.onBattery ? [] : this.#gauges(where, attitude),
      probes: scans ? this.#probes() : [],
      events,
      safety: [],
    }
  }

  #headingDeg(speedKmh: number): number {
    if (this.headingNoiseDeg === 0) return 90
    const sigmaDeg = (this.headingNoiseDeg * 40) / Math.max(5, speedKmh)
    return (((90 + Math.round(sigmaDeg * this.#dice.normal())) % 360) + 360) % 360
  }

  #gauges(where: Whereabouts, attitude: ReturnType<Tanker['attitude']>): CompartmentReading[] {
    const read: CompartmentReading[] = []
    const second = where.at / 1000 + this.#dice.between(0, 2)
    for (const [i, gauge] of this.#tanker.gauges.entries()) {
      const compartment = this.#tanker.compartments[i]
      if (gauge === null || compartment === undefined) continue
      const share = compartment.volumeL / compartment.capacityL
      const said = gauge.read(compartment, this.#tanker.surface.atGaugeMm(share, second, compartment.number), attitude)
      if (said !== null) read.push(said)
    }
    return read
  }

  #probes(): ProbeReading[] {
    return this.#tanker.seals.map((seal) => {
      seal.changed = false
      const watches = seal.type === PIPE_WET
      return {
        compartment: seal.compartment,
        type: seal.type,
        line: 0,
        answering: !seal.silent,
        open: watches ? false : seal.open,
        wet: watches && seal.open,
        uncertain: false,
        sealCount: watches ? 0 : seal.count & 0xffff,
      }
    })
  }
}

/** The frames as the network brings them: late ones behind newer ones, some of them twice. */
export function arrivalsOf(frames: readonly Reading[], dice: Dice): Reading[] {
  const arrivals = [...frames]
  for (const frame of frames) if (dice.chance(TWICE_SHARE)) arrivals.push({ ...frame, receivedAt: frame.receivedAt + 4000 })
  return arrivals.sort((a, b) => a.receivedAt - b.receivedAt)
}

/** As the engine asks for them: by device time, each once. Late ones come in order because the server judges their period again. */
export function byDeviceTime(arrivals: readonly Reading[]): Reading[] {
  const seen = new Set<bigint>()
  const once = arrivals.filter(({ digest }) => !seen.has(digest) && seen.add(digest).size > 0)
  return once.sort((a, b) => a.at - b.at || (a.digest < b.digest ? -1 : 1))
}
