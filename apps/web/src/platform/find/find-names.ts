/** How names are spelt; null until the dictionary has been loaded. */
export type Spell = ((name: string) => readonly string[]) | null

/** As names are compared: without spaces, dots and dashes, in lower case. */
export const plainName = (words: string): string => words.replace(/[\s·\-—]/g, '').toLowerCase()

/** All that a name is found by, in one text: itself, its pinyin and its initials. */
export const searchedText = (names: readonly string[], spell: Spell): string =>
  names.flatMap((name) => [plainName(name), ...(spell?.(name) ?? []).map(plainName)]).join('\n')

/** How well a searched text fits what was typed (`plainName` of it): 0 where a name begins with it, 1 inside a name, null not at all. */
const fitOf = (searched: string, typed: string): 0 | 1 | null => {
  const at = searched.indexOf(typed)
  if (at === -1) return null
  return at === 0 || searched.includes(`\n${typed}`) ? 0 : 1
}

/** Those whose text holds what was typed, first those that begin with it, in their order; at most `limit`. */
export function findNames<T extends { readonly searched: string }>(entries: readonly T[], typed: string, limit: number): T[] {
  const wanted = plainName(typed)
  if (wanted === '') return []
  const begins: T[] = []
  const holds: T[] = []
  for (const entry of entries) {
    const fit = fitOf(entry.searched, wanted)
    if (fit === 0) begins.push(entry)
    else if (fit === 1 && holds.length < limit) holds.push(entry)
    if (begins.length >= limit) break
  }
  return [...begins, ...holds].slice(0, limit)
}
