/** Ids that an address may name. */
const MAX_IDS = 2_000

/** Ids in an address: those that follow one another as a range, `3,12-40`, so that many stay short. */
export function writtenIds(ids: readonly number[]): string {
  const parts: [first: number, last: number][] = []
  for (const id of new Set(ids.toSorted((one, other) => one - other))) {
    const part = parts.at(-1)
    if (part && part[1] === id - 1) part[1] = id
    else parts.push([id, id])
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

/** What no id can be is left out, and what comes after the first 2,000. */
export function readIds(written: string | undefined): readonly number[] {
  const ids: number[] = []
  for (const part of (written ?? '').split(',')) {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? []
    if (first === undefined) continue
    for (let id = Number(first); id <= Number(last) && ids.length < MAX_IDS; id += 1) ids.push(id)
  }
  return ids
}
