import type { Flow } from '@tanker/contract/flow-change'

/** One volume of a compartment, milliseconds UTC and litres; rising times. */
export type VolumeAt = { readonly at: number; readonly volumeL: number }

type Minute = Flow['minutes'][number]

const minuteMs = 60_000
/** The rate between readings further apart is unknown. */
const gapMs = 150_000
/** The flow before a step: the median of this many minutes. */
const beforeMinutes = 3
/** A flow below the first share of it is a drop, above the second a surge. */
const dropShare = 0.5
const surgeShare = 1.5
/** A minute within this share of the one before continues it, so that a step is reported once. */
const likeBefore = 0.2
/** Below this a compartment is at rest: gauge noise, not flow. */
const restLpm = 30

/**
 * The flow of an operation per minute: litres in its direction, measured between the minutes' ends on the line through the
 * readings, and where it stepped against the three minutes before.
 */
export function flowPerMinute(
  volumes: readonly VolumeAt[],
  startedAt: number,
  endedAt: number,
  direction: 'loading' | 'unloading',
): readonly Minute[] {
  const sign = direction === 'loading' ? 1 : -1
  const startL = volumeOn(volumes, startedAt)
  const minutes: Minute[] = []
  for (let at = startedAt; at < endedAt; at += minuteMs) {
    const end = Math.min(at + minuteMs, endedAt)
    // Too few seconds at the end for a rate.
    if (end - at < minuteMs / 3 && minutes.length > 0) break
    const before = volumeOn(volumes, at)
    const after = volumeOn(volumes, end)
    const known = before !== null && after !== null
    const isLast = end === endedAt
    const rateLpm = known ? round((sign * (after - before) * minuteMs) / (end - at)) : null
    minutes.push({
      at,
      rateLpm,
      movedL: after === null || startL === null ? null : round(sign * (after - startL)),
      step: rateLpm === null ? null : stepOf(minutes, rateLpm, isLast),
    })
  }
  return minutes
}

const round = (value: number): number => Math.round(value * 10) / 10

/** The first minute has no predecessor, and in the last one the flow ends normally. */
function stepOf(minutes: readonly Minute[], rateLpm: number, isLast: boolean): Minute['step'] {
  const before = minutes
    .slice(-beforeMinutes)
    .flatMap((minute) => minute.rateLpm ?? [])
    .toSorted((a, b) => a - b)
  const usual = before[Math.floor(before.length / 2)]
  const last = minutes.at(-1)?.rateLpm ?? null
  if (usual === undefined || isLast || (last !== null && Math.abs(rateLpm - last) <= Math.max(restLpm, Math.abs(last) * likeBefore)))
    return null
  if (rateLpm < restLpm) return usual >= restLpm ? 'stop' : null
  if (usual < restLpm || rateLpm > usual * surgeShare) return minutes.length > 1 ? 'surge' : null
  return rateLpm < usual * dropShare ? 'drop' : null
}

/** The volume at a time, on the line between the readings around it; null where they are missing or too far apart. */
function volumeOn(volumes: readonly VolumeAt[], at: number): number | null {
  const next = volumes.findIndex((one) => one.at >= at)
  const after = volumes[next]
  if (!after) {
    // The operation may end a moment after the last reading of its flow.
    const last = volumes.at(-1)
    return last && at - last.at <= gapMs ? last.volumeL : null
  }
  if (after.at === at) return after.volumeL
  const before = volumes[next - 1]
  if (!before) return after.at - at <= gapMs ? after.volumeL : null
  if (after.at - before.at > gapMs) return null
  return before.volumeL + ((after.volumeL - before.volumeL) * (at - before.at)) / (after.at - before.at)
}
