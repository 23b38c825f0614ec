/**
 * Hints and live positions between processes. Lossy by contract: a message may be lost or come twice. Code that
 * needs certainty reads the database; a hint only makes it read sooner.
 *
 * - `live`: positions of trucks, see live-payload.ts.
 * - `outbox`: a group with alarms was committed; no payload.
 * - `context`: master data changed (trucks, fences, thresholds, organisations, slips); the trucks by id with commas when it concerns only
 *   these, else no payload.
 * - `session`: a session, user or role changed; no payload.
 * - `uploads`: progress of trucks that upload stored data, see uploads-payload.ts.
 * - `terminals`: a terminal was registered, released or its enrolment opened; the truck's phone as frames carry it.
 * - `orders`: a device command was created or stopped; no payload.
 * - `reports`: a report is to be mailed now; no payload.
 * - `prompts`: messages that trucks get at once, and their answers, see prompt-payload.ts.
 */
export const BUS_CHANNELS = ['live', 'outbox', 'context', 'session', 'commands', 'uploads', 'terminals', 'reports', 'prompts'] as const
export type BusChannel = (typeof BUS_CHANNELS)[number]

/** The channel's name in PostgreSQL. */
export const listeningName = (channel: BusChannel): string => `tanker_${channel}`

export type Bus = {
  /** Queues the payload and returns at once; never throws. Payloads contain no line breaks. */
  publish(channel: BusChannel, payload: string): void
  /**
   * Receives the messages of all processes, including this one. After a lost connection, every listener of a hint channel
   * is called once with an empty payload, because hints may be missing.
   */
  subscribe(channel: BusChannel, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

/** Longest payload in bytes; PostgreSQL allows 7,999 per notification. */
export const MAX_PAYLOAD_BYTES = 7_900
