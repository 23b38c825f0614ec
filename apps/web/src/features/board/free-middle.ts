/** A rectangle on the map, px from its left upper corner. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
/** How much of each side of a map panels cover, px. */
export type Insets = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
type Size = { readonly width: number; readonly height: number }

/** So much of a map below a wide panel is always looked at, px. */
const leastPx = 80

/**
 * What panels leave free of a map is a rectangle; answers what lies around it. A panel wider than half the map lies at its head or its
 * foot, others at a side. A low one at a side covers nothing: there is room below or above it.
 */
export const freeInsets = (map: Size, panels: readonly Box[]): Insets => {
  const insets = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const { left, top, width, height } of panels) {
    if (width === 0 || height === 0) continue
    const [toRight, toBottom] = [map.width - left - width, map.height - top - height]
    if (width > map.width / 2) {
      if (toBottom <= top) insets.bottom = Math.max(insets.bottom, Math.min(map.height - top, map.height - leastPx))
      else insets.top = Math.max(insets.top, Math.min(top + height, map.height - leastPx))
    } else if (height >= map.height / 3) {
      if (left < toRight) insets.left = Math.max(insets.left, left + width)
      else insets.right = Math.max(insets.right, map.width - left)
    }
  }
  return insets
}

/** Whether a point of the map lies at least `marginPx` inside what is free. */
export const isInFree = ({ x, y }: { readonly x: number; readonly y: number }, map: Size, insets: Insets, marginPx: number): boolean =>
  x >= insets.left + marginPx &&
  x <= map.width - insets.right - marginPx &&
  y >= insets.top + marginPx &&
  y <= map.height - insets.bottom - marginPx
