import { createTruckState, step } from '@tanker/detection/truck-engine'
import { Dice } from './dice.ts'
import type { Journey } from './journey.ts'
import type { Tally } from './tally.ts'
import { arrivalsOf, byDeviceTime } from './terminal.ts'
import type { Scenario } from './trip.ts'
import { type Facts, FactTable } from './verdict.ts'

/** Lets the product's engine judge a journey: every frame as the network brought it, put into the order that it asks for. */
export function playThrough(journey: Journey, dice: Dice): { facts: Facts; steps: number } {
  const table = new FactTable()
  const frames = byDeviceTime(arrivalsOf(journey.terminal.frames, dice))
  const state = createTruckState()
  for (const frame of frames) for (const fact of step(state, frame, journey.context).facts) table.take(fact, frame.at)
  return { facts: table.facts(journey), steps: frames.length }
}

/** One day of a scenario, played, judged and counted. */
export function measure(scenario: Scenario, seed: number, tally: Tally): void {
  const journey = scenario.play(seed)
  const { facts, steps } = playThrough(journey, new Dice(seed + 1_000_000))
  tally.add(scenario, journey, facts, steps)
}
