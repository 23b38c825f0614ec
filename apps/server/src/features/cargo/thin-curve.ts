/**
 * Downsamples a curve without visible loss: of every interval the first and last reading, and the minimum and maximum of each
 * quantity; also the reading at which a gauge becomes faulty. Returns ascending indexes.
 * `at` rises; a quantity is NaN where it was not measured.
 */
export function thinnedIndexes(
  at: readonly number[],
  quantities: readonly (readonly number[])[],
  from: number,
  to: number,
  stretches: number,
): number[] {
  // Below this, downsampling would keep almost everything.
  if (at.length <= stretches * 2) return at.map((_, index) => index)
  const lengthMs = Math.max(1, (to - from) / stretches)
  const kept: number[] = []
  let begin = 0
  while (begin < at.length) {
    const stretch = Math.floor(((at[begin] as number) - from) / lengthMs)
    let end = begin + 1
    while (end < at.length && Math.floor(((at[end] as number) - from) / lengthMs) === stretch) end += 1
    const here = new Set([begin, end - 1])
    for (const quantity of quantities) addExtremes(quantity, begin, end, here)
    kept.push(...[...here].sort((a, b) => a - b))
    begin = end
  }
  return kept
}

function addExtremes(quantity: readonly number[], begin: number, end: number, into: Set<number>): void {
  let lowest = -1
  let highest = -1
  let missing = -1
  for (let index = begin; index < end; index += 1) {
    const value = quantity[index] as number
    if (Number.isNaN(value)) {
      if (missing === -1) missing = index
      continue
    }
    if (lowest === -1 || value < (quantity[lowest] as number)) lowest = index
    if (highest === -1 || value > (quantity[highest] as number)) highest = index
  }
  for (const index of [lowest, highest, missing]) if (index !== -1) into.add(index)
}
