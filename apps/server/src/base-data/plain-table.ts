import type { Entity } from '@tanker/contract/base-data/define-entity'
import type { ScopedTable } from '@tanker/database/scope'
import type { EntityTable } from './entity-table.ts'

/** The column of a field: its name in snake case; the status is the column `enabled`. */
const columnOf = (field: string): string =>
  field === 'status' ? 'enabled' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * How an entity is stored unless it says otherwise: a table with the name of its key, a column for each field, and for each unique field
 * an index `<table>_<column>`. `columns`: those that have another name.
 */
export function plainTable<E extends Entity>(
  entity: E,
  more: { readonly table?: ScopedTable; readonly columns?: EntityTable<E>['columns'] } = {},
): EntityTable {
  // A table that only base data uses needs no type in tables.ts.
  const table = more.table ?? (entity.key as ScopedTable)
  const named: Readonly<Record<string, string | undefined>> = more.columns ?? {}
  const columns = Object.fromEntries(Object.keys(entity.fields).map((field) => [field, named[field] ?? columnOf(field)]))
  return {
    entity,
    table,
    fixed: {},
    columns,
    uniqueBy: Object.fromEntries(entity.unique.map(({ field }) => [`${table}_${columns[field]}`, field])),
    references: [],
  }
}
