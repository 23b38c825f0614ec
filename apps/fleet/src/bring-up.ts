/**
 * Simulates trucks up to the present, one after another: trucks from the state file continue at their marks, others start the
 * given number of days ago. Each has the time spans that the platform has not received.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { type LifeMaker, usualWarmUpMs } from './fleet.ts'
import { isSame, type KeptTruck } from './kept-fleet.ts'
import type { HistorySpan } from './history-replay.ts'
import { planLeaves } from './planned-leaves.ts'
import { createRandom } from './random.ts'
import type { TruckLife } from './truck-life.ts'
import type { Leave } from './working-day.ts'
import type { TruckRow } from './world.ts'

export type BroughtUp = { readonly life: TruckLife; readonly spans: readonly HistorySpan[]; readonly leaves: readonly Leave[] }

/** A longer stop is not simulated: the trucks are laid up until two days before its end. */
const MAX_STOP_LIVED_MS = 7 * 24 * 3_600_000
const backAtWorkMs = 2 * 24 * 3_600_000
/** Simulated time per step; other work runs in between. */
const stepMs = 3 * 3_600_000
const hourMs = 3_600_000

/**
 * @param days history of a truck that is new to the platform; 0: only today's trip. Null: the platform may know the truck
 * already; it stands at home with a new console and replays no history.
 */
export async function bringUp(
  makeLife: LifeMaker,
  row: TruckRow,
  { kept, days, now }: { readonly kept: KeptTruck | null; readonly days: number | null; readonly now: () => number },
): Promise<BroughtUp> {
  if (kept) {
    const back = await goOn(makeLife, row, kept, now)
    if (back) return back
    console.error(`fleet: ${row.plate} cannot resume from the state file; it starts as a new truck`)
  }
  const liveFrom = wholeSecond(now())
  const bornAt = kept || days === null ? liveFrom : wholeSecond(now() - Math.max(usualWarmUpMs, days * 24 * hourMs))
  const leaves = planLeaves(createRandom(0).fork(`${row.plate} leaves`), bornAt, liveFrom)
  const life = makeLife(row, bornAt, { leaves })
  if (kept || days === null) return { life, spans: [], leaves }
  await liveUntilNow(life, now)
  const span = { phone: row.terminalPhone, toAt: life.body.at }
  // The current trip is replayed before the present, so that the load is known from the first minute.
  const trip = { ...span, from: life.mark, fromAt: days > 0 ? life.mark.at : bornAt, beforeLive: true }
  if (days === 0) return { life, spans: [{ ...trip, from: bornAt }], leaves }
  return { life, spans: [trip, { ...span, from: bornAt, fromAt: bornAt, toAt: life.mark.at, beforeLive: false }], leaves }
}

async function goOn(makeLife: LifeMaker, row: TruckRow, kept: KeptTruck, now: () => number): Promise<BroughtUp | null> {
  const { mark, plays, reportedUntil } = kept
  const isLong = now() - reportedUntil > MAX_STOP_LIVED_MS
  const leaves = isLong ? [...kept.leaves, { from: kept.witness.at, until: wholeSecond(now() - backAtWorkMs) }] : kept.leaves
  try {
    const life = makeLife(row, mark, { plays, leaves })
    life.passTo(kept.witness.at)
    if (!isSame(life.body, kept.witness)) return null
    await liveUntilNow(life, now)
    const gap = { phone: row.terminalPhone, from: mark, fromAt: reportedUntil, toAt: life.body.at, beforeLive: true }
    return { life, spans: [...kept.tales, gap], leaves }
  } catch (error) {
    console.error(`fleet: ${String(error)}`)
    return null
  }
}

const wholeSecond = (at: number): number => Math.floor(at / 1_000) * 1_000

async function liveUntilNow(life: TruckLife, now: () => number): Promise<void> {
  for (let at = life.body.at; at < now();) {
    at = Math.min(at + stepMs, now())
    life.passTo(at)
    await breathe()
  }
  life.body.everythingNow = true
}
