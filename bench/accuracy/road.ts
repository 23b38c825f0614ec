import { hashOf } from './dice.ts'
import type { Dice } from './dice.ts'

const ROAD_LAT = 31
const ROAD_LNG = 120.5
const KM_PER_DEGREE = 111.195
const KM_PER_DEGREE_EAST = KM_PER_DEGREE * Math.cos((ROAD_LAT * Math.PI) / 180)
/** Slopes change over this much of the road. */
const SLOPE_KM = 0.2

/** A straight road to the east. */
export const pointAt = (km: number, northM = 0): { lat: number; lng: number } => ({
  lat: ROAD_LAT + northM / 1000 / KM_PER_DEGREE,
  lng: ROAD_LNG + km / KM_PER_DEGREE_EAST,
})

/** Slope of the road at a place, degrees, smooth between; `steepest` at most. */
export function slopeDeg(seed: number, km: number, steepest: number): number {
  const place = km / SLOPE_KM
  const knot = Math.floor(place)
  const share = place - knot
  const smooth = share * share * (3 - 2 * share)
  return steepest * (hashOf(seed, knot) * (1 - smooth) + hashOf(seed, knot + 1) * smooth)
}

/** A satellite receiver: wanders by metres, now and then jumps by half a kilometre. */
export class Receiver {
  #eastM = 0
  #northM = 0
  readonly #wanderM: number
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
    this.#wanderM = dice.between(4, 9)
  }

  fix(km: number, northM: number): { lat: number; lng: number } {
    const dice = this.#dice
    this.#eastM = this.#eastM * 0.95 + this.#wanderM * 0.31 * dice.normal()
    this.#northM = this.#northM * 0.95 + this.#wanderM * 0.31 * dice.normal()
    const jumpM = dice.chance(0.002) ? 500 : 0
    return pointAt(km + (this.#eastM + jumpM) / 1000, northM + this.#northM)
  }
}
