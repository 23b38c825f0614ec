/**
 * Brings trucks to the present, one after another: those that a file kept go on from their marks, others begin a life so
 * many days ago. Each comes with what the platform has not heard of it.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { type LifeMaker, usualWarmUpMs } from './fleet.ts'
import { isSame, type KeptTruck } from './kept-fleet.ts'
import type { Tale } from './tale.ts'
import type { TruckLife } from './truck-life.ts'
import type { Leave } from './working-day.ts'
import type { TruckRow } from './world.ts'

export type BroughtUp = { readonly life: TruckLife; readonly tales: readonly Tale[]; readonly leaves: readonly Leave[] }

/** A longer stop is not lived through: the trucks are laid up until two days before its end. */
const MAX_STOP_LIVED_MS = 7 * 24 * 3_600_000
const backAtWorkMs = 2 * 24 * 3_600_000
/** So much is lived at a time; in between others get their turn. */
const stepMs = 3 * 3_600_000
const hourMs = 3_600_000

/**
 * @param days of a truck that is new to the platform, before now; 0: only since it set out today. Null: the platform may have
 * heard of it, and nobody knows what; it stands at home, its console fresh from the workshop, and tells nothing of before.
 */
export async function bringUp(
  makeLife: LifeMaker,
  row: TruckRow,
  { kept, days, now }: { readonly kept: KeptTruck | null; readonly days: number | null; readonly now: () => number },
): Promise<BroughtUp> {
  if (kept) {
    const back = await goOn(makeLife, row, kept, now)
    if (back) return back
    console.error(`fleet: ${row.plate} cannot go on where it was; it begins as from the workshop`)
  }
  if (kept || days === null) return { life: makeLife(row, wholeSecond(now())), tales: [], leaves: [] }
  const bornAt = wholeSecond(now() - Math.max(usualWarmUpMs, days * 24 * hourMs))
  const life = makeLife(row, bornAt)
  await liveUntilNow(life, now)
  const tale = { phone: row.terminalPhone, toAt: life.body.at }
  // The trip under way is told before the present: what is aboard is known from the first minute.
  const trip = { ...tale, from: life.mark, fromAt: days > 0 ? life.mark.at : bornAt, beforeLive: true }
  if (days === 0) return { life, tales: [{ ...trip, from: bornAt }], leaves: [] }
  return { life, tales: [trip, { ...tale, from: bornAt, fromAt: bornAt, toAt: life.mark.at, beforeLive: false }], leaves: [] }
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
    return { life, tales: [...kept.tales, gap], leaves }
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
