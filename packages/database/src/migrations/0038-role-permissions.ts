import { type Kysely, sql } from 'kysely'

/** What a role is granted is a permission. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE role_grant RENAME COLUMN function TO permission`.execute(db)
}
