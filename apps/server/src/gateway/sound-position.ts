import type { Reading } from '@tanker/domain/reading'

/** Treats coordinates out of range as "no fix", so that the rest of the reading can be stored. */
export function withinTheEarth(reading: Reading): void {
  const { position } = reading
  if (!(Math.abs(position.lat) <= 90) || !(Math.abs(position.lng) <= 180)) {
    position.lat = 0
    position.lng = 0
    position.located = false
  }
  if (position.headingDeg > 359) position.headingDeg %= 360
}
