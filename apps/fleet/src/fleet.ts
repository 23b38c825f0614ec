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
