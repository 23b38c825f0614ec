/** Casts the scenarios that one truck meets: now and then one, as often as the weights say. */
import type { Random } from './random.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { TruckBody } from './truck-body.ts'

export type Director = {
  /** Called as time goes on; answers what begins on the truck now, if anything. */
  direct(body: TruckBody): Scenario | null
  /** No scenario for a while: one was played from elsewhere. */
  leaveAlone(at: number): void
  mark(): DirectorMark
}

/** What is needed to go on casting. */
export type DirectorMark = {
  readonly random: number
  readonly nextAt: number
  readonly askedAt: number
  readonly busyUntil: number
  /** Names of scenarios that wait for their moment. */
  readonly wanted: readonly string[]
  /** How far each scenario has come, in plays by weight. */
  readonly served: Readonly<Record<string, number>>
}

/** A truck is left alone so long after a scenario. */
const restMs = 20 * 60_000
/** Whether a scenario suits is asked this often. */
const askEveryMs = 5_000
/** Scenarios that wait for their moment; more would all come in the first hour of a shift. */
const MAX_WAITING_SCENARIOS = 3

/** Steps of the golden ratio spread numbers evenly over 0–1. */
const spread = (step: number): number => (step * 0.618_033_988_749_895) % 1

/**
 * @param truck its number in the fleet: each begins elsewhere among the scenarios, so that a fleet soon meets all of them
 * @param perHourAt how many scenarios the truck meets in an hour, on average, at a time
 */
export function createDirector(
  random: Random,
  truck: number,
  startAt: number,
  perHourAt: (at: number) => number,
  mark?: DirectorMark,
): Director {
  if (mark) random.state = mark.random
  const byName = new Map(allScenarios.map((scenario) => [scenario.name, scenario]))
  const served = new Map(
    allScenarios.map((scenario, index) => {
      const first = ((spread(truck) + spread(index * index)) % 1) / scenario.weight
      return [scenario, mark ? (mark.served[scenario.name] ?? 0) : first]
    }),
  )
  const wanted = (mark?.wanted ?? []).flatMap((name) => byName.get(name) ?? [])
  const gapMs = (at: number) => (-Math.log(1 - random.next()) * 3_600_000) / perHourAt(at)
  let askedAt = mark?.askedAt ?? startAt
  let busyUntil = mark?.busyUntil ?? 0
  let nextAt = mark?.nextAt ?? startAt + gapMs(startAt)

  /** The least served: rare ones come as often as their weight says. */
  function wantAnother(): void {
    const others = allScenarios.filter((scenario) => scenario.weight > 0 && !wanted.includes(scenario))
    const picked = others.reduce((least, one) => ((served.get(one) ?? 0) < (served.get(least) ?? 0) ? one : least))
    served.set(picked, (served.get(picked) ?? 0) + 1 / picked.weight)
    wanted.push(picked)
  }

  return {
    direct(body) {
      const { at } = body
      if (at >= nextAt) {
        nextAt = at + gapMs(at)
        if (wanted.length < MAX_WAITING_SCENARIOS) wantAnother()
      }
      if (wanted.length === 0 || at < busyUntil || at - askedAt < askEveryMs) return null
      askedAt = at
      if (!body.consoleUp || !body.linkUp || body.interruption) return null
      const index = wanted.findIndex((scenario) => scenario.suits(body))
      if (index < 0) return null
      busyUntil = at + restMs
      return wanted.splice(index, 1)[0] ?? null
    },
    leaveAlone(at) {
      busyUntil = at + restMs
    },
    mark: () => ({
      random: random.state,
      nextAt,
      askedAt,
      busyUntil,
      wanted: wanted.map(({ name }) => name),
      served: Object.fromEntries([...served].map(([{ name }, plays]) => [name, plays])),
    }),
  }
}
