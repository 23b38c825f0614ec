import { type Kysely, sql } from 'kysely'

/** The lists of all alarms and of offline trucks, for roles that have the screens whose numbers they answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const grant = (added: string, holders: string) =>
  `INSERT INTO role_grant (role_id, permission) SELECT role_id, '${added}' FROM role_grant WHERE permission = '${holders}' ON CONFLICT DO NOTHING`

const STATEMENTS = [grant('monitor/alarm_record', 'monitor/alarm_desk'), grant('monitor/offline_truck', 'monitor/cargo_transport')] as const
