import type { Text } from '@tanker/domain/texts/text'
import type { ActionName } from '../actions/all-actions.ts'
import { addRow, deleteRow, disableRow, editRow, enableRow, importRows, moveRows, rowHistory, saveTemplate } from '../actions/base-data.ts'
import type { Action } from '../actions/define-action.ts'
import type { RowOperation } from '../permissions.ts'
import { type Field, type FieldValue, WrongValue } from './fields.ts'

type Fields = Readonly<Record<string, Field>>

/** The field must be unique; `text` is the whole message shown at the field of the second row. */
type Unique<Name extends string = string> = { readonly field: Name; readonly text: Text }

/** What can be done with the rows of every entity; each is a permission of its own beside the screen that lists them. */
export const ROW_OPERATIONS = {
  create: { zh: '新增', en: 'Add' },
  change: { zh: '修改', en: 'Change' },
  delete: { zh: '删除', en: 'Delete' },
} as const satisfies Record<RowOperation, Text>

/** An action on rows of base data. */
type EntityAction = Action<ActionName>

/** One kind of base data: everything that form, call, import sheet and history know of it. */
export type Entity<F extends Fields = Fields> = {
  /** The screen that lists it. */
  readonly path: string
  /** By which calls and the history name it. */
  readonly key: string
  /** One of them. */
  readonly name: Text
  readonly fields: F
  readonly unique: readonly Unique[]
  /** Fields that stay as they were when the row was added. */
  readonly settled: readonly string[]
  /** False: rows are added one by one only. */
  readonly takesSheets: boolean
  /** Everything that can be done with its rows, in the order of the buttons. */
  readonly actions: readonly EntityAction[]
  /** The field that a person knows a row by. */
  readonly nameField: string
  /** The form in parts, each with its fields; empty where it is short enough to be seen at once. */
  readonly tabs: readonly FormTab[]
  /** What fields that are right each by itself must be together: a whole sentence by field where they are not. */
  readonly check: (values: PlainValues) => FieldProblems
  /** Rows that were chosen in the list may be given to another organisation together. */
  readonly movable: boolean
}

/** A part of a long form. */
type FormTab<Name extends string = string> = { readonly label: Text; readonly fields: readonly Name[] }

/** The values of an entity by field, after its rules. */
export type EntityValues<E extends Entity> = {
  readonly [K in keyof E['fields']]: E['fields'][K] extends Field<infer Value> ? Value : never
}

/** As form, history and calls carry them, for all entities. */
export type PlainValues = Readonly<Record<string, FieldValue>>

/** What is wrong, a whole sentence by field. */
export type FieldProblems = Readonly<Record<string, Text>>

/** The field that a row is known by: `name` without saying so, where there is one. */
type NamedBy<F> = 'name' extends keyof F ? { readonly nameField?: keyof F & string } : { readonly nameField: keyof F & string }

export function defineEntity<F extends Fields>(
  entity: {
    readonly path: string
    /** Without it the last part of the path. */
    readonly key?: string
    readonly name: Text
    readonly fields: F
    readonly unique: readonly Unique<keyof F & string>[]
    readonly settled?: readonly (keyof F & string)[]
    readonly takesSheets?: boolean
    /** The button for a new row; the usual one by default. */
    readonly adds?: EntityAction
    /** What only this entity has. */
    readonly actions?: readonly EntityAction[]
    readonly tabs?: readonly FormTab<keyof F & string>[]
    readonly check?: (values: { readonly [K in keyof F]: F[K] extends Field<infer Value> ? Value : never }) => FieldProblems
    readonly movable?: boolean
  } & NamedBy<F>,
): Entity<F> {
  const { adds = addRow, actions = [], takesSheets = true, movable = false, ...own } = entity
  return {
    settled: [],
    takesSheets,
    nameField: 'name',
    tabs: [],
    movable,
    ...own,
    actions: [
      adds,
      ...(takesSheets ? [importRows, saveTemplate] : []),
      ...(movable ? [moveRows] : []),
      ...actions,
      editRow,
      ...('status' in entity.fields ? [enableRow, disableRow] : []),
      rowHistory,
      deleteRow,
    ],
    // Called with what the fields of this entity have read.
    check: (entity.check ?? (() => ({}))) as Entity['check'],
    key: entity.key ?? entity.path.slice(entity.path.lastIndexOf('/') + 1),
  }
}

/** The field that says whose a row is: its organisation, or of an organisation the one above it. */
export const ownerFieldOf = ({ fields }: Pick<Entity, 'fields'>): string =>
  Object.keys(fields).find((name) => fields[name]?.kind === 'organisation') ?? 'organisationId'

/** The sentence that a field's problem makes. */
export const problemText = ({ label }: Pick<Field, 'label'>, { words }: WrongValue): Text => ({
  zh: `${label.zh}${words.zh}。`,
  en: `${label.en} ${words.en}.`,
})

/** Reads what was given by the rules of each field. Fields that the entity does not have are left out. */
export function readValues<E extends Entity>(
  { fields, check }: E,
  given: Readonly<Record<string, unknown>>,
): { readonly values: EntityValues<E> } | { readonly problems: FieldProblems } {
  const values: Record<string, FieldValue> = {}
  const problems: Record<string, Text> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = field.read(Object.hasOwn(given, name) ? given[name] : undefined)
    if (value instanceof WrongValue) problems[name] = problemText(field, value)
    else values[name] = value
  }
  if (Object.keys(problems).length > 0) return { problems }
  const together = check(values)
  return Object.keys(together).length > 0 ? { problems: together } : { values: values as EntityValues<E> }
}
