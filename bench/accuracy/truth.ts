/** What truly happened, and what a right product says of it. */
export type Happening = {
  /** The row of the result that it counts in. */
  readonly kind: string
  /** Alarm types any of which finds it. */
  readonly types: readonly number[]
  /** Alarm types that belong to it too, and are no false alarm. */
  readonly also: readonly number[]
  /** Compartments it concerns; empty is the whole truck. */
  readonly compartments: readonly number[]
  readonly from: number
  /** Alarms that begin later are about something else. */
  readonly until: number
  /** Whether not finding it is a miss; otherwise it may be found. */
  readonly must: boolean
  /** Litres at 20 °C that truly went; undefined where nothing did. */
  readonly litres?: number
  /** The kind under which found litres are counted, if counted apart from the alarm itself. */
  readonly litresKind?: string
  /** A loss by level: it counts in the aims of recall. */
  readonly loss?: { readonly standingS: number }
  /** More rows than this are false ones; as many as it likes when left out. */
  readonly mostRows?: number
  /** Rows of a higher grade are false ones. */
  readonly yellowOnly?: true
}

/** A flow at a site, to hold the records of operations against. */
export type TrueOperation = {
  readonly compartment: number
  readonly loading: boolean
  readonly from: number
  readonly until: number
  readonly v20L: number
}

/** What a compartment truly held when it left and when it came. */
export type TrueLeg = {
  readonly fenceId: number
  readonly departL: readonly number[]
  readonly arriveL: readonly number[]
  readonly meant: readonly number[]
}

/** Something that must stand in the records, by name. */
export type Demand =
  | { readonly kind: string; readonly is: 'delivered'; readonly fenceId: number; readonly compartments: readonly number[] }
  | {
      readonly kind: string
      readonly is: 'one-operation-each'
      readonly loading: boolean
      readonly fenceId: number
      readonly compartments: readonly number[]
    }

export class Truth {
  readonly happenings: Happening[] = []
  readonly operations: TrueOperation[] = []
  readonly legs: TrueLeg[] = []
  readonly demands: Demand[] = []
  /** Compartments whose gauge lies: their litres are not measured. */
  readonly badGauges = new Set<number>()
}
