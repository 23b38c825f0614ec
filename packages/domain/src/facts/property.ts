import type { Place } from './place.ts'

/** How a value is read: each kind has a reader of its own. */
export type PropertyKind = 'number' | 'text' | 'flag' | 'place' | 'list' | 'group'

/** One property of a record or an alarm: what it holds, in which unit, and what it means. */
export type Property<T = unknown, IsOptional extends boolean = boolean> = {
  readonly kind: PropertyKind
  /** Of numbers, and the format of times; null without one. */
  readonly unit: string | null
  readonly about: string
  /** All values of a text that is one of a list. */
  readonly words: readonly string[] | null
  /** Of lists of rows, and of groups. */
  readonly items: Properties | null
  /** Null where the value is not known. */
  readonly isNullable: boolean
  /** Absent where it does not apply. */
  readonly isOptional: IsOptional
  /** Carries the type only; never set. */
  readonly of?: readonly [T]
}

export type Properties = Readonly<Record<string, Property>>

/** The type of a property's value. */
export type ValueOf<P> = P extends { readonly of?: readonly [infer T] } ? T : never

type OptionalNames<P extends Properties> = { [N in keyof P]: P[N] extends { readonly isOptional: true } ? N : never }[keyof P]

/** The values that a writer must give for these properties. */
export type ValuesOf<P extends Properties> = { readonly [N in Exclude<keyof P, OptionalNames<P>>]: ValueOf<P[N]> } & {
  readonly [N in OptionalNames<P>]?: ValueOf<P[N]>
}

type Given<T> = Property<T, false>

const property = <T>(
  kind: PropertyKind,
  unit: string | null,
  about: string,
  more: Partial<Omit<Property, 'of' | 'isOptional'>> = {},
): Given<T> => ({
  kind,
  unit,
  about,
  words: null,
  items: null,
  isNullable: false,
  ...more,
  isOptional: false,
})

const numberOf =
  (unit: string | null) =>
  (about = ''): Given<number> =>
    property('number', unit, about)

export const kmh = numberOf('km/h')
export const metres = numberOf('m')
export const kilometres = numberOf('km')
export const millimetres = numberOf('mm')
export const litres = numberOf('L')
export const litresPerMinute = numberOf('L/min')
export const kilograms = numberOf('kg')
export const kgPerM3 = numberOf('kg/m³')
export const celsius = numberOf('°C')
export const degrees = numberOf('°')
export const volts = numberOf('V')
export const millivolts = numberOf('mV')
export const pascals = numberOf('Pa')
export const percent = numberOf('%')
export const permille = numberOf('‰')
export const seconds = numberOf('s')
export const minutes = numberOf('min')
/** Unix time, ms. */
export const epochMs = numberOf('ms')
export const count = numberOf(null)
/** An id of the database. */
export const id = numberOf(null)
/** In the unit that another property names. */
export const measure = numberOf(null)
export const compartment = (about = '1–10, 0 for the truck'): Given<number> => count(about)
export const probeType = (about = '0–31'): Given<number> => count(about)
export const oilCode = (about = ''): Given<number> => count(about)
/** State of the transport process, 0–11. */
export const processState = (about = ''): Given<number> => count(about)

export const text = (about = ''): Given<string> => property('text', null, about)
/** ISO 8601, UTC. */
export const isoTime = (about = ''): Given<string> => property('text', 'ISO 8601', about)
export const flag = (about = ''): Given<boolean> => property('flag', null, about)
export const place = (about = ''): Given<Place> => property('place', null, about)

/** One of these words. */
export const oneOf = <const W extends string>(words: readonly W[], about = ''): Given<W> => property('text', null, about, { words })

export const numbers = (about = ''): Given<readonly number[]> => property('list', null, about)

/** Whose `items` are known by name. */
type With<T, P extends Properties> = Omit<Given<T>, 'items'> & { readonly items: P }

/** Rows of the same properties. */
export const listOf = <P extends Properties>(items: P, about = ''): With<readonly ValuesOf<P>[], P> => ({
  ...property<readonly ValuesOf<P>[]>('list', null, about),
  items,
})

export const group = <P extends Properties>(items: P, about = ''): With<ValuesOf<P>, P> => ({
  ...property<ValuesOf<P>>('group', null, about),
  items,
})

/** Null where the value is not known. */
export const orNull = <T>(of: Given<T>): Property<T | null, false> => ({ ...of, isNullable: true }) as Property<T | null, false>

/** Absent where it does not apply. */
export const optional = <P extends Property>(of: P): Omit<P, 'isOptional'> & { readonly isOptional: true } => ({ ...of, isOptional: true })
