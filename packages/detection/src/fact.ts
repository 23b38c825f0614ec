import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { RecordKind } from '@tanker/domain/facts/all-facts'
import type { Place } from '@tanker/domain/facts/place'

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
  /** As declared for its kind in `@tanker/domain/facts`. */
  readonly properties: Readonly<Record<string, unknown>>
}

/** An alarm that a person must look at (domain rule catalogue D.7). */
export type AlarmFact = {
  readonly is: 'alarm'
  readonly name: string
  /** Alarm type code (spec 4.4), see `@tanker/domain/alarms/alarm-type`. */
  readonly type: number
  readonly startedAt: number
  readonly object: number
  readonly endedAt: number | null
  readonly grade: AlarmGrade
  /** False for history: late data raises no pop-up (domain rule D.1.2). */
  readonly live: boolean
  readonly place: Place
  /** As declared for its type in `@tanker/domain/facts`. */
  readonly properties: Readonly<Record<string, unknown>>
  readonly remark: string
  readonly remark2: string
}
