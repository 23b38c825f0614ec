/** Casts the scenarios: soon after the start the two that a newcomer should see, then a few every ten minutes. */
import type { Random } from './random.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import { overspeed } from './scenarios/driving.ts'
import { laidUp } from './scenarios/equipment.ts'
import { roadsideOpening } from './scenarios/covers.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { TruckLife } from './truck-life.ts'

export type Director = {
  /** Called as time goes on; starts what is due on a truck that suits. */
  direct(at: number, lives: readonly TruckLife[]): void
}

/** The overture: which scenario, how many seconds after the curtain rises. */
const overture: readonly (readonly [Scenario, number])[] = [
  [overspeed, 15],
  [roadsideOpening, 45],
  [laidUp, 60],
]

/** A truck is left alone so long after a scenario. */
const restMs = 20 * 60_000

/**
 * @param perTruckHour how many scenarios a truck meets in an hour, on average
 */
export function createDirector(random: Random, curtainAt: number, perTruckHour: number, withOverture: boolean): Director {
  const wanted = (withOverture ? overture : []).map(([scenario, seconds]) => ({ scenario, at: curtainAt + seconds * 1_000 }))
  const busyUntil = new Map<TruckLife, number>()
  const nextGap = (trucks: number) => (-Math.log(1 - random.next()) * 3_600_000) / (perTruckHour * Math.max(1, trucks))
  let nextAt = Number.NEGATIVE_INFINITY
  /** How far each scenario has come, in plays by weight. */
  const served = new Map(allScenarios.map((scenario) => [scenario, random.next() / scenario.weight]))
  const servedOf = (scenario: Scenario): number => served.get(scenario) ?? 0

  /** The least served of those that some truck suits: as often as the weights say, and the rare chance is not missed. */
  function pickScenario(free: readonly TruckLife[]): Scenario | null {
    const possible = allScenarios.filter((scenario) => scenario.weight > 0 && free.some(({ body }) => scenario.suits(body)))
    if (possible.length === 0) return null
    const picked = possible.reduce((least, scenario) => (servedOf(scenario) < servedOf(least) ? scenario : least))
    served.set(picked, servedOf(picked) + 1 / picked.weight)
    return picked
  }

  const freeAt = (at: number, lives: readonly TruckLife[]) =>
    lives.filter((life) => (busyUntil.get(life) ?? 0) <= at && life.body.consoleUp && life.body.linkUp && !life.body.interruption)

  /** False when no truck suits now. */
  function stage(scenario: Scenario, at: number, lives: readonly TruckLife[]): boolean {
    const suited = freeAt(at, lives).filter(({ body }) => scenario.suits(body))
    if (suited.length === 0) return false
    const life = random.pick(suited)
    busyUntil.set(life, at + restMs)
    life.play(scenario)
    return true
  }

  return {
    direct(at, lives) {
      if (at < curtainAt) return
      const due = wanted.findIndex((one) => one.at <= at && stage(one.scenario, at, lives))
      if (due >= 0) wanted.splice(due, 1)
      if (nextAt === Number.NEGATIVE_INFINITY) nextAt = at + nextGap(lives.length)
      if (at < nextAt) return
      nextAt = at + nextGap(lives.length)
      const scenario = pickScenario(freeAt(at, lives))
      if (scenario) stage(scenario, at, lives)
    },
  }
}
