import { encodeTruckState, restoreTruckState, step, type TruckState } from '@tanker/detection/truck-engine'
import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'

/**
 * Column `state` of `truck_state`: the detector's state after some reading, prefixed by which reading. It may be two
 * minutes of device time behind the newest one: later readings are stepped again from the stored positions, which
 * gives the same state because detection is pure. Encoding it for every group would be a seventh of the gateway's work.
 */
const HEAD = 14

/** `state` as it is after the reading of this device time and digest. */
export function encodeStoredState(state: TruckState, at: number, digest: bigint): Buffer {
  const bytes = encodeTruckState(state)
  const out = Buffer.allocUnsafe(HEAD + bytes.length)
  out.writeBigInt64BE(digest, 0)
  out.writeUIntBE(at, 8, 6)
  out.set(bytes, HEAD)
  return out
}

/** Device time of the last reading in a stored state. */
export const storedStateAt = (stored: Buffer): number => stored.readUIntBE(8, 6)

/**
 * The state after the last of `readings`, which are the truck's stored ones from a quarter of an hour before the stored
 * state on, in their order. Facts found on the way are already stored.
 */
export function restoreStoredState(stored: Buffer | null, readings: readonly Reading[], context: TruckContext): TruckState {
  if (stored === null) return restoreTruckState(null, readings, context)
  const digest = stored.readBigInt64BE(0)
  const at = storedStateAt(stored)
  const last = readings.findLastIndex((reading) => reading.at === at && reading.digest === digest)
  const after = last >= 0 ? last + 1 : readings.findIndex((reading) => reading.at > at)
  const first = after < 0 ? readings.length : after
  let state = restoreTruckState(stored.subarray(HEAD), readings.slice(0, first), context)
  for (const reading of readings.slice(first)) state = step(state, reading, context).state
  return state
}
