import type { ColumnType } from 'kysely'

/** The first-day guide: which cards a user has opened, and whether the user put it away. */
export type GuideTables = {
  guide_step: { user_id: number; step: string; at: ColumnType<Date, Date | string, never> }
}
