/** Names per object; the widest row has some twenty. Unknown names are a hundred times as expensive as known ones. */
export const MAX_NAMES_OF_AN_OBJECT = 200
/** Entries per list; a batch has at most 1,000 rows. */
export const MAX_ITEMS_OF_A_LIST = 2_000
/** Nesting depth; a batch of slips needs four. */
export const MAX_JSON_DEPTH = 12

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const

/** The exceeded limit of a JSON text, found without parsing it into objects; null if none. */
export function jsonShapeProblem(text: string): 'names' | 'items' | 'depth' | null {
  /** Counts of names of open objects, and of commas of open lists. */
  const counts: number[] = []
  const isList: boolean[] = []
  let inText = false
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charCodeAt(i)
    if (inText) {
      if (sign === BACKSLASH) i += 1
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
      if (counts.length >= MAX_JSON_DEPTH) return 'depth'
      counts.push(0)
      isList.push(sign === OPEN_LIST)
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
      counts.pop()
      isList.pop()
    } else if (sign === COLON || (sign === COMMA && isList.at(-1) === true)) {
      const count = (counts.pop() ?? 0) + 1
      counts.push(count)
      if (sign === COLON && count > MAX_NAMES_OF_AN_OBJECT) return 'names'
      if (sign === COMMA && count >= MAX_ITEMS_OF_A_LIST) return 'items'
    }
  }
  return null
}
