/** The next line that is still there, from an index downwards, else the nearest above it; null when none is. */
export const survivorOf = (before: readonly string[], after: readonly string[], index: number): string | null => {
  const left = new Set(after)
  return before.slice(index).find((id) => left.has(id)) ?? before.slice(0, index).findLast((id) => left.has(id)) ?? null
}

/**
 * How far the queue scrolls with a change so that the line at `index` stays where it was: pixels down, negative up. When that line has
 * gone, the next one stays.
 */
export const scrollShift = (before: readonly string[], after: readonly string[], index: number, rowPx: number): number => {
  const kept = survivorOf(before, after, index)
  return kept === null ? 0 : (after.indexOf(kept) - before.indexOf(kept)) * rowPx
}

/**
 * The lines that came since the queue was looked at last. Those behind its last known line came with the next page: they were there
 * before, unless all lines had been read.
 */
export const arrivedLines = (before: readonly string[], after: readonly string[], wasWhole: boolean): readonly string[] => {
  const known = new Set(before)
  const end = wasWhole ? after.length : after.findLastIndex((id) => known.has(id))
  return after.slice(0, Math.max(0, end)).filter((id) => !known.has(id))
}

/** Lines above the window that the reader has not had in sight. */
export const unseenAbove = (ids: readonly string[], seen: ReadonlySet<string>, firstInView: number): number =>
  ids.slice(0, firstInView).filter((id) => !seen.has(id)).length

/** The line after those that were just handled: the next below the opened one, else the one above; null: the queue is empty. */
export const nextLine = (ids: readonly string[], handled: readonly string[], openedId: string | null): string | null => {
  const gone = new Set(handled)
  const at = openedId === null ? -1 : ids.indexOf(openedId)
  return ids.slice(at + 1).find((id) => !gone.has(id)) ?? ids.slice(0, Math.max(0, at)).findLast((id) => !gone.has(id)) ?? null
}

/** The line so many steps away; without a line the first. */
export const steppedLine = (ids: readonly string[], from: string | null, step: number): string | null => {
  const at = from === null ? -1 : ids.indexOf(from)
  if (at === -1) return ids[0] ?? null
  return ids[Math.max(0, Math.min(ids.length - 1, at + step))] ?? null
}

/** The lines from one to another, both with them. */
export const linesBetween = (ids: readonly string[], one: string, other: string): readonly string[] => {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b)
  return from === undefined || to === undefined || from === -1 ? [other] : ids.slice(from, to + 1)
}
