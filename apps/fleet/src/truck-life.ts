/** Lets time act on one truck: its story goes on, its tanks slosh and cool, its console reports. Pure but for its seed. */
import type { Atlas } from './atlas.ts'
import { ageAir, ambientC } from './air.ts'
import { ageCompartment } from './cargo.ts'
import { createDirector } from './director.ts'
import { goBackTo, type Mark, markOf } from './life-mark.ts'
import type { Paper } from './paper.ts'
import type { Random } from './random.ts'
import { createReporter, type Report, type ReportingRates } from './reporter.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { Story } from './story.ts'
import { createTruckBody, isMoving, type TruckBody } from './truck-body.ts'
import { chapter, firstShiftS, type Leave, type Rounds, roundsOf } from './working-day.ts'
import type { TruckRow, World } from './world.ts'

export type TruckOutput =
  | { readonly kind: 'report'; readonly report: Report }
  /** The network came or went. */
  | { readonly kind: 'link'; readonly up: boolean }
  /** Another system wrote something about its delivery. */
  | { readonly kind: 'paper'; readonly paper: Paper }

/** A requested scenario and its start. */
export type Play = { readonly at: number; readonly scenario: string }

export type TruckLife = {
  readonly body: TruckBody
  /** Simulates as long as a whole step fits before `untilMs`. */
  advance(untilMs: number): TruckOutput[]
  /** The same, without output. */
  passTo(untilMs: number): void
  /** Starts a scenario now. */
  play(scenario: Scenario): void
  /** Whether a scenario is under way, also one that waits for the driver to pull over. */
  readonly isPlaying: boolean
  /** The last moment between two chapters, from which the life can continue. */
  readonly mark: Mark
  /** Played scenarios, replayed by a life that starts at an earlier mark. */
  readonly plays: readonly Play[]
}

const sloshStillS = 22
/** Tilt, heat, the wander of gauges: too slow to be reckoned every second. */
const ageEveryMs = 10_000

function letTimeAct(body: TruckBody, seconds: number): void {
  if (isMoving(body)) {
    body.driveLeftS -= seconds
    const wantedMm = 18 + 32 * Math.min(1, body.speedMs / 20)
    body.sloshMm += (wantedMm - body.sloshMm) * Math.min(1, seconds / 8)
  } else body.sloshMm *= Math.exp(-seconds / sloshStillS)
}

function age(body: TruckBody): void {
  const { random } = body
  const seconds = (body.at - body.agedAt) / 1_000
  body.agedAt = body.at
  if (isMoving(body)) {
    body.axialDeg = Math.max(-2, Math.min(2, body.axialDeg * 0.74 + random.normal(0.33)))
    body.lateralDeg = Math.max(-2, Math.min(2, body.lateralDeg * 0.74 + random.normal(0.33)))
  }
  const airC = ambientC(body.at)
  for (const compartment of body.compartments) ageCompartment(compartment, seconds, airC, random)
  ageAir(body, seconds)
}

type Alongside = { readonly story: Story; wakeAt: number }

/** Goes on with what happens beside the day, up to now; what ended is left out. */
function continued(alongside: Alongside[], at: number): Alongside[] {
  for (const one of alongside) {
    while (one.wakeAt <= at) {
      const next = one.story.next()
      one.wakeAt = next.done ? Number.POSITIVE_INFINITY : one.wakeAt + next.value * 1_000
    }
  }
  const hasEnded = ({ wakeAt }: Alongside): boolean => wakeAt === Number.POSITIVE_INFINITY
  return alongside.some(hasEnded) ? alongside.filter((one) => !hasEnded(one)) : alongside
}

export type TruckLifeOptions = {
  readonly world: World
  readonly atlas: Atlas
  readonly row: TruckRow
  /** Where the life begins: at a mark of it, or, ms since 1970 UTC, standing at home as it came from the workshop. */
  readonly from: Mark | number
  readonly rates: ReportingRates
  /** Of this truck, from its seed. */
  readonly random: Random
  /** How many scenarios it meets in an hour, on average, at a time; null: none but those that are played. */
  readonly scenariosPerHourAt: ((at: number) => number) | null
  readonly plays?: readonly Play[]
  readonly leaves?: readonly Leave[]
}

