import type { RollOutProblem } from '@tanker/domain/devices/roll-out'
import type { RolledTruck, RollOut } from './roll-out-rows.ts'

/** What a roll-out does next. */
export type NextStep =
  | { readonly do: 'wait' }
  | { readonly do: 'order'; readonly trucks: readonly RolledTruck[] }
  | { readonly do: 'return'; readonly trucks: readonly RolledTruck[] }
  | { readonly do: 'watch' | 'waves' | 'done' | 'returned' }
  | { readonly do: 'pause'; readonly problem: RollOutProblem; readonly plate: string }

const MINUTE_MS = 60_000
const WAIT: NextStep = { do: 'wait' }
const pausedBy = (problem: RollOutProblem, { plate }: RolledTruck): NextStep => ({ do: 'pause', problem, plate })

/** Decides from what is known of its trucks; the same question has the same answer, so it may be asked again after a crash. */
export function nextStep(rollOut: RollOut, trucks: readonly RolledTruck[], now: Date): NextStep {
  if (rollOut.state === 'returning') return nextReturn(trucks)
  const problem = problemOf(trucks)
  if (problem) return problem
  const watchMs = rollOut.watch_min * MINUTE_MS
  switch (rollOut.state) {
    case 'first':
      return nextOfFirst(
        trucks.filter(({ isFirst }) => isFirst),
        now.getTime() >= rollOut.checked_from.getTime() + watchMs,
      )
    case 'watching':
      return now < (rollOut.watch_until ?? now) ? WAIT : nextOfWatched(trucks.filter(({ isFirst }) => isFirst))
    case 'waves':
      return nextWave(trucks, rollOut.wave_trucks, now.getTime() - watchMs)
    default:
      return WAIT
  }
}

/** A failure counts at once, wherever the roll-out is. */
function problemOf(trucks: readonly RolledTruck[]): NextStep | null {
  const judged = trucks.filter(({ isExcused }) => !isExcused)
  const failed = judged.find(({ state }) => state === 'failed')
  if (failed) return pausedBy('failed', failed)
  const done = judged.filter(({ state }) => state === 'done')
  const faulty = done.find(({ hasFault }) => hasFault)
  if (faulty) return pausedBy('fault', faulty)
  const drifting = done.find(({ drifts, isCompared }) => drifts && !isCompared)
  return drifting ? pausedBy('drift', drifting) : null
}

function nextOfFirst(first: readonly RolledTruck[], isLate: boolean): NextStep {
  const waiting = first.filter(({ state }) => state === 'waiting')
  if (waiting.length > 0) return { do: 'order', trucks: waiting }
  const open = first.find(({ state }) => state === 'ordered')
  if (open === undefined) return { do: 'watch' }
  return isLate ? pausedBy('late', open) : WAIT
}

function nextOfWatched(first: readonly RolledTruck[]): NextStep {
  if (first.some(({ isCompared }) => isCompared)) return WAIT
  const away = first.find(({ state, isOnline, isExcused }) => state === 'done' && !isOnline && !isExcused)
  return away ? pausedBy('offline', away) : { do: 'waves' }
}

/** The next wave goes when the last one has ended, or has had its time: a truck that stands somewhere offline holds up no other. */
function nextWave(trucks: readonly RolledTruck[], size: number, olderThanMs: number): NextStep {
  const open = trucks.filter(({ state }) => state === 'ordered')
  const waiting = trucks.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return open.length === 0 ? { do: 'done' } : WAIT
  return open.every(({ orderedAt }) => (orderedAt?.getTime() ?? 0) <= olderThanMs) ? { do: 'order', trucks: waiting.slice(0, size) } : WAIT
}

function nextReturn(trucks: readonly RolledTruck[]): NextStep {
  const written = trucks.filter(({ state }) => state === 'done')
  if (written.length > 0) return { do: 'return', trucks: written }
  return trucks.some(({ state }) => state === 'returning') ? WAIT : { do: 'returned' }
}
