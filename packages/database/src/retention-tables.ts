import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

/** What the retention job did, and how full the disks are. Meanings that names do not say stand in the migration. */
export type RetentionTables = {
  retention_run: {
    id: Generated<number>
    started_at: Time
    ended_at: Time
    removed: JSONColumnType<Readonly<Record<string, number>>>
    problems: JSONColumnType<Readonly<Record<string, string>>>
  }
  disk_use: { process: string; measured_at: Time; used_bytes: number; total_bytes: number; what: 'disk' | 'database' }
}