export function createTruckLife(options: TruckLifeOptions): TruckLife {
  const { world, atlas, row, from, rates, random, scenariosPerHourAt, leaves = [] } = options
  const driver = world.drivers.find(({ code }) => code === row.defaultDriverCode)
  const home = atlas.places.get(row.homeDepot)
  if (!driver || !home) throw new Error(`${row.plate}: no driver or home`)
  const startAt = typeof from === 'number' ? from : from.at
  const body = createTruckBody(row, driver, world.tankTables, home, startAt, random)
  if (typeof from === 'number') body.restsUntil = startAt + firstShiftS(random) * 1_000
  else goBackTo(body, from, (name) => atlas.places.get(name) ?? home)
  const rounds: Rounds = roundsOf(body, atlas, world.organisations)
  const director =
    scenariosPerHourAt &&
    createDirector(
      random.fork('director'),
      world.trucks.findIndex(({ plate }) => plate === row.plate),
      startAt,
      scenariosPerHourAt,
      typeof from === 'number' ? undefined : (from.director ?? undefined),
    )
  const reporter = createReporter(random.fork('instruments'), rates)
  const plays = [...(options.plays ?? [])]
  const toPlay = plays.filter(({ at }) => at >= startAt)
  let mark = markOf(body, director?.mark() ?? null)
  let story = chapter(body, atlas, rounds, leaves)
  let alongside: Alongside[] = []
  let linkShown = body.linkUp && body.consoleUp
  let nextStoryAt = startAt

  /** Chapter after chapter; between two of them nothing else may be under way for a mark. */
  function continueStory(): void {
    let next = story.next()
    while (next.done) {
      if (alongside.length === 0 && !body.interruption) mark = markOf(body, director?.mark() ?? null)
      story = chapter(body, atlas, rounds, leaves)
      next = story.next()
    }
    nextStoryAt = body.at + Math.max(1, next.value) * 1_000
  }

  function say(outputs: TruckOutput[] | null): void {
    const up = body.linkUp && body.consoleUp
    if (up !== linkShown) {
      linkShown = up
      outputs?.push({ kind: 'link', up })
    }
    if (body.papers.length > 0) for (const paper of body.papers.splice(0)) outputs?.push({ kind: 'paper', paper })
    // Its backup battery is enough for the seals: what they do while the console is off is stored and sent later.
    if (!body.consoleUp && !body.sealChanged) return
    const report = reporter.due(body, outputs !== null)
    if (report) outputs?.push({ kind: 'report', report })
  }

  function start(scenario: Scenario): void {
    const next = scenario.play(body)
    if (scenario.manner === 'stops-the-truck') body.interruption = next
    else alongside.push({ story: next, wakeAt: body.at })
  }

  /** Starts a scenario requested for this second or chosen by the director; true when one started. */
  function stage(): boolean {
    if (toPlay[0] && toPlay[0].at <= body.at) {
      const name = toPlay.shift()!.scenario
      const scenario = allScenarios.find((one) => one.name === name)
      if (scenario) begin(scenario)
      return true
    }
    const scenario = director?.direct(body)
    if (scenario) start(scenario)
    return scenario !== null && scenario !== undefined
  }

  function begin(scenario: Scenario): void {
    start(scenario)
    director?.leaveAlone(body.at)
  }

  function live(untilMs: number, outputs: TruckOutput[] | null): void {
    for (;;) {
      if (nextStoryAt <= body.at) continueStory()
      alongside = continued(alongside, body.at)
      say(outputs)
      if (stage()) continue
      let stepEndsAt = nextStoryAt
      for (const { wakeAt } of alongside) if (wakeAt < stepEndsAt) stepEndsAt = wakeAt
      if (stepEndsAt > untilMs) return
      const seconds = (stepEndsAt - body.at) / 1_000
      body.at = stepEndsAt
      letTimeAct(body, seconds)
      if (body.at - body.agedAt >= ageEveryMs) age(body)
    }
  }

  return {
    body,
    advance(untilMs) {
      const outputs: TruckOutput[] = []
      live(untilMs, outputs)
      return outputs
    },
    passTo: (untilMs) => live(untilMs, null),
    play(scenario) {
      plays.push({ at: body.at, scenario: scenario.name })
      begin(scenario)
    },
    get isPlaying() {
      return alongside.length > 0 || body.interruption !== null
    },
    get mark() {
      return mark
    },
    plays,
  }
}
