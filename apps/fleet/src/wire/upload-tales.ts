/** Uploads what trucks have to tell of the time when nobody listened, as terminals do that come out of a blind zone. */
import type { Location } from '@tanker/protocol/location'
import type { Mark } from '../mark.ts'
import type { Paper } from '../paper.ts'
import type { Report } from '../reporter.ts'
import { tell, type Tale, type Told } from '../tale.ts'
import type { TruckLife } from '../truck-life.ts'
import type { Terminal } from './terminal.ts'

export type TaleUploads = {
  add(life: TruckLife, terminal: Terminal, tales: readonly Tale[]): void
  /** What the platform has not acknowledged yet. */
  left(life: TruckLife): readonly Tale[]
  stop(): void
}

export type TaleUploadsOptions = {
  lifeOf(tale: Tale): TruckLife
  locationOf(report: Report, life: TruckLife): Location
  onPapers?(papers: readonly Paper[]): void
  onTold?(tale: Tale): void
}

const lookEveryMs = 40
/** So long at a time is spent on living tales; the present must not wait for it. */
const busyMs = 25
/** Days before the first start go up truck by truck, so many at a time: the platform puts each one's days in order once. */
const pastAtOnce = 2
/** Never further ahead of a truck's acknowledgements than this. */
const MAX_UNACKNOWLEDGED = 1_000
/** Marks of parts that are on their way; more parts wait. */
const MAX_MARKS = 100

type Telling = {
  readonly tale: Tale
  readonly life: TruckLife
  readonly terminal: Terminal
  readonly told: Iterator<Told, void, void>
  readonly marks: Mark[]
  until: number
  ended: boolean
}

export function uploadTales({ lifeOf, locationOf, onPapers, onTold }: TaleUploadsOptions): TaleUploads {
  const waiting = new Map<TruckLife, Tale[]>()
  const terminals = new Map<TruckLife, Terminal>()
  const telling = new Map<TruckLife, Telling>()

  /** What comes before a truck's present at once, all else when few are at it. */
  function begin(): void {
    for (const [life, tales] of waiting) {
      const terminal = terminals.get(life)
      const tale = tales[0]
      if (!tale || !terminal || telling.has(life)) continue
      if (!tale.beforeLive && [...telling.values()].filter((one) => !one.tale.beforeLive).length >= pastAtOnce) continue
      const lived = lifeOf(tale)
      telling.set(life, { tale, life: lived, terminal, told: tell(lived, tale), marks: [], until: lived.body.at, ended: false })
    }
  }

  /** The platform has acknowledged up to here. */
  function note(one: Telling): void {
    const reached = one.terminal.remembered === 0 ? one.until : one.terminal.oldestRememberedAt - 1
    if (reached <= one.tale.fromAt) return
    one.tale.fromAt = reached
    while (one.marks[0] && one.marks[0].at <= reached) one.tale.from = one.marks.shift()!
  }

  function end(life: TruckLife, { tale, terminal }: Telling): void {
    telling.delete(life)
    const tales = waiting.get(life)?.filter((one) => one !== tale) ?? []
    waiting.set(life, tales)
    terminal.holdLive(tales[0]?.beforeLive ?? false)
    onTold?.(tale)
  }

  function goOn(one: Telling): void {
    const next = one.told.next()
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

  const mayGoOn = (one: Telling): boolean =>
    one.terminal.online && !one.ended && one.terminal.remembered < MAX_UNACKNOWLEDGED && one.marks.length < MAX_MARKS

  function look(): void {
    begin()
    for (const [life, one] of telling) {
      note(one)
      if (one.ended && one.terminal.remembered === 0) end(life, one)
    }
    // The one that is furthest behind goes on: all come to the present together.
    for (const startedAt = Date.now(); Date.now() - startedAt < busyMs;) {
      let last: Telling | null = null
      for (const one of telling.values()) if (mayGoOn(one) && (last === null || one.until < last.until)) last = one
      if (last === null) return
      goOn(last)
    }
  }

  const looking = setInterval(look, lookEveryMs)
  return {
    add(life, terminal, tales) {
      // What comes before the present goes first, the longest ago of it before the rest.
      const inOrder = tales.toSorted((a, b) => Number(b.beforeLive) - Number(a.beforeLive) || a.fromAt - b.fromAt)
      waiting.set(life, inOrder)
      terminals.set(life, terminal)
      terminal.holdLive(inOrder[0]?.beforeLive ?? false)
    },
    left: (life) => waiting.get(life) ?? [],
    stop: () => clearInterval(looking),
  }
}
