import type { FactDeclaration } from './declaration.ts'
import type { Properties, ValueOf } from './property.ts'

/** The names that one of several declarations has. */
export type NameIn<F extends FactDeclaration> = F extends FactDeclaration ? keyof F['properties'] & string : never

/** The property of a name in those of the declarations that have it. */
type Named<F extends FactDeclaration, N> = F extends FactDeclaration
  ? N extends keyof F['properties']
    ? F['properties'][N]
    : never
  : never

/** Names whose values are of type `V` wherever they are known. */
export type NamesOf<F extends FactDeclaration, V> = {
  [N in NameIn<F>]: [ValueIn<F, N>] extends [V] ? N : never
}[NameIn<F>]

/** The values of a name, where it is known. */
export type ValueIn<F extends FactDeclaration, N> = Exclude<ValueOf<Named<F, N>>, null>

/** Names of lists of rows, and of groups. */
export type ListsOf<F extends FactDeclaration> = {
  [N in NameIn<F>]: Named<F, N> extends { readonly items: Properties } ? N : never
}[NameIn<F>]

/** The declaration of the rows of a list. */
export type ItemOf<F extends FactDeclaration, N> =
  Named<F, N> extends { readonly items: infer P extends Properties } ? FactDeclaration<P> : never

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/**
 * Reads the properties of a stored fact by its declaration. Rows of earlier versions may lack a property: what is absent, or not of
 * its kind, is null.
 */
export class StoredProperties<F extends FactDeclaration> {
  readonly #stored: Readonly<Record<string, unknown>>

  constructor(stored: unknown) {
    this.#stored = isObject(stored) ? stored : {}
  }

  number(name: NamesOf<F, number>): number | null {
    const value = this.#stored[name]
    return typeof value === 'number' ? value : null
  }

  text(name: NamesOf<F, string>): string | null {
    const value = this.#stored[name]
    return typeof value === 'string' ? value : null
  }

  flag(name: NamesOf<F, boolean>): boolean | null {
    const value = this.#stored[name]
    return typeof value === 'boolean' ? value : null
  }

  /** A list of numbers; empty without it. */
  numbers(name: NamesOf<F, readonly number[]>): number[] {
    const value = this.#stored[name]
    return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []
  }

  /** The rows of a list; a group is one row. Empty without it. */
  rows<N extends ListsOf<F>>(name: N): StoredProperties<ItemOf<F, N>>[] {
    const value = this.#stored[name]
    return (Array.isArray(value) ? value : isObject(value) ? [value] : []).map((row) => new StoredProperties<ItemOf<F, N>>(row))
  }
}

/** The declarations only name the type. */
export const stored = <A extends readonly FactDeclaration[]>(properties: unknown, ..._facts: A): StoredProperties<A[number]> =>
  new StoredProperties<A[number]>(properties)
