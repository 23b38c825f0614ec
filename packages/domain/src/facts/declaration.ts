import type { Properties, ValuesOf } from './property.ts'

/**
 * What the facts of one kind say. Detectors write facts by their declaration and everything else reads them by it, so that a name
 * that is not written does not compile (docs/decisions/0024-typed-facts.md).
 */
export type FactDeclaration<P extends Properties = Properties> = { readonly properties: P }

export type AlarmDeclaration<T extends number = number, P extends Properties = Properties> = FactDeclaration<P> & {
  readonly is: 'alarm'
  /** Alarm type code, see alarm-type.ts. */
  readonly type: T
}

export type RecordDeclaration<K extends string = string, P extends Properties = Properties> = FactDeclaration<P> & {
  readonly is: 'record'
  readonly kind: K
}

/** The values of a fact's properties, as its detector gives them. */
export type PropertiesOf<D extends FactDeclaration> = ValuesOf<D['properties']>

export const alarmFact = <T extends number, P extends Properties>(of: { type: T; properties: P }): AlarmDeclaration<T, P> => ({
  is: 'alarm',
  ...of,
})

export const recordFact = <K extends string, P extends Properties>(of: { kind: K; properties: P }): RecordDeclaration<K, P> => ({
  is: 'record',
  ...of,
})
