import { type EllipticTank, ellipticVolumeL } from '../tank/tank-table.ts'
import type { ByCause, GaugeEnd, GaugeObservation, ReadingSigmas } from './gauge-equations.ts'

/** The reference compartment of domain B.1: 8017 L, 1.6 m high. */
export const tank: EllipticTank = { halfWidthM: 1.1, halfHeightM: 0.8, lengthM: 2.9 }
export const sigmas: ReadingSigmas = { gaugeSigmaMm: 1, tiltSigmaMm: 0.5, temperatureSigmaC: 0.3 }
export const noErrors: ByCause = { scale: 0, offset: 0, temperature: 0 }

/** Numbers from 0 to 1 that are the same in every run. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A normal value of one sigma. */
export const normal = (chance: () => number): number => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

const slopeAt = (levelMm: number): number => (ellipticVolumeL(tank, levelMm + 1) - ellipticVolumeL(tank, levelMm - 1)) / 2

type Played = {
  readonly kind?: GaugeObservation['kind']
  /** Level that the gauge reads when full, mm. */
  readonly levelMm: number
  readonly errors: ByCause
  readonly chance?: () => number
  readonly meter?: string
  /** What the meter is always wrong by, per mille. */
  readonly meterPermille?: number
  readonly thermometerC?: number
  readonly residueL?: number
  readonly stolenL?: number
  readonly expansion?: number
  /** The ticket says no temperature. */
  readonly cold?: boolean
}

/** A loading or unloading of a gauge that is wrong by `errors`, as it would be seen; without `chance` there is no noise. */
export function played(given: Played): GaugeObservation {
  const { errors, chance, levelMm, kind = 'loading', meter = 'depot 1', residueL = 2, expansion = 0.0012 } = given
  const noise = (sigma: number): number => (chance ? sigma * normal(chance) : 0)
  const trueC = 24 + noise(4)
  const gaugeC = trueC - errors.temperature + noise(sigmas.temperatureSigmaC)
  // The gauge reads the level with its noise; the truth lies where the level is without it, by the true table.
  const readMm = levelMm + noise(Math.hypot(sigmas.gaugeSigmaMm, sigmas.tiltSigmaMm))
  const trueL = ellipticVolumeL(tank, levelMm + errors.offset) * (1 + errors.scale / 1000)
  const gaugeL = ellipticVolumeL(tank, readMm)
  const v20 = (litres: number, temperatureC: number): number => litres * (1 - expansion * (temperatureC - 20))
  const movedV20L = v20(trueL - residueL, trueC) - (given.stolenL ?? 0)
  const referenceSigmaL = kind === 'loading' ? 3 : 10
  const full: GaugeEnd = {
    levelMm: readMm,
    volumeL: gaugeL,
    v20L: v20(gaugeL, gaugeC),
    slopeLPerMm: slopeAt(readMm),
    calm: true,
    blind: false,
  }
  return {
    at: 0,
    kind,
    full,
    rest: { levelMm: 0, volumeL: 0, v20L: 0, slopeLPerMm: 0, calm: true, blind: true },
    expansion,
    referenceV20L: movedV20L * (1 + (given.meterPermille ?? 0) / 1000) + noise(referenceSigmaL),
    referenceSigmaL,
    meter,
    meterSigmaPermille: kind === 'loading' ? 0.7 : 3,
    gaugeTemperatureC: gaugeC,
    referenceTemperatureC: given.cold ? null : trueC + (given.thermometerC ?? 0) + noise(0.4),
  }
}

/** So many loads to levels between two, each with noise. */
export const loads = (count: number, from: number, to: number, given: Omit<Played, 'levelMm'> & { chance: () => number }) =>
  Array.from({ length: count }, () => played({ ...given, levelMm: from + (to - from) * given.chance() }))
