import type { Reading } from '@tanker/domain/reading'

/** Takes coordinates that lie on no map for what they are, no fix, so that they can be stored; the rest of the reading stands. */
export function withinTheEarth(reading: Reading): void {
  const { position } = reading
  if (!(Math.abs(position.lat) <= 90) || !(Math.abs(position.lng) <= 180)) {
    position.lat = 0
    position.lng = 0
    position.located = false
  }
  if (position.headingDeg > 359) position.headingDeg %= 360
}
