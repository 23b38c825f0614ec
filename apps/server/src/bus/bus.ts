/**
 * Hints and live positions between processes. Lossy by contract: a message may be lost or come twice. Code that
 * needs certainty reads the database; a hint only makes it read sooner.
 *
 * - `live`: positions of trucks, see live-payload.ts.
 * - `outbox`: a group with alarms was committed; no payload.
 * - `context`: master data changed (trucks, fences, thresholds, organisations, slips); the trucks by id with commas when it concerns only
 *   these, else no payload.
 * - `session`: a session, user or role changed; no payload.
 * - `uploads`: how far trucks have come that send what they stored, see uploads-payload.ts.
 * - `terminals`: a terminal was registered, released or its enrolment opened; the truck's phone as frames carry it.
 * - `orders`: an order to a truck was given or stopped; no payload.
 */
export const BUS_CHANNELS = ['live', 'outbox', 'context', 'session', 'orders', 'uploads', 'terminals'] as const
export type BusChannel = (typeof BUS_CHANNELS)[number]

export type Bus = {
  /** Hands the payload over and returns at once; it never throws. Payloads hold no line breaks. */
  publish(channel: BusChannel, payload: string): void
  /**
   * Hears every process's messages, this one's too. After the connection was lost, every listener of a hint channel
   * is called once with an empty payload, because hints may be missing.
   */
  subscribe(channel: BusChannel, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

/** Longest payload in bytes: PostgreSQL carries 7,999 in a notification. */
export const MAX_PAYLOAD_BYTES = 7_900
