import { ownerFieldOf } from '@tanker/contract/base-data/define-entity'
import type { EntityTable, Reference } from './entity-table.ts'

/** The rows of a kind of base data as a reference to the organisation that they belong to. */
function belonging({ entity, table, columns, fixed }: EntityTable): Reference[] {
  const column = columns[ownerFieldOf(entity)]
  const shown = columns[entity.nameField]
  if (table === 'organisation' || column === undefined || shown === undefined) return []
  const only = Object.entries(fixed).map(([name, value]) => `${name} = '${value}'`)
  return [
    {
      from: only.length === 0 ? table : `(SELECT * FROM ${table} WHERE ${only.join(' AND ')}) AS ${table}`,
      column,
      organisation: column,
      shown,
      what: { zh: entity.name.zh, en: entity.name.en.toLowerCase() },
    },
  ]
}

/** The tables, of which that of organisations refuses to delete one to which rows of any other belong. */
export const withOwnedRows = (tables: readonly EntityTable[]): readonly EntityTable[] =>
  tables.map((one) => (one.table === 'organisation' ? { ...one, references: [...one.references, ...tables.flatMap(belonging)] } : one))
