import { MAX_PAYLOAD_BYTES } from './bus.ts'

/** What the gateway publishes about a truck on the channel `live` after each group: the parts from which the status is derived. */
export type LiveUpdate = readonly [
  truckId: number,
  processState: number,
  lat: number | null,
  lng: number | null,
  speedKmh: number,
  headingDeg: number,
  gpsTimeMs: number,
  volumeL: number,
  loaded: boolean,
  moving: boolean,
  /** Milliseconds UTC; null while the truck moves. */
  stoppedSince: number | null,
  accOn: boolean,
]

/** Payloads for the channel `live`: JSON arrays of updates, each within the bus's limit. */
export function encodeLiveUpdates(updates: readonly LiveUpdate[]): string[] {
  const payloads: string[] = []
  let parts: string[] = []
  let length = 2
  for (const update of updates) {
    // Numbers and booleans only, so characters are bytes.
    const part = JSON.stringify(update)
    if (parts.length > 0 && length + part.length + 1 > MAX_PAYLOAD_BYTES) {
      payloads.push(`[${parts.join(',')}]`)
      parts = []
      length = 2
    }
    parts.push(part)
    length += part.length + 1
  }
  if (parts.length > 0) payloads.push(`[${parts.join(',')}]`)
  return payloads
}

/** The updates of a payload; none for the empty hint after a reconnect. */
export function decodeLiveUpdates(payload: string): readonly LiveUpdate[] {
  return payload.startsWith('[') ? (JSON.parse(payload) as LiveUpdate[]) : []
}
