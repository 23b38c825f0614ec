/**
 * The days before the start, told as the memory of terminals that come back from a blind zone.
 * The last hours of the past are the very hours that the live fleet lived through unseen, so past and present join.
 */
import { createFleet, type Fleet, usualWarmUpMs } from './fleet.ts'
import type { Report } from './reporter.ts'
import type { World } from './world.ts'

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
}

export type PastReport = { readonly phone: string; readonly report: Report }

const dayMs = 86_400_000
const longTrucks = 5
/** How much is told at a time. */
const stepMs = 300_000
/** Trucks finish their trip and get home within this before a period ends. */
const homewardMs = 10 * 3_600_000
/** The past is a little livelier than the present: each report of the menu should have rows. */
const scenariosPerTruckHour = 0.8

/** The reports of the past, oldest first within each period. */
export function* tellPast(options: PastOptions): Generator<readonly PastReport[], void, void> {
  const { world, seed, trucks, startAt, days, longDays } = options
  const joinAt = startAt - usualWarmUpMs
  const weekAt = startAt - days * dayMs
  if (longDays > days) {
    const longAt = startAt - longDays * dayMs
    const few = {
      world,
      seed: seed + 2,
      trucks: Math.min(longTrucks, trucks),
      startAt: longAt,
      warmUpMs: 0,
      homeBy: weekAt - homewardMs,
      scenariosPerTruckHour,
    }
    yield* tellPeriod(createFleet(few), longAt, weekAt, longDays)
  }
  if (days > 0) {
    const all = { world, seed: seed + 1, trucks, startAt: weekAt, warmUpMs: 0, homeBy: joinAt - homewardMs, scenariosPerTruckHour }
    yield* tellPeriod(createFleet(all), weekAt, joinAt, days)
    yield* tellPeriod(createFleet({ world, seed, trucks, startAt: joinAt, warmUpMs: 0, scenariosPerTruckHour: 0 }), joinAt, startAt, 0)
  }
}

function* tellPeriod(fleet: Fleet, fromAt: number, toAt: number, daysAgo: number): Generator<readonly PastReport[], void, void> {
  // The odometer must not run backwards from one period to the next.
  for (const { body } of fleet.lives) body.mileageM = Math.max(0, body.mileageM - daysAgo * 1_000_000)
  for (let at = fromAt; at < toAt; at += stepMs) {
    yield fleet
      .advance(Math.min(at + stepMs, toAt))
      .flatMap(({ life, outputs }) =>
        outputs.flatMap((output) => (output.kind === 'report' ? [{ phone: life.body.row.terminalPhone, report: output.report }] : [])),
      )
  }
}
