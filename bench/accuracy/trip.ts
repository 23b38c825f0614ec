import type { DeliverySlip } from '@tanker/domain/trucks/truck-context'
import { Dice } from './dice.ts'
import { type DriveStyle, Journey, type JourneyOptions } from './journey.ts'
import { STATION_A, STATION_B } from './places.ts'

/** One scenario: a day that a seed makes, and what is true in it. */
export type Scenario = {
  readonly name: string
  /** Hours of it count as normal driving: every alarm in it is false. */
  readonly normal?: true
  /** A day on a rough road: false alarms of driving and of devices are counted apart. */
  readonly rough?: true
  readonly play: (seed: number) => Journey
}

/** Either of these reports a loss by level. */
export const LOSS: readonly number[] = [322, 202]
/** An opening: any of these, as alarms are merged into one. */
export const OPENING: readonly number[] = [1, 310, 322, 202, 320]

/** Litres at 20 °C for each compartment, of what it can hold. */
export const fillsOf = (journey: Journey): number[] =>
  journey.tanker.compartments.map(({ capacityL }) => capacityL * journey.dice.between(0.62, 0.92))

/** A truck that stands loaded in its depot and is about to leave. */
export function loaded(seed: number, options: JourneyOptions = {}): Journey {
  const journey = new Journey(seed, options)
  return journey.loads(fillsOf(journey))
}

/** Where a truck may stop beside the road, away from every site. */
export function roadsideKm(journey: Journey): number {
  const { dice } = journey
  return dice.chance(0.6) ? dice.between(5, 11) : dice.chance(0.5) ? dice.between(14.5, 16.5) : dice.between(20, 23)
}

/** To station A, where compartment 1 and half of 2 go, then to station B with the rest, then off. */
export function delivers(journey: Journey, style?: DriveStyle): Journey {
  deliversAtA(journey, style)
  deliversAtB(journey, style)
  return leaves(journey, style)
}

export function deliversAtA(journey: Journey, style?: DriveStyle): Journey {
  const half = journey.tanker.compartment(2).v20L * journey.dice.between(0.4, 0.6)
  return journey.drive(STATION_A.km, style).unloads(STATION_A, { 1: restL(journey), 2: half })
}

export const deliversAtB = (journey: Journey, style?: DriveStyle): Journey =>
  journey.drive(STATION_B.km, style).unloads(STATION_B, { 2: restL(journey), 3: restL(journey) })

export const leaves = (journey: Journey, style?: DriveStyle): Journey => journey.drive(STATION_B.km + 5, style).wait(300)

/** What always stays on the bottom. */
export const restL = (journey: Journey): number => journey.dice.between(0.5, 3)

/** With a slip for every other seed: the rules must do without one too. */
export const slipBySeed = (seed: number): { slip?: DeliverySlip } => (seed % 2 === 0 ? { slip: Journey.slip() } : {})

/** Standing stops beside the road before and after what happens at them, seconds; longer where frames are rare. */
export function lingers(journey: Journey): number {
  const rare = journey.terminal.standingS >= 300
  return journey.dice.between(rare ? 200 : 45, rare ? 600 : 300)
}

/** The same by a seed alone, before there is a journey. */
export const diceOf = (seed: number): Dice => new Dice(seed * 31 + 5)
