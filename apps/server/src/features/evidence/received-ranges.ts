/** A stretch of a file, in bytes. */
export type ByteRange = { readonly offset: number; readonly length: number }

/** Separate stretches of one file: terminals send in order, and again what was lost. */
const MAX_STRETCHES = 1_000

/** Which bytes of a file have come: pieces come in any order, twice and overlapping. */
export class ReceivedRanges {
  readonly #size: number
  /** Begins and ends in turn, ascending, none touching the next. */
  #edges: number[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** False where the file is in more stretches than are kept, or the stretch is beyond its end: nothing was added. */
  add({ offset, length }: ByteRange): boolean {
    if (offset + length > this.#size) return false
    if (length === 0) return true
    let [from, to] = [offset, offset + length]
    const before: number[] = []
    const after: number[] = []
    for (let i = 0; i < this.#edges.length; i += 2) {
      const [begin, end] = [this.#edges[i] as number, this.#edges[i + 1] as number]
      if (end < from) before.push(begin, end)
      else if (begin > to) after.push(begin, end)
      else [from, to] = [Math.min(from, begin), Math.max(to, end)]
    }
    const edges = [...before, from, to, ...after]
    if (edges.length > MAX_STRETCHES * 2) return false
    this.#edges = edges
    return true
  }

  get isComplete(): boolean {
    return this.#size === 0 || (this.#edges.length === 2 && this.#edges[0] === 0 && this.#edges[1] === this.#size)
  }

  /** What has not come, at most so many stretches, the first ones. */
  missing(most: number): ByteRange[] {
    const edges = [0, ...this.#edges, this.#size]
    const ranges: ByteRange[] = []
    for (let i = 0; i < edges.length && ranges.length < most; i += 2) {
      const [offset, end] = [edges[i] as number, edges[i + 1] as number]
      if (end > offset) ranges.push({ offset, length: end - offset })
    }
    return ranges
  }
}
