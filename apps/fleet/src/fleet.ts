/** The virtual fleet on a given clock: the same seed and the same times give the same reports. */
import { createAtlas } from './atlas.ts'
import type { Mark } from './life-mark.ts'
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
  /** Adds a truck that has been simulated up to the present. */
  add(life: TruckLife): void
  /** The next truck that it suits plays it, or `life` as soon as it suits that one; given up at `untilMs`. */
  stage(scenario: Scenario, options?: { readonly life?: TruckLife | null; readonly untilMs?: number }): StagedPlay
  /** Simulates all trucks up to `untilMs` and returns what each has to send, in order. */
  advance(untilMs: number): { readonly life: TruckLife; readonly outputs: readonly TruckOutput[] }[]
}

/** A scenario that was asked for. */
export type StagedPlay = {
  readonly scenario: Scenario
  readonly state: 'waiting' | 'playing' | 'over' | 'given-up'
  /** Null as long as any truck may play it. */
  readonly life: TruckLife | null
  /** ms since 1970 UTC. */
  readonly startedAt: number | null
}

/** Makes lives of trucks of one world: the same truck from the same start has the same life, independent of other trucks. */
export type LifeMaker = (
  row: TruckRow,
  from: Mark | number,
  more?: { readonly rates?: ReportingRates; readonly plays?: readonly Play[]; readonly leaves?: readonly Leave[] },
) => TruckLife

/** Trucks start this long before the first report, so that they are spread over the whole working day. */
export const usualWarmUpMs = 11 * 3_600_000
/** Scenarios that a truck of a well-kept fleet meets in an hour: five in two weeks. */
export const usualScenariosPerHour = 2.5 / (7 * 24)

export function lifeMaker(world: World, seed: number, scenariosPerHourAt: ((at: number) => number) | null): LifeMaker {
  const atlas = createAtlas(world.roads, world.places)
  const random = createRandom(seed)
  return (row, from, { rates = liveRates, ...more } = {}) =>
    createTruckLife({ world, atlas, row, from, rates, random: random.fork(row.plate), scenariosPerHourAt, ...more })
}

/** Scenarios that a new user sees first, with their start in seconds. */
const scenarioScript: readonly (readonly [Scenario, number])[] = [
  [overspeed, 15],
  [roadsideOpening, 45],
  [laidUp, 60],
  [laidUp, 60],
]
/** Step of the scenario script, so that it does not depend on how often `advance` is called. */
const directionMs = 5_000
/** Scenarios asked for that wait for a truck; of more, the oldest is forgotten. */
const MAX_ASKED = 20

export type StageOptions = {
  /** Whether what this truck does now is seen now; default always. */
  readonly isSeen?: (life: TruckLife) => boolean
  /** Whether all stored days of this truck are uploaded; default always. */
  readonly isUploaded?: (life: TruckLife) => boolean
  readonly onPlayed?: (life: TruckLife, scenario: Scenario) => void
}

type Asked = { -readonly [Key in keyof StagedPlay]: StagedPlay[Key] } & { readonly untilMs: number }

/** @param scriptStartsAt start of the scenario script for new users; null: none */
export function assembleFleet(
  scriptStartsAt: number | null,
  { isSeen = () => true, isUploaded = () => true, onPlayed }: StageOptions = {},
): Fleet {
  const lives: TruckLife[] = []
  const wanted =
    scriptStartsAt === null ? [] : scenarioScript.map(([scenario, seconds]) => ({ scenario, at: scriptStartsAt + seconds * 1_000 }))
  let directedAt = Math.ceil((scriptStartsAt ?? 0) / directionMs) * directionMs
  const asked: Asked[] = []
  let playing: Asked[] = []

  const canPlay = (life: TruckLife, scenario: Scenario): boolean => {
    const { body, isPlaying } = life
    const isFree = !isPlaying && body.consoleUp && body.linkUp && body.hurry === 1
    return isFree && (scenario.goesDark !== true || isUploaded(life)) && scenario.suits(body)
  }

  function stage(at: number): void {
    for (const one of wanted.filter((candidate) => candidate.at <= at)) {
      const life = lives.find((candidate) => canPlay(candidate, one.scenario))
      if (!life) continue
      life.play(one.scenario)
      wanted.splice(wanted.indexOf(one), 1)
    }
  }

  function playAsked(at: number): void {
    playing = playing.filter((one) => {
      if (!one.life?.isPlaying) one.state = 'over'
      return one.state === 'playing'
    })
    for (const one of asked.slice()) {
      const { scenario } = one
      const candidates = one.life ? [one.life] : lives
      const life = candidates.find((candidate) => isSeen(candidate) && canPlay(candidate, scenario))
      if (life) {
        life.play(scenario)
        Object.assign(one, { life, state: 'playing', startedAt: life.body.at } satisfies Partial<Asked>)
        playing.push(one)
        onPlayed?.(life, scenario)
      } else if (at < one.untilMs) continue
      else one.state = 'given-up'
      asked.splice(asked.indexOf(one), 1)
    }
  }

  return {
    lives,
    add: (life) => void lives.push(life),
    stage(scenario, { life = null, untilMs = Number.POSITIVE_INFINITY } = {}) {
      const one: Asked = { scenario, life, untilMs, state: 'waiting', startedAt: null }
      asked.push(one)
      const forgotten = asked.length > MAX_ASKED ? asked.shift() : undefined
      if (forgotten) forgotten.state = 'given-up'
      return one
    },
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
      playAsked(untilMs)
      return said.filter(({ outputs }) => outputs.length > 0)
    },
  }
}
