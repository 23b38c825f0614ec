import type { Entity } from '@tanker/contract/base-data/define-entity'
import type { Field, FieldChoice, FieldValue } from '@tanker/contract/base-data/fields'
import type { Text } from '@tanker/domain/texts/text'
import { type Column, defineReport, type Filters, type Report } from '../define-report.ts'
import { choice, choices, organisation, date, decimal, text, wholeNumber } from '../kinds.ts'

type Identified = { readonly id: string }

/** A column by the field of the entity that it shows, or one of its own. */
type ListColumns<E extends Entity, Row> = {
  readonly [K in Exclude<keyof Row, 'id'>]?: Column<Row[K]> | (Row[K] extends FieldValue ? keyof E['fields'] & string : never)
}

type ListReport<E extends Entity, F extends Filters, Row extends Identified> = Pick<Report<F, Row>, 'title' | 'live'> & {
  readonly filters: F
  readonly rows: Report<F, Row>['rows']
  /** In the order of the list. */
  readonly columns: ListColumns<E, NoInfer<Row>>
  /** Texts by which the list may be sorted, besides numbers and dates. */
  readonly sorted?: readonly (Exclude<keyof NoInfer<Row>, 'id'> & string)[]
  readonly sort: Report<F, NoInfer<Row>>['sort']
}

/** The list of an entity: its path, and labels, kinds and choices of the columns that show a field, come from the declaration. */
export function listReport<E extends Entity, F extends Filters, Row extends Identified>(
  entity: E,
  { columns, sorted = [], ...report }: ListReport<E, F, Row>,
): Report<F, Row> {
  const drawn = Object.entries<Column<never> | string | undefined>(columns).map(([name, given]) => {
    const column = typeof given === 'string' ? fieldColumn(entity.fields[given]) : given
    return [name, sorted.some((one) => one === name) ? { ...column, sortable: true } : column]
  })
  return defineReport<F, Row>({
    ...report,
    path: entity.path,
    // Each is the column of its name, as `ListColumns` has checked.
    columns: Object.fromEntries(drawn) as Report<F, Row>['columns'],
    rowIs: 'record',
    entity,
  })
}

const namesOf = (given: readonly FieldChoice[]): Record<string, Text> =>
  Object.fromEntries(given.map(({ value, label }): [string, Text] => [value, label]))

/** How a list shows a field of a form. References are shown by name. */
function fieldColumn(field: Field | undefined): Column<FieldValue> {
  if (!field) throw new Error('the list shows a field that the entity does not have')
  const { kind, label, range } = field
  switch (kind) {
    case 'organisation':
      return (field.required ? organisation() : text(label)) as Column<FieldValue>
    case 'choice':
      return choice(label, namesOf(field.choices)) as Column<FieldValue>
    case 'choices':
      return choices(label, namesOf(field.choices)) as Column<FieldValue>
    case 'day':
      return date(label) as Column<FieldValue>
    case 'number': {
      const { plain, unit } = withoutUnit(label)
      return (unit === null ? wholeNumber(label) : decimal(plain, unit, range?.whole ? 0 : 1)) as Column<FieldValue>
    }
    default:
      return text(label) as Column<FieldValue>
  }
}

const UNIT = /\s*[(（]([^)）]+)[)）]$/

/** A form has the unit in the label, a list beside the number. */
function withoutUnit({ zh, en }: Text): { readonly plain: Text; readonly unit: string | null } {
  const unit = UNIT.exec(en)?.[1] ?? null
  return { plain: { zh: zh.replace(UNIT, ''), en: en.replace(UNIT, '') }, unit }
}
