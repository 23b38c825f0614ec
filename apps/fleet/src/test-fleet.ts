import { assembleFleet, type Fleet, lifeMaker, usualWarmUpMs } from './fleet.ts'
import type { World } from './world.ts'

/** Scenarios a truck meets in an hour of a test: many more than in a well-kept fleet. */
const EVENTFUL = 0.6

type FleetOptions = {
  readonly world: World
  readonly seed: number
  /** From when on reports are wanted, ms since 1970 UTC. */
  readonly startAt: number
  /** How many of the world's trucks drive; default all. */
  readonly trucks?: number
  /** Scenarios a truck meets in an hour. 0: an uneventful day, without scenario script. */
  readonly scenariosPerTruckHour?: number
  /** A newcomer sees an overspeed, an opening and a truck laid up within a minute; default true. */
  readonly scenarioScript?: boolean
  /** How long the trucks have been on the road before the start; 0: all stand at home. */
  readonly warmUpMs?: number
}

/** A fleet that stands ready at `startAt`. */
export function createFleet({
  world,
  seed,
  startAt,
  trucks = world.trucks.length,
  scenariosPerTruckHour = EVENTFUL,
  warmUpMs = usualWarmUpMs,
  scenarioScript: withScript = true,
}: FleetOptions): Fleet {
  const isDull = scenariosPerTruckHour === 0
  const makeLife = lifeMaker(world, seed, isDull ? null : () => scenariosPerTruckHour)
  const fleet = assembleFleet(withScript && !isDull ? startAt : null)
  const bornAt = Math.ceil((startAt - warmUpMs) / 1_000) * 1_000
  for (const row of world.trucks.slice(0, trucks)) {
    const life = makeLife(row, bornAt)
    life.passTo(startAt)
    // Nothing of it was sent yet.
    life.body.everythingNow = true
    fleet.add(life)
  }
  return fleet
}
