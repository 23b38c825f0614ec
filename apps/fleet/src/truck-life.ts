/** Lets time act on one truck: its story goes on, its tanks slosh and cool, its console reports. Pure but for its seed. */
import type { Atlas } from './atlas.ts'
import { ageAir, ambientC } from './air.ts'
import { ageCompartment } from './cargo.ts'
import type { Paper } from './office.ts'
import type { Random } from './random.ts'
import { createReporter, type Report, type ReportingRates } from './reporter.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { Story } from './story.ts'
import { createTruckBody, isMoving, type TruckBody } from './truck-body.ts'
import { type Rounds, roundsOf, workingLife } from './working-day.ts'
import type { TruckRow, World } from './world.ts'

export type TruckOutput =
  | { readonly kind: 'report'; readonly report: Report }
  /** The network came or went. */
  | { readonly kind: 'link'; readonly up: boolean }
  /** Another system wrote something about its delivery. */
  | { readonly kind: 'paper'; readonly paper: Paper }

export type TruckLife = {
  readonly body: TruckBody
  /** Lives on as long as a whole step fits before `untilMs`. */
  advance(untilMs: number): TruckOutput[]
  /** Starts a scenario now. */
  play(scenario: Scenario): void
}

const sloshStillS = 22

function letTimeAct(body: TruckBody, seconds: number): void {
  const { random } = body
  if (isMoving(body)) {
    const wantedMm = 18 + 32 * Math.min(1, body.speedMs / 20)
    body.sloshMm += (wantedMm - body.sloshMm) * Math.min(1, seconds / 8)
    body.axialDeg = Math.max(-2, Math.min(2, body.axialDeg * 0.97 + random.normal(0.12)))
    body.lateralDeg = Math.max(-2, Math.min(2, body.lateralDeg * 0.97 + random.normal(0.12)))
  } else body.sloshMm *= Math.exp(-seconds / sloshStillS)
  const airC = ambientC(body.at)
  for (const compartment of body.compartments) ageCompartment(compartment, seconds, airC, random)
  ageAir(body, seconds)
}

type Alongside = { readonly story: Story; wakeAt: number }

export type TruckLifeOptions = {
  readonly world: World
  readonly atlas: Atlas
  readonly row: TruckRow
  /** ms since 1970 UTC; it stands at home then. */
  readonly startAt: number
  /** No new work from then on. */
  readonly homeBy: number
  readonly rates: ReportingRates
  readonly random: Random
}

export function createTruckLife({ world, atlas, row, startAt, homeBy, rates, random }: TruckLifeOptions): TruckLife {
  const driver = world.drivers.find(({ code }) => code === row.defaultDriverCode)
  const home = atlas.places.get(row.homeDepot)
  if (!driver || !home) throw new Error(`${row.plate}: no driver or home`)
  const body = createTruckBody(row, driver, world.tankTables, home, startAt, random)
  const rounds: Rounds = roundsOf(body, atlas, world.companies)
  const story = workingLife(body, atlas, rounds, homeBy)
  const reporter = createReporter(random.fork('instruments'), rates)
  let alongside: Alongside[] = []
  let linkShown = true
  let nextStoryAt = startAt

  function tellAlongside(): void {
    for (const one of alongside) {
      while (one.wakeAt <= body.at) {
        const told = one.story.next()
        one.wakeAt = told.done ? Number.POSITIVE_INFINITY : one.wakeAt + told.value * 1_000
      }
    }
    if (alongside.some(({ wakeAt }) => wakeAt === Number.POSITIVE_INFINITY))
      alongside = alongside.filter(({ wakeAt }) => wakeAt < Number.POSITIVE_INFINITY)
  }

  function say(outputs: TruckOutput[]): void {
    const up = body.linkUp && body.consoleUp
    if (up !== linkShown) {
      linkShown = up
      outputs.push({ kind: 'link', up })
    }
    if (body.papers.length > 0) for (const paper of body.papers.splice(0)) outputs.push({ kind: 'paper', paper })
    if (!body.consoleUp) return
    const report = reporter.due(body)
    if (report) outputs.push({ kind: 'report', report })
  }

  return {
    body,
    advance(untilMs) {
      const outputs: TruckOutput[] = []
      for (;;) {
        if (nextStoryAt <= body.at) {
          const told = story.next()
          // A working life never ends.
          nextStoryAt = body.at + Math.max(1, told.value ?? 1) * 1_000
        }
        tellAlongside()
        say(outputs)
        const stepEndsAt = Math.min(nextStoryAt, ...alongside.map(({ wakeAt }) => wakeAt))
        if (stepEndsAt > untilMs) return outputs
        letTimeAct(body, (stepEndsAt - body.at) / 1_000)
        body.at = stepEndsAt
      }
    },
    play(scenario) {
      const told = scenario.play(body)
      if (scenario.manner === 'stops-the-truck') body.interruption = told
      else alongside.push({ story: told, wakeAt: body.at })
    },
  }
}
