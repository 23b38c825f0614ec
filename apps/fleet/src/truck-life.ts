/** Lets time act on one truck: its story goes on, its tanks slosh and cool, its console reports. Pure but for its seed. */
import type { Atlas } from './atlas.ts'
import { ageCompartment } from './cargo.ts'
import type { Random } from './random.ts'
import { createReporter, type Report } from './reporter.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { Story } from './story.ts'
import { createTruckBody, isMoving, type TruckBody } from './truck-body.ts'
import { type Rounds, roundsOf, workingLife } from './working-day.ts'
import type { TruckRow, World } from './world.ts'

export type TruckOutput =
  | { readonly kind: 'report'; readonly report: Report }
  /** The network came or went. */
  | { readonly kind: 'link'; readonly up: boolean }

export type TruckLife = {
  readonly body: TruckBody
  /** Lives on as long as a whole step fits before `untilMs`. */
  advance(untilMs: number): TruckOutput[]
  /** Starts a scenario now. */
  play(scenario: Scenario): void
}

const dayMs = 86_400_000
const sloshStillS = 22
const zoneMs = 8 * 3_600_000

/** Air temperature in the region, °C: coldest at five, warmest at two in the afternoon. */
function ambientC(at: number): number {
  const hour = (((at + zoneMs) % dayMs) / dayMs) * 24
  return 18 + 7 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)
}

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
}

type Alongside = { readonly story: Story; wakeAt: number }

export function createTruckLife(world: World, atlas: Atlas, row: TruckRow, startAt: number, homeBy: number, random: Random): TruckLife {
  const driver = world.drivers.find(({ code }) => code === row.defaultDriverCode)
  const home = atlas.places.get(row.homeDepot)
  if (!driver || !home) throw new Error(`${row.plate}: no driver or home`)
  const body = createTruckBody(row, driver, world.tankTables, home, startAt, random)
  const rounds: Rounds = roundsOf(body, atlas, world.companies)
  const story = workingLife(body, atlas, rounds, homeBy)
  const reporter = createReporter(random.fork('instruments'))
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
