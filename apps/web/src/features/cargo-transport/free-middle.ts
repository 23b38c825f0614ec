type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height'>

/** So much of a map below a wide panel is always looked at, px. */
const leastPx = 80

/** From the middle of a map to the middle of what panels over it leave free, px. A panel that is wide lies at its foot, others at a side. */
export const middleOfFree = (map: Box, panels: readonly Box[]): [number, number] => {
  const free = { left: map.left, right: map.right, top: map.top, bottom: map.bottom }
  for (const { left, right, top, width, height } of panels) {
    if (height < map.height / 3) continue
    if (width > map.width / 2) free.bottom = Math.min(free.bottom, Math.max(top, map.top + leastPx))
    else if (left - map.left < map.right - right) free.left = Math.max(free.left, right)
    else free.right = Math.min(free.right, left)
  }
  return [(free.left + free.right - map.left - map.right) / 2, (free.top + free.bottom - map.top - map.bottom) / 2]
}
