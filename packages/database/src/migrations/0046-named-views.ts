import { type Kysely, sql } from 'kysely'

/** Views that users save of their lists, the roles that they are shared with, and the one with which a list opens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `CREATE TABLE named_view (
     id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
     -- The path of its report: a screen or one of its tabs.
     report text NOT NULL,
     name text NOT NULL,
     content jsonb NOT NULL,
     changed_at timestamptz NOT NULL
   )`,
  `CREATE UNIQUE INDEX named_view_name ON named_view (user_id, report, lower(name))`,
  `CREATE TABLE named_view_role (
     view_id int NOT NULL REFERENCES named_view (id) ON DELETE CASCADE,
     role_id int NOT NULL REFERENCES role (id) ON DELETE CASCADE,
     PRIMARY KEY (view_id, role_id)
   )`,
  `CREATE INDEX named_view_role_by_role ON named_view_role (role_id)`,
  `CREATE TABLE named_view_default (
     user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
     report text NOT NULL,
     view_id int NOT NULL REFERENCES named_view (id) ON DELETE CASCADE,
     PRIMARY KEY (user_id, report)
   )`,
  `CREATE INDEX named_view_default_by_view ON named_view_default (view_id)`,
]
