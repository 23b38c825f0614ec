/**
 * Result of detection. A fact is an upsert: the same record or alarm may come again with more in it
 * (an end, a grade, litres), and its key — truck, kind, start, object — never changes.
 * So writing a fact twice is harmless.
 */
export type Fact = RecordFact | AlarmFact

/**
 * How far the start of a fact may lie before the reading that reveals it: an operation starts with its first litre,
 * a slow drain where it was first seen. Rebuilding relies on this bound.
 */
export const maxBackdateMs = 15 * 60_000

/** Something that happened and belongs in a journal or report. */
export type RecordFact = {
  readonly is: 'record'
  /** Stable name of the event, e.g. `cover-opened`, `unloading-ended`. */
  readonly name: string
  readonly kind: RecordKind
  readonly startedAt: number
  /** Compartment × 100 + probe type for seals, the compartment for operations, 0 for the truck. */
  readonly object: number
  readonly endedAt: number | null
  readonly place: Place
  readonly properties: Readonly<Record<string, unknown>>
}

export const RECORD_KINDS = [
  'process',
  'cover',
  'operation',
  'trip',
  'trip-leg',
  'split',
  'emptying',
  'parking',
  'overspeed',
  'driving',
  'power-cut',
  'seal-fault',
  'shutdown',
  'sign-in',
  'water',
  'gauge-fault',
  'storm',
  /** The cover journal: one row per change that a seal probe reported. */
  'seal-change',
  /** Emergency and bottom valves by their transmitters (probe types 12, 28, 30). */
  'valve',
  /** Surges, drops and stops of the rate within an operation. */
  'flow-step',
  'product-change',
  /** One entry of the litre ledger. */
  'ledger',
  'device-event',
  'pressure',
  'temperature-humidity',
  'meter-delivery',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** An alarm that a person must look at (domain rule catalogue D.7). */
export type AlarmFact = {
  readonly is: 'alarm'
  readonly name: string
  /** Alarm type code (spec 4.4), see `@tanker/domain/alarm-type`. */
  readonly type: number
  readonly startedAt: number
  readonly object: number
  readonly endedAt: number | null
  readonly grade: 'yellow' | 'red' | 'black'
  /** False for history: late data raises no pop-up (domain rule D.1.2). */
  readonly live: boolean
  readonly place: Place
  /** Spec 3.3: the fields named there for 202 and 203, and for each type what its report shows. */
  readonly properties: Readonly<Record<string, unknown>>
  readonly remark: string
  readonly remark2: string
}

/** Where: the fence that counted, if any, and the coordinates. */
export type Place = {
  readonly lat: number
  readonly lng: number
  readonly fenceId: number | null
  readonly fenceName: string | null
  readonly speedKmh: number
  readonly headingDeg: number
}
