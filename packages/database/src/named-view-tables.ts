import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Views that users save of their lists. Meanings that names do not say stand in the migration. */
export type NamedViewTables = {
  named_view: {
    id: Generated<number>
    user_id: number
    report: string
    name: string
    content: JSONColumnType<Record<string, unknown>>
    changed_at: ColumnType<Date, Date | string, Date | string>
  }
  named_view_role: { view_id: number; role_id: number }
  named_view_default: { user_id: number; report: string; view_id: number }
}
