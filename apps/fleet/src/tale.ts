/**
 * What a truck's terminal kept while nobody listened: the truck's own life from a mark on, lived once more with a pen in
 * hand. It begins and ends where the live part ends and begins, for it is the same life.
 */
import type { Mark } from './mark.ts'
import type { Paper } from './paper.ts'
import type { Report } from './reporter.ts'
import type { TruckLife } from './truck-life.ts'

/** A stretch of one truck's life that the platform has not heard of. */
export type Tale = {
  readonly phone: string
  /** The life is taken up here, or, ms since 1970 UTC, begins here. */
  from: Mark | number
  /** Reports after this are told, up to and including `toAt`; ms since 1970 UTC. */
  fromAt: number
  readonly toAt: number
  /** The truck reports its present only when this is told: the platform hears all in order. */
  readonly beforeLive: boolean
}

/** What a truck and its papers said in one stretch of time. */
export type Told = {
  readonly reports: readonly Report[]
  readonly papers: readonly Paper[]
  /** Told up to here, and a mark at or before it. */
  readonly until: number
  readonly mark: Mark
}

/** How much is told at a time. */
const stepMs = 3_600_000

/** Oldest first. @param life begins where the tale does, with the rates of a terminal that keeps */
export function* tell(life: TruckLife, { fromAt, toAt }: Tale): Generator<Told, void, void> {
  for (let at = life.body.at; at < toAt;) {
    const heard = at >= fromAt
    at = Math.min(at + stepMs, heard ? toAt : fromAt)
    if (!heard) {
      life.passTo(at)
      // The platform has the seals and gauges of before; a memory begins with all of them.
      if (at === fromAt) life.body.everythingNow = true
      yield { reports: [], papers: [], until: at, mark: life.mark }
      continue
    }
    const outputs = life.advance(at)
    yield {
      reports: outputs.flatMap((output) => (output.kind === 'report' && output.report.at > fromAt ? [output.report] : [])),
      papers: outputs.flatMap((output) => (output.kind === 'paper' ? [output.paper] : [])),
      until: at,
      mark: life.mark,
    }
  }
}
