/** The whole virtual fleet on one clock that is handed in: the same seed and the same times give the same reports. */
import { createAtlas } from './atlas.ts'
import { createDirector } from './director.ts'
import { createRandom } from './random.ts'
import { liveRates, type ReportingRates } from './reporter.ts'
import { createTruckLife, type TruckLife, type TruckOutput } from './truck-life.ts'
import type { World } from './world.ts'

export type Fleet = {
  readonly lives: readonly TruckLife[]
  /** Lets all live on to `untilMs`, and answers what each has to send, in order. */
  advance(untilMs: number): { readonly life: TruckLife; readonly outputs: readonly TruckOutput[] }[]
}

export type FleetOptions = {
  readonly world: World
  readonly seed: number
  /** From when on reports are wanted, ms since 1970 UTC. */
  readonly startAt: number
  /** How many of the world's trucks drive; all unless told. */
  readonly trucks?: number
  /** Scenarios a truck meets in an hour; 40 trucks × 0.6 make some four every ten minutes. 0: a dull day, without overture. */
  readonly scenariosPerTruckHour?: number
  /** A newcomer sees an overspeed, an opening and a truck laid up within a minute; true unless told. */
  readonly overture?: boolean
  /** How long the trucks have been on the road before the start; 0: all stand at home. */
  readonly warmUpMs?: number
  /** No new work from then on; never unless told. */
  readonly homeBy?: number
  /** How often consoles report; as live ones do unless told. */
  readonly rates?: ReportingRates
}

/** So long before the start the trucks set out unseen, to be spread over the whole working day. */
export const usualWarmUpMs = 11 * 3_600_000
/** Directions are given at this grain, so that they do not depend on how often `advance` is called. */
const directionMs = 5_000

export function createFleet({
  world,
  seed,
  startAt,
  trucks = world.trucks.length,
  scenariosPerTruckHour = 0.6,
  warmUpMs = usualWarmUpMs,
  homeBy = Number.POSITIVE_INFINITY,
  rates = liveRates,
  overture = true,
}: FleetOptions): Fleet {
  const atlas = createAtlas(world.roads, world.places)
  const random = createRandom(seed)
  const bornAt = Math.ceil((startAt - warmUpMs) / 1_000) * 1_000
  const lives = world.trucks
    .slice(0, trucks)
    .map((row) => createTruckLife({ world, atlas, row, startAt: bornAt, homeBy, rates, random: random.fork(row.plate) }))
  const director = scenariosPerTruckHour === 0 ? null : createDirector(random.fork('director'), startAt, scenariosPerTruckHour, overture)
  for (const life of lives) {
    life.advance(startAt)
    // What was said during the warm-up nobody heard.
    life.body.everythingNow = true
  }
  let directedAt = Math.ceil(startAt / directionMs) * directionMs
  return {
    lives,
    advance(untilMs) {
      const said = lives.map((life) => ({ life, outputs: [] as TruckOutput[] }))
      const liveTo = (at: number) => {
        for (const one of said) one.outputs.push(...one.life.advance(at))
      }
      for (; directedAt <= untilMs; directedAt += directionMs) {
        liveTo(directedAt)
        director?.direct(directedAt, lives)
      }
      liveTo(untilMs)
      return said.filter(({ outputs }) => outputs.length > 0)
    },
  }
}
