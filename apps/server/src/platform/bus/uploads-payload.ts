/** Progress of a truck's upload of stored data: its id and the device time of the newest reading, ms. */
export type UploadReached = readonly [truckId: number, at: number]

/** 200 pairs of at most 10 and 13 digits stay below the bus's longest payload. */
const MAX_PAIRS = 200

/** Payloads for the channel `uploads`. */
export function encodeUploads(reached: readonly UploadReached[]): string[] {
  const payloads: string[] = []
  for (let from = 0; from < reached.length; from += MAX_PAIRS) payloads.push(JSON.stringify(reached.slice(from, from + MAX_PAIRS)))
  return payloads
}

/** Empty for an unknown payload. */
export const decodeUploads = (payload: string): readonly UploadReached[] =>
  payload.startsWith('[') ? (JSON.parse(payload) as UploadReached[]) : []
