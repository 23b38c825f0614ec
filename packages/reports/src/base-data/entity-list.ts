import type { Database } from '@tanker/database/tables'
import { sql } from 'kysely'
import { organisations, oneOf, text, textContains } from '../kinds.ts'

const STATUSES = { enabled: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } } as const

/** What lists of base data ask for: whose rows, a part of name or code, and whether they are in use. */
export const listFilters = () => ({
  scope: organisations(),
  search: textContains({ zh: '名称 / 代码', en: 'Name / code' }),
  status: oneOf({ zh: '状态', en: 'Status' }, STATUSES),
})

/** Tables whose rows can be disabled. */
type SwitchedTable = { [T in keyof Database]: Database[T] extends { readonly enabled: unknown } ? T : never }[keyof Database]

/** SQL: the status of a row of a table that may be disabled. */
export const statusOf = (table: SwitchedTable) =>
  sql<'enabled' | 'disabled'>`CASE WHEN ${sql.ref(`${table}.enabled`)} THEN 'enabled' ELSE 'disabled' END`

/** A text by which a list may be sorted. */
export const sortedText = (label: Parameters<typeof text>[0]) => ({ ...text(label), sortable: true })
