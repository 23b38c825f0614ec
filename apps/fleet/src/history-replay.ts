/**
 * History replay: reports that a truck's terminal stored while it could not send. The truck's life is simulated again from a
 * mark and recorded. It joins the live part without a gap, because it is the same life.
 */
import type { Mark } from './life-mark.ts'
import type { Paper } from './paper.ts'
import type { Report } from './reporter.ts'
import type { TruckLife } from './truck-life.ts'

/** A time span of one truck that the platform has not received. */
export type HistorySpan = {
  readonly phone: string
  /** The mark at which the life continues, or its start, ms since 1970 UTC. */
  from: Mark | number
  /** Reports after this are replayed, up to and including `toAt`; ms since 1970 UTC. */
  fromAt: number
  readonly toAt: number
  /** Live reports wait until this is replayed, so that the platform receives all in order. */
  readonly beforeLive: boolean
}

/** Reports and papers of one part of a span. */
export type ReplayedPart = {
  readonly reports: readonly Report[]
  readonly papers: readonly Paper[]
  /** Replayed up to here, and a mark at or before it. */
  readonly until: number
  readonly mark: Mark
}

/** Length of one part. */
const stepMs = 3_600_000

/** Oldest first. @param life starts where the span does, with the rates of a terminal that stores its reports */
export function* replay(life: TruckLife, { fromAt, toAt }: HistorySpan): Generator<ReplayedPart, void, void> {
  for (let at = life.body.at; at < toAt;) {
    const heard = at >= fromAt
    at = Math.min(at + stepMs, heard ? toAt : fromAt)
    if (!heard) {
      life.passTo(at)
      if (at === fromAt) {
        // Stored reports start with all seals and gauges. A report of the last step before is not replayed, so it must not be that one.
        life.body.everythingNow = true
        life.advance(at)
        life.body.everythingNow = true
      }
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
