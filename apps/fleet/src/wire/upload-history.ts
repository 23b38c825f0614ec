/** Uploads the history of trucks that the platform has not received, as terminals do after a blind zone. */
import type { Location } from '@tanker/protocol/location'
import type { Mark } from '../life-mark.ts'
import type { Paper } from '../paper.ts'
import type { Report } from '../reporter.ts'
import { replay, type HistorySpan, type ReplayedPart } from '../history-replay.ts'
import type { TruckLife } from '../truck-life.ts'
import type { Terminal } from './terminal.ts'

export type HistoryUploads = {
  /** Spans of a truck whose terminal follows. */
  expect(life: TruckLife, spans: readonly HistorySpan[]): void
  add(life: TruckLife, terminal: Terminal): void
  /** What the platform has not acknowledged yet. */
  left(life: TruckLife): readonly HistorySpan[]
  stop(): void
}

export type HistoryUploadsOptions = {
  lifeOf(span: HistorySpan): TruckLife
  locationOf(report: Report, life: TruckLife): Location
  onPapers?(papers: readonly Paper[]): void
  onReplayed?(span: HistorySpan): void
}

const lookEveryMs = 40
/** Longest time per turn for simulating spans, so that live reports do not wait. */
const busyMs = 25
/** Trucks whose days before the first start are uploaded at the same time: the platform then rebuilds each truck only once. */
const pastAtOnce = 6
/** Never further ahead of a truck's acknowledgements than this. */
const MAX_UNACKNOWLEDGED = 1_000
/** Marks of parts that are on their way; more parts wait. */
const MAX_MARKS = 100

type Replay = {
  readonly span: HistorySpan
  readonly life: TruckLife
  readonly terminal: Terminal
  readonly parts: Iterator<ReplayedPart, void, void>
  readonly marks: Mark[]
  until: number
  ended: boolean
}

export function uploadHistory({ lifeOf, locationOf, onPapers, onReplayed }: HistoryUploadsOptions): HistoryUploads {
  const waiting = new Map<TruckLife, HistorySpan[]>()
  const terminals = new Map<TruckLife, Terminal>()
  const running = new Map<TruckLife, Replay>()

  /** Starts spans that come before live reports at once, others when few are running. */
  function begin(): void {
    for (const [life, spans] of waiting) {
      const terminal = terminals.get(life)
      const span = spans[0]
      if (!span || !terminal || running.has(life)) continue
      if (!span.beforeLive && [...running.values()].filter((one) => !one.span.beforeLive).length >= pastAtOnce) continue
      const lived = lifeOf(span)
      running.set(life, { span, life: lived, terminal, parts: replay(lived, span), marks: [], until: lived.body.at, ended: false })
    }
  }

  /** The platform has acknowledged up to here. */
  function note(one: Replay): void {
    const reached = one.terminal.remembered === 0 ? one.until : one.terminal.oldestRememberedAt - 1
    if (reached <= one.span.fromAt) return
    one.span.fromAt = reached
    while (one.marks[0] && one.marks[0].at <= reached) one.span.from = one.marks.shift()!
  }

  function end(life: TruckLife, { span, terminal }: Replay): void {
    running.delete(life)
    const spans = waiting.get(life)?.filter((one) => one !== span) ?? []
    waiting.set(life, spans)
    terminal.holdLive(spans[0]?.beforeLive ?? false)
    onReplayed?.(span)
  }

  function goOn(one: Replay): void {
    const next = one.parts.next()
    if (next.done) {
      one.ended = true
      return
    }
    const { reports, papers, until, mark } = next.value
    one.until = until
    if (one.marks.at(-1)?.at !== mark.at) one.marks.push(mark)
    if (reports.length > 0) one.terminal.remember(reports.map((report) => locationOf(report, one.life)))
    if (papers.length > 0) onPapers?.(papers)
  }

  const mayGoOn = (one: Replay): boolean =>
    one.terminal.online && !one.ended && one.terminal.remembered < MAX_UNACKNOWLEDGED && one.marks.length < MAX_MARKS

  function look(): void {
    begin()
    for (const [life, one] of running) {
      note(one)
      if (one.ended && one.terminal.remembered === 0) end(life, one)
    }
    // The one that is furthest behind continues, so that all reach the present together.
    for (const startedAt = Date.now(); Date.now() - startedAt < busyMs;) {
      let last: Replay | null = null
      for (const one of running.values()) if (mayGoOn(one) && (last === null || one.until < last.until)) last = one
      if (last === null) return
      goOn(last)
    }
  }

  const looking = setInterval(look, lookEveryMs)
  return {
    // Spans that come before live reports first, oldest first.
    expect: (life, spans) =>
      void waiting.set(
        life,
        spans.toSorted((a, b) => Number(b.beforeLive) - Number(a.beforeLive) || a.fromAt - b.fromAt),
      ),
    add(life, terminal) {
      terminals.set(life, terminal)
      terminal.holdLive(waiting.get(life)?.[0]?.beforeLive ?? false)
    },
    left: (life) => waiting.get(life) ?? [],
    stop: () => clearInterval(looking),
  }
}
