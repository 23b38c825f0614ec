import type { AlarmFact } from '@tanker/detection/fact'

/** Alarms of one truck as they were judged, and as they would have been. */
export type AlarmDifference = {
  readonly appear: readonly AlarmFact[]
  readonly vanish: readonly AlarmFact[]
  /** Pairs that are the same happening with another begin, end or grade. */
  readonly changed: readonly (readonly [now: AlarmFact, tried: AlarmFact])[]
}

/** Two alarms of one type and object so close together are one happening: another limit is crossed a little earlier or later. */
const NEAR_MS = 120_000

/** What differs between two lists of alarms. Each alarm is of at most one pair; pairs that overlap most closely in their begin come first. */
export function compareAlarms(now: readonly AlarmFact[], tried: readonly AlarmFact[]): AlarmDifference {
  const left = new Map(tried.map((alarm) => [keyOf(alarm), alarm]))
  const changed: (readonly [AlarmFact, AlarmFact])[] = []
  const unmatched: AlarmFact[] = []
  for (const alarm of now) {
    const same = left.get(keyOf(alarm))
    if (same === undefined) {
      unmatched.push(alarm)
      continue
    }
    left.delete(keyOf(alarm))
    if (same.endedAt !== alarm.endedAt || same.grade !== alarm.grade) changed.push([alarm, same])
  }
  const vanish: AlarmFact[] = []
  for (const alarm of unmatched) {
    const near = [...left.values()]
      .filter((other) => other.type === alarm.type && other.object === alarm.object && isOneHappening(alarm, other))
      .toSorted((a, b) => Math.abs(a.startedAt - alarm.startedAt) - Math.abs(b.startedAt - alarm.startedAt))[0]
    if (near === undefined) {
      vanish.push(alarm)
      continue
    }
    left.delete(keyOf(near))
    changed.push([alarm, near])
  }
  return { appear: [...left.values()].toSorted((a, b) => a.startedAt - b.startedAt), vanish, changed }
}

const keyOf = ({ type, object, startedAt }: AlarmFact): string => `${type}/${object}/${startedAt}`

const isOneHappening = (a: AlarmFact, b: AlarmFact): boolean =>
  a.startedAt <= (b.endedAt ?? Number.POSITIVE_INFINITY) + NEAR_MS && b.startedAt <= (a.endedAt ?? Number.POSITIVE_INFINITY) + NEAR_MS
