import { type Kysely, sql } from 'kysely'

const INDEXES = ['open', 'truck', 'table', 'upgrade_open', 'firmware']

/** What is sent to a terminal is a device command; an order is a customer's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE device_order RENAME TO device_command`.execute(db)
  await sql`ALTER TABLE order_file RENAME TO command_file`.execute(db)
  for (const name of INDEXES) await sql.raw(`ALTER INDEX device_order_${name} RENAME TO device_command_${name}`).execute(db)
}
