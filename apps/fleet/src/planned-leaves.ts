/**
 * When trucks are laid up in a well-kept fleet: over a rest now and then, and some for days in a repair shop. The platform sees it as
 * a terminal that is silent.
 */
import type { Random } from './random.ts'
import type { Leave } from './working-day.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** One rest of a truck in so many days. */
const restEveryDays = 18
/** So many trucks wait in a repair shop once in two months. */
const repairShare = 0.25
const repairEveryDays = 60
/** When a fleet goes live no truck is laid up: one that never came is unknown to the platform. */
const presentMs = 40 * hourMs
/** Planned so far ahead. */
const plannedAheadMs = 60 * dayMs

/**
 * @param random of this truck
 * @param from start of its life, ms since 1970 UTC
 * @param liveFrom when it is first seen live
 */
export function planLeaves(random: Random, from: number, liveFrom: number): Leave[] {
  const until = liveFrom + plannedAheadMs
  const leaves: Leave[] = []
  for (let at = from + random.between(0, restEveryDays) * dayMs; at < until; at += random.between(0.5, 1.5) * restEveryDays * dayMs)
    leaves.push({ from: at, until: at + random.between(16, 26) * hourMs })
  if (random.chance(repairShare))
    for (let at = from + random.between(0, 5) * dayMs; at < until; at += random.between(0.7, 1.3) * repairEveryDays * dayMs)
      leaves.push({ from: at, until: at + random.between(52, 84) * hourMs, atRepairShop: true })
  return leaves
    .filter((leave) => leave.until < liveFrom - hourMs || leave.from > liveFrom + presentMs)
    .map((leave) => ({ ...leave, from: wholeSecond(leave.from), until: wholeSecond(leave.until) }))
    .toSorted((a, b) => a.from - b.from)
}

const wholeSecond = (at: number): number => Math.floor(at / 1_000) * 1_000
