import type { Text } from '@tanker/domain/text'
import { type Field, type FieldValue, WrongValue } from './fields.ts'

type Fields = Readonly<Record<string, Field>>

/** No two rows may agree in this field; `text` is the whole sentence that the second one is told at it. */
type Unique<Name extends string = string> = { readonly field: Name; readonly text: Text }

/** One kind of base data: everything that form, call, import sheet and history know of it. */
export type Entity<F extends Fields = Fields> = {
  /** The screen that lists it. */
  readonly path: string
  /** The last part of the path, by which calls name it. */
  readonly key: string
  /** One of them. */
  readonly name: Text
  readonly fields: F
  readonly unique: readonly Unique[]
}

/** The values of an entity by field, after its rules. */
export type EntityValues<E extends Entity> = {
  readonly [K in keyof E['fields']]: E['fields'][K] extends Field<infer Value> ? Value : never
}

/** As form, history and calls carry them, whatever the entity. */
export type PlainValues = Readonly<Record<string, FieldValue>>

/** What is wrong, a whole sentence by field. */
export type FieldProblems = Readonly<Record<string, Text>>

export function defineEntity<F extends Fields>(entity: {
  readonly path: string
  readonly name: Text
  readonly fields: F
  readonly unique: readonly Unique<keyof F & string>[]
}): Entity<F> {
  return { ...entity, key: entity.path.slice(entity.path.lastIndexOf('/') + 1) }
}

/** The sentence that a field's problem makes. */
export const problemText = ({ label }: Pick<Field, 'label'>, { words }: WrongValue): Text => ({
  zh: `${label.zh}${words.zh}。`,
  en: `${label.en} ${words.en}.`,
})

/** Reads what was given by the rules of each field. Fields that the entity does not have are left out. */
export function readValues<E extends Entity>(
  { fields }: E,
  given: Readonly<Record<string, unknown>>,
): { readonly values: EntityValues<E> } | { readonly problems: FieldProblems } {
  const values: Record<string, FieldValue> = {}
  const problems: Record<string, Text> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = field.read(Object.hasOwn(given, name) ? given[name] : undefined)
    if (value instanceof WrongValue) problems[name] = problemText(field, value)
    else values[name] = value
  }
  return Object.keys(problems).length > 0 ? { problems } : { values: values as EntityValues<E> }
}
