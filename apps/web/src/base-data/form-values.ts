import type { ChangedRow, RefusedFields, RefusedRows } from '@tanker/contract/base-data/calls'
import { type Entity, type PlainValues, problemText, readValues } from '@tanker/contract/base-data/define-entity'
import { type FieldValue, WrongValue } from '@tanker/contract/base-data/fields'
import { plainNumber } from '@tanker/contract/input-bounds'
import { text } from '../platform/language.ts'

/** Sentences by field, in the user's language. */
export type FieldErrors = Readonly<Record<string, string>>

/** What a new row begins with: what the rules put for nothing, and the user's own organisation. */
export const firstValues = ({ fields }: Entity, organisationId: number): PlainValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, FieldValue] => {
      const empty = field.read('')
      return [name, field.kind === 'organisation' ? organisationId : empty instanceof WrongValue ? field.first : empty]
    }),
  )

/**
 * What the rules of the declaration say of the form; the server holds it to the same ones. `shown` is the row as it was read: a number that
 * is still masked as it came stays what it is.
 */
export const problemsOf = (entity: Entity, values: PlainValues, shown: PlainValues | null): FieldErrors => {
  const read = readValues(entity, values)
  if (!('problems' in read)) return {}
  const isStillMasked = (name: string): boolean => !!entity.fields[name]?.mask && shown !== null && values[name] === shown[name]
  const problems = Object.entries(read.problems).filter(([name]) => !isStillMasked(name))
  return Object.fromEntries(problems.map(([name, words]) => [name, text(words)]))
}

/** What is still wrong with one field; undefined when nothing is. */
export const problemOf = ({ fields }: Entity, name: string, value: FieldValue): string | undefined => {
  const field = fields[name]
  const read = field?.read(value)
  return field && read instanceof WrongValue ? text(problemText(field, read)) : undefined
}

const has = <T>(data: unknown, name: keyof T): data is T => typeof data === 'object' && data !== null && name in data

/** What the server says of fields, if its refusal says so. */
export const serverFieldErrors = (data: unknown): FieldErrors | null =>
  has<RefusedFields>(data, 'fields') ? Object.fromEntries(Object.entries(data.fields).map(([name, words]) => [name, text(words)])) : null

/** The conflicting version, if the server refused because of it. */
export const editConflict = (data: unknown): ChangedRow | null => (has<ChangedRow>(data, 'current') ? data : null)

/** The rows of a sheet that are wrong, if that is why the server refused it. */
export const wrongRows = (data: unknown): RefusedRows['rows'] => (has<RefusedRows>(data, 'rows') ? data.rows : [])

/** Fields in which two states of a row differ, in the order of the form. */
export const differing = ({ fields }: Entity, a: PlainValues, b: PlainValues): string[] =>
  Object.keys(fields).filter((name) => String(a[name] ?? '') !== String(b[name] ?? ''))

/** A value as a person reads it; organisations and trucks by what `nameOf` knows. */
export const shownValue = ({ fields }: Entity, name: string, value: FieldValue | undefined): string => {
  const choice = fields[name]?.choices.find((one) => one.value === value)
  if (choice) return text(choice.label)
  const words = fields[name]?.words
  return words && value !== null && value !== undefined ? text(words(String(value))) : String(value ?? '')
}

/** The point that the numbers name, when both are numbers as the form takes them. */
export const pointOf = (values: PlainValues): { readonly lng: number; readonly lat: number } | null => {
  const [lng = Number.NaN, lat = Number.NaN] = [values['lng'], values['lat']].map((value) => plainNumber(String(value ?? '').trim()))
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : null
}

/** Errors that are left when some fields were changed: a field with an error is checked again at every key. */
export const errorsAfter = (entity: Entity, held: FieldErrors, changed: PlainValues): FieldErrors =>
  Object.fromEntries(
    Object.entries(held).flatMap(([name, words]) => {
      const now = name in changed ? problemOf(entity, name, changed[name] as FieldValue) : words
      return now === undefined ? [] : [[name, now] as const]
    }),
  )

/** What was changed in the form over what stands there now: another user's changes of other fields stay. */
export const mergedValues = (entity: Entity, read: PlainValues, typed: PlainValues, current: PlainValues): PlainValues => ({
  ...current,
  ...Object.fromEntries(differing(entity, read, typed).map((name) => [name, typed[name] ?? null])),
})
