import { type Kysely, sql } from 'kysely'

/** Alarms assigned to a user, a remark on their handling, and shifts that hand over what is open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE alarm ADD assigned_to int REFERENCES app_user ON DELETE SET NULL`,
  `ALTER TABLE alarm ADD assigned_at timestamptz`,
  `ALTER TABLE alarm ADD handle_remark text`,
  // What waits: the alarm desk and the counts in the header read nothing else.
  `CREATE INDEX alarm_waiting ON alarm (truck_id, started_at) INCLUDE (organisation_id, type, grade, assigned_to, id)
     WHERE handled_at IS NULL AND superseded_at IS NULL`,
  // It serves what this one did.
  `DROP INDEX alarm_open`,
  `CREATE INDEX alarm_handled ON alarm (handled_at DESC) WHERE handled_at IS NOT NULL AND superseded_at IS NULL`,
  `CREATE INDEX alarm_assigned ON alarm (assigned_to) WHERE assigned_to IS NOT NULL AND handled_at IS NULL`,
  `CREATE TABLE shift_handover (
     id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     organisation_id int NOT NULL REFERENCES organisation,
     handed_at timestamptz NOT NULL,
     handed_by int NOT NULL REFERENCES app_user,
     handed_to int REFERENCES app_user,
     note text NOT NULL,
     black int NOT NULL,
     red int NOT NULL,
     yellow int NOT NULL,
     accepted_at timestamptz,
     accepted_by int REFERENCES app_user
   )`,
  `CREATE INDEX shift_handover_by_time ON shift_handover (organisation_id, handed_at DESC)`,
  // A mail when it is raised, and one when it turns black because it was not handled.
  `ALTER TABLE mail ADD occasion text NOT NULL DEFAULT 'raised' CHECK (occasion IN ('raised', 'black'))`,
  `ALTER TABLE mail DROP CONSTRAINT mail_alarm_id_user_id_key`,
  `ALTER TABLE mail ADD UNIQUE (alarm_id, user_id, occasion)`,
  // Who handles alarms has the screen where they are handled.
  `INSERT INTO role_grant (role_id, permission)
     SELECT role_id, 'monitor/alarm_desk' FROM role_grant WHERE permission = 'alarms:handle'
     ON CONFLICT DO NOTHING`,
] as const
