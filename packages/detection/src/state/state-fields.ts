import type { Place } from '@tanker/domain/facts/place'
import type { Fence } from '@tanker/domain/fences/fence'
import type { Anchor } from '../gauges/anchor.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'

/** What a field is: how it is written, and its value in a new state. */
export type Shape =
  | { readonly kind: 'base' | 'time' | 'span' | 'rounded' | 'int' | 'mask' | 'degrees' | 'tenths' | 'hundredths' }
  | { readonly kind: 'place' | 'placeSet' | 'anchor' | 'fence' }
  | { readonly kind: 'uint'; readonly initial: number; readonly most: number }
  | { readonly kind: 'flag'; readonly initial: boolean }
  | { readonly kind: 'oneOf'; readonly words: readonly string[]; readonly initial: string }
  | { readonly kind: 'countLike'; readonly other: string }
  | { readonly kind: 'fewTimes'; readonly length: number }
  | { readonly kind: 'fewSpans'; readonly length: number; readonly sum: string }
  | { readonly kind: 'part' | 'nullable'; readonly state: State }
  | { readonly kind: 'list'; readonly of: Field<unknown>; readonly most: number }
  | { readonly kind: 'kept'; readonly initial: () => unknown }

/** When a group of fields is in the bytes. */
export type Condition = { readonly keys: readonly string[] } | { readonly holds: (state: never) => boolean }

/** Known to the compiler only: the type of a field, the fields that its condition reads, and whether it is never changed. */
declare const ofType: unique symbol
declare const reads: unique symbol
declare const isFixed: unique symbol

/** One field of a state. `of` is for the compiler only. */
export type Field<T> = { readonly shape: Shape; readonly when?: Condition; readonly [ofType]?: T }
type Fixed = { readonly [isFixed]?: true }
type Reading<N> = { readonly [reads]?: N }

export type Declaration = { readonly [name: string]: Field<unknown> }

type ValueOf<F> = F extends { readonly [ofType]?: infer T } ? Exclude<T, undefined> : never
type FixedNames<D> = { [K in keyof D]: typeof isFixed extends keyof D[K] ? K : never }[keyof D]

/** The values of declared fields. */
export type Values<D> = { -readonly [K in keyof D as Exclude<K, FixedNames<D>>]: ValueOf<D[K]> } & {
  readonly [K in FixedNames<D>]: ValueOf<D[K]>
}

type ReadBy<F> = F extends { readonly [reads]?: infer N } ? N : unknown
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** Conditions may read declared fields only, by their types. */
export type Checked<D> =
  Values<D> extends Together<{ [K in keyof D]: ReadBy<D[K]> }[keyof D]>
    ? unknown
    : { readonly 'a condition reads a field that is not declared': never }

/** A declared state: its fields, and what is derived from them. */
export type State<D = Declaration> = {
  readonly fields: D
  /** A new one, with the given values. */
  initial(given?: Partial<Values<D>>): Values<D>
  write(w: StateWriter, value: Values<D>): void
  /** Into a new one. */
  read(r: StateReader, into: Values<D>): void
}

export type StateOf<S> = S extends { initial(): infer V } ? V : never

const field = <T>(shape: Shape): Field<T> => ({ shape })

/** A time that is the base of all others; ms. The first of a truck. */
export const baseTime = (): Field<number> => field({ kind: 'base' })
/** Ms of device time; 0 is never. */
export const time = (): Field<number> => field({ kind: 'time' })
/** A length in ms. */
export const span = (): Field<number> => field({ kind: 'span' })
/** A whole number from 0 on; kept as a whole number. `most`: the bytes hold no more than this. */
export const uint = <T extends number = number>(initial = 0 as T, most = Number.POSITIVE_INFINITY): Field<T> =>
  field({ kind: 'uint', initial, most })
/** A number from 0 on, rounded in the bytes. */
export const rounded = (): Field<number> => field({ kind: 'rounded' })
/** A whole number of either sign. */
export const int = (): Field<number> => field({ kind: 'int' })
/** 32 bits. */
export const mask = (): Field<number> => field({ kind: 'mask' })
/** Millionths of a degree. */
export const degrees = (): Field<number> => field({ kind: 'degrees' })
export const tenths = (): Field<number> => field({ kind: 'tenths' })
export const hundredths = (): Field<number> => field({ kind: 'hundredths' })
/** One bit, together with the other bits of its state. */
export const flag = (initial = false): Field<boolean> => field({ kind: 'flag', initial })
/** Its index in a list whose order must not change. */
export const oneOf = <T extends string>(words: readonly T[], initial: NoInfer<T>): Field<T> => field({ kind: 'oneOf', words, initial })
/** −1, or a count that usually equals another field. */
export const countLike = <N extends string>(other: N): Field<number> & Reading<{ [K in N]: number }> => field({ kind: 'countLike', other })
/** The same place again costs one byte. */
export const place = (): Field<Place | null> => field({ kind: 'place' })
export const placeSet = (): Field<Place> => field({ kind: 'placeSet' })
/** The same value again costs one byte, none as well. */
export const anchor = (): Field<Anchor> => field({ kind: 'anchor' })
/** Kept by its id, and found again near the last fix; null when it is no more. */
export const fence = (): Field<Fence | null> => field({ kind: 'fence' })
/** Times of which few are not 0. */
export const fewTimes = (length: number): Field<Float64Array> & Fixed => field({ kind: 'fewTimes', length })
/** Lengths in ms of which few are not 0; `sum` is the field that has their sum. */
export const fewSpans = <N extends string>(length: number, sum: N): Field<Int32Array> & Fixed & Reading<{ [K in N]: number }> =>
  field({ kind: 'fewSpans', length, sum })
/** Another state, in place. */
export const part = <D extends Declaration>(state: State<D>): Field<Values<D>> => field({ kind: 'part', state })
/** Another state, or null. */
export const nullable = <D extends Declaration>(state: State<D>): Field<Values<D> | null> => field({ kind: 'nullable', state })
/** More than any list of a truck has, whose own rule bounds each; the bytes hold the last so many. */
const MAX_LIST = 256
/** The bytes hold the last `MAX_LIST`; those with more are refused. */
export const list = <T>(of: Field<T>): Field<T[]> => field({ kind: 'list', of: of as Field<unknown>, most: MAX_LIST })
/** Not in the bytes: after a restart it has its initial value. */
export const kept = <T>(initial: () => T): Field<T> => field({ kind: 'kept', initial })

/** Set when the object is made and not changed after. */
export const fixed = <T>(of: Field<T>): Field<T> & Fixed => of

/** Fields that are in the bytes only while one of the named fields, theirs or others, is set; otherwise they read as new. */
export function when<const N extends string, D extends Declaration>(
  keys: N | readonly N[],
  fields: D,
): { readonly [K in keyof D]: D[K] & Reading<{ [Key in Exclude<N, keyof D>]: unknown }> }
/** Fields that are in the bytes only while a condition holds, which reads fields that stand before them. */
export function when<S, D extends Declaration>(holds: (state: S) => boolean, fields: D): { readonly [K in keyof D]: D[K] & Reading<S> }
export function when(on: string | readonly string[] | ((state: never) => boolean), fields: Declaration): Declaration {
  const condition: Condition = typeof on === 'function' ? { holds: on } : { keys: typeof on === 'string' ? [on] : on }
  return Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, { ...of, when: condition }]))
}

/** Fields that cost one bit while all of them are as new. */
export const rare = <D extends Declaration>(fields: D): D => when(Object.keys(fields), fields) as unknown as D
