import type { Reading } from '@tanker/domain/reading'
import type { Moment } from './moment.ts'
import type { Declaration, State, Values } from './state/state-fields.ts'

/** Which readings a detector is run for; without it, for each. `minute`: the first of each minute. */
type Runs = 'fuel' | 'water' | 'minute'

/** One detector: what it alone remembers, and what it does with each reading. */
export type Detector<N extends string = string, D = Declaration> = {
  readonly name: N
  /** What it alone remembers; its methods get it as the last argument. What others read too is in truck-state.ts. */
  readonly state?: State<D>
  readonly on?: Runs
  /** Detectors above it in the list whose results it reads. */
  readonly after?: readonly string[]
  step?(moment: Moment, reading: Reading, own: Values<D>): void
  /** By the clock and before each reading; when the platform last heard of the truck, null if a reading shows it. */
  onClock?(moment: Moment, heardAt: number | null, own: Values<D>): void
  /** By each frame, one without a position among them. */
  onFrame?(moment: Moment, own: Values<D>): void
}

export const detector = <const N extends string, D extends Declaration>(of: Detector<N, D>): Detector<N, D> => of

/** What the detectors of a list remember, by their names. */
export type OwnStates<L extends readonly unknown[]> = {
  [E in L[number] as E extends Detector<infer N, infer D> ? (string extends keyof D ? never : N) : never]: E extends Detector<
    string,
    infer D
  >
    ? Values<D>
    : never
}
