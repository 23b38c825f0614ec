/** The whole virtual fleet on one clock that is handed in: the same seed and the same times give the same reports. */
import { createAtlas } from './atlas.ts'
import type { Mark } from './mark.ts'
import { createRandom } from './random.ts'
import { liveRates, type ReportingRates } from './reporter.ts'
import { roadsideOpening } from './scenarios/covers.ts'
import { overspeed } from './scenarios/driving.ts'
import { laidUp } from './scenarios/equipment.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { createTruckLife, type Play, type TruckLife, type TruckOutput } from './truck-life.ts'
import type { Leave } from './working-day.ts'
import type { TruckRow, World } from './world.ts'

export type Fleet = {
  readonly lives: readonly TruckLife[]
  /** A truck joins; it should have come to the present before. */
  add(life: TruckLife): void
  /** Lets all live on to `untilMs`, and answers what each has to send, in order. */
  advance(untilMs: number): { readonly life: TruckLife; readonly outputs: readonly TruckOutput[] }[]
}

/** Makes lives of trucks of one world: the same truck from the same beginning lives the same life, beside whom it may be. */
export type LifeMaker = (
  row: TruckRow,
  from: Mark | number,
  more?: { readonly rates?: ReportingRates; readonly plays?: readonly Play[]; readonly leaves?: readonly Leave[] },
) => TruckLife

/** So long before the start the trucks set out unseen, to be spread over the whole working day. */
export const usualWarmUpMs = 11 * 3_600_000
/** Scenarios a truck meets in an hour; 40 trucks make some four every ten minutes. In days past, half as many. */
export const usualScenarios = { live: 0.6, past: 0.3 }

export function lifeMaker(world: World, seed: number, scenariosPerHourAt: ((at: number) => number) | null): LifeMaker {
  const atlas = createAtlas(world.roads, world.places)
  const random = createRandom(seed)
  return (row, from, { rates = liveRates, ...more } = {}) =>
    createTruckLife({ world, atlas, row, from, rates, random: random.fork(row.plate), scenariosPerHourAt, ...more })
}

/** The overture: which scenario, how many seconds after the curtain rises. */
const overture: readonly (readonly [Scenario, number])[] = [
  [overspeed, 15],
  [roadsideOpening, 45],
  [laidUp, 60],
]
/** The overture is given at this grain, so that it does not depend on how often `advance` is called. */
const directionMs = 5_000

/** @param curtainAt when the overture begins that a newcomer sees; null: none */
export function assembleFleet(curtainAt: number | null): Fleet {
  const lives: TruckLife[] = []
  const wanted = curtainAt === null ? [] : overture.map(([scenario, seconds]) => ({ scenario, at: curtainAt + seconds * 1_000 }))
  let directedAt = Math.ceil((curtainAt ?? 0) / directionMs) * directionMs

  function stage(at: number): void {
    for (const one of wanted.filter((candidate) => candidate.at <= at)) {
      const life = lives.find(
        ({ body }) => body.consoleUp && body.linkUp && !body.interruption && body.hurry === 1 && one.scenario.suits(body),
      )
      if (!life) continue
      life.play(one.scenario)
      wanted.splice(wanted.indexOf(one), 1)
    }
  }

  return {
    lives,
    add: (life) => void lives.push(life),
    advance(untilMs) {
      const said = lives.map((life) => ({ life, outputs: [] as TruckOutput[] }))
      const liveTo = (at: number) => {
        for (const one of said) one.outputs.push(...one.life.advance(at))
      }
      for (; wanted.length > 0 && directedAt <= untilMs; directedAt += directionMs) {
        liveTo(directedAt)
        stage(directedAt)
      }
      liveTo(untilMs)
      return said.filter(({ outputs }) => outputs.length > 0)
    },
  }
}

export type FleetOptions = {
  readonly world: World
  readonly seed: number
  /** From when on reports are wanted, ms since 1970 UTC. */
  readonly startAt: number
  /** How many of the world's trucks drive; all unless told. */
  readonly trucks?: number
  /** Scenarios a truck meets in an hour. 0: a dull day, without overture. */
  readonly scenariosPerTruckHour?: number
  /** A newcomer sees an overspeed, an opening and a truck laid up within a minute; true unless told. */
  readonly overture?: boolean
  /** How long the trucks have been on the road before the start; 0: all stand at home. */
  readonly warmUpMs?: number
}

/** A fleet that stands ready at `startAt`. */
export function createFleet({
  world,
  seed,
  startAt,
  trucks = world.trucks.length,
  scenariosPerTruckHour = usualScenarios.live,
  warmUpMs = usualWarmUpMs,
  overture: withOverture = true,
}: FleetOptions): Fleet {
  const isDull = scenariosPerTruckHour === 0
  const makeLife = lifeMaker(world, seed, isDull ? null : () => scenariosPerTruckHour)
  const fleet = assembleFleet(withOverture && !isDull ? startAt : null)
  const bornAt = Math.ceil((startAt - warmUpMs) / 1_000) * 1_000
  for (const row of world.trucks.slice(0, trucks)) {
    const life = makeLife(row, bornAt)
    life.passTo(startAt)
    // Nobody has heard of it yet.
    life.body.everythingNow = true
    fleet.add(life)
  }
  return fleet
}
