/** Geometry of the tank drawing: an elliptic tank lying on its side, cut lengthwise into its compartments. */
export type Cell<C> = { readonly compartment: C; readonly left: number; readonly width: number }

const leastShare = 0.6

/** Compartments side by side, as wide as they hold, but none narrower than 60 % of the mean. */
export const layOutCells = <C extends { readonly capacityL: number }>(
  compartments: readonly C[],
  left: number,
  width: number,
): readonly Cell<C>[] => {
  const mean = compartments.reduce((sum, { capacityL }) => sum + capacityL, 0) / compartments.length || 1
  const shares = compartments.map(({ capacityL }) => Math.max(capacityL, mean * leastShare))
  const all = shares.reduce((sum, share) => sum + share, 0)
  let at = left
  return compartments.map((compartment, index) => {
    const cell = { compartment, left: at, width: ((shares[index] ?? 0) / all) * width }
    at += cell.width
    return cell
  })
}

/** Part of an ellipse's area below a part of its height. */
const areaBelow = (height: number): number =>
  (Math.acos(1 - 2 * height) - (1 - 2 * height) * 2 * Math.sqrt(height - height * height)) / Math.PI

/** How high the liquid stands (0–1) when an elliptic compartment is filled to this part of its volume. */
export const levelHeight = (fill: number): number => {
  if (!(fill > 0)) return 0
  if (fill >= 1) return 1
  let low = 0
  let high = 1
  for (let round = 0; round < 30; round += 1) {
    const middle = (low + high) / 2
    if (areaBelow(middle) < fill) low = middle
    else high = middle
  }
  return (low + high) / 2
}
