/**
 * The days before the start, told truck by truck as the memory of a terminal that comes back from a blind zone.
 * The last hours of the past are the very hours that the live fleet lived through unseen, so past and present join.
 */
import { createFleet, type Fleet, usualWarmUpMs } from './fleet.ts'
import type { Paper } from './office.ts'
import { type Report, thriftyRates } from './reporter.ts'
import type { TruckRow, World } from './world.ts'

export type PastOptions = {
  readonly world: World
  /** Seed and number of trucks of the live fleet. */
  readonly seed: number
  readonly trucks: number
  /** Start of the live fleet, ms since 1970 UTC. */
  readonly startAt: number
  /** Days told of every truck. */
  readonly days: number
  /** Days told of the first few trucks (a rank change against last month needs them). */
  readonly longDays: number
  /** Scenarios a truck meets in an hour; a little fewer than live ones, which a newcomer is to see soon. */
  readonly scenariosPerTruckHour?: number
}

/** What a truck and its papers said in one stretch of time. */
export type Told = {
  readonly reports: readonly Report[]
  readonly papers: readonly Paper[]
  /** Days told with it, all in all. */
  readonly toldDays: number
}

export type TruckPast = {
  readonly phone: string
  readonly days: number
  /** Oldest first. */
  tell(): Generator<Told, void, void>
}

const dayMs = 86_400_000
const longTrucks = 5
/** How much is told at a time. */
const stepMs = 3_600_000
/** Trucks finish their trip and get home within this before a period ends. */
const homewardMs = 10 * 3_600_000

/** The past of each truck, in the order in which it should be told. */
export function pastsOf(options: PastOptions): TruckPast[] {
  return options.world.trucks.slice(0, options.trucks).map((row, index) => {
    const days = index < longTrucks ? Math.max(options.days, options.longDays) : options.days
    return { phone: row.terminalPhone, days, tell: () => tellTruck(options, row, index, days) }
  })
}

function* tellTruck(options: PastOptions, row: TruckRow, index: number, days: number): Generator<Told, void, void> {
  if (days === 0) return
  const { seed, startAt, scenariosPerTruckHour = 0.3 } = options
  const world = { ...options.world, trucks: [row] }
  const joinAt = startAt - usualWarmUpMs
  const fromAt = startAt - days * dayMs
  // A life of its own before the one that the live fleet shares.
  const before = {
    world,
    seed: seed + 1_000 + index,
    startAt: fromAt,
    warmUpMs: 0,
    homeBy: joinAt - homewardMs,
    scenariosPerTruckHour,
    overture: false,
    rates: thriftyRates,
  }
  yield* tellPeriod(createFleet(before), fromAt, joinAt, days, fromAt)
  const joined = { world, seed, startAt: joinAt, warmUpMs: 0, scenariosPerTruckHour: 0, rates: thriftyRates }
  yield* tellPeriod(createFleet(joined), joinAt, startAt, 0, fromAt)
}

function* tellPeriod(fleet: Fleet, fromAt: number, toAt: number, daysAgo: number, bornAt: number): Generator<Told, void, void> {
  // The odometer must not run backwards from one period to the next.
  for (const { body } of fleet.lives) body.mileageM = Math.max(0, body.mileageM - daysAgo * 1_000_000)
  for (let at = fromAt; at < toAt; at += stepMs) {
    const untilAt = Math.min(at + stepMs, toAt)
    const outputs = fleet.advance(untilAt).flatMap((said) => said.outputs)
    yield {
      reports: outputs.flatMap((output) => (output.kind === 'report' ? [output.report] : [])),
      papers: outputs.flatMap((output) => (output.kind === 'paper' ? [output.paper] : [])),
      toldDays: (untilAt - bornAt) / dayMs,
    }
  }
}
