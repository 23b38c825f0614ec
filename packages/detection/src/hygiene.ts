import type { Reading } from '@tanker/domain/reading'
import type { Thresholds } from '@tanker/domain/thresholds'

/** Before this no console of ours existed: such a device time is a wrong clock (domain rule D.1.1). */
const earliestAt = Date.UTC(2020, 0, 1)

/** The time a reading counts for: the device's, unless its clock is wrong; then that of receipt (domain rule D.1.1). */
export function readingTime(
  deviceAt: number,
  receivedAt: number,
  thresholds: Thresholds,
): Pick<Reading, 'at' | 'receivedAt' | 'clockError'> {
  const clockError = Number.isNaN(deviceAt) || deviceAt < earliestAt || deviceAt > receivedAt + thresholds.clockAheadMin * 60_000
  return { at: clockError ? receivedAt : deviceAt, receivedAt, clockError }
}

/** With the truck, the identity of a reading: what is sent twice has one key (architecture 4). */
export const readingKey = (reading: Pick<Reading, 'at' | 'kind' | 'digest'>): string => `${reading.at}/${reading.kind}/${reading.digest}`

/** In device time, each once. Equal times are ordered by kind and digest, so that any order of arrival sorts alike. */
export function sortReadings(readings: readonly Reading[]): Reading[] {
  const sorted = [...readings].sort(inOrder)
  return sorted.filter((reading, i) => {
    const before = sorted[i - 1]
    return before === undefined || inOrder(before, reading) !== 0
  })
}

function inOrder(a: Reading, b: Reading): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.kind !== b.kind) return a.kind - b.kind
  if (a.digest === b.digest) return 0
  return a.digest < b.digest ? -1 : 1
}
