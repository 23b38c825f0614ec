import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** One history for everything that people and keys write, with the address; its rows can be added and nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  await takeOverCargoChanges(db)
  for (const statement of APPEND_ONLY) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Alarms count in bigint. Which actions there are, the program says.
  `ALTER TABLE change_log ALTER COLUMN row_id TYPE bigint, ADD COLUMN address text, ADD COLUMN key_id int,
     DROP CONSTRAINT change_log_action_check`,
]

const APPEND_ONLY = [
  `DROP TABLE cargo_change`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'rows of % are never changed or taken out', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
    END $$`,
  `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON change_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  `ALTER TABLE change_log ENABLE ALWAYS TRIGGER append_only`,
]

const ACTIONS: Readonly<Record<string, string>> = {
  updated: 'change',
  matched: 'match',
  unmatched: 'unmatch',
  created: 'create',
  revoked: 'revoke',
  judged: 'confirm',
}

type Former = {
  id: string
  company_id: number
  subject: string
  subject_id: string
  what: string
  old: unknown
  changed_at: Date
  user_id: number | null
  user_name: string
  key_id: number | null
}

const ROWS_AT_ONCE = 500

/** Rows of `cargo_change`, which had no hashes, go to the end of the chain with the times at which they happened. */
async function takeOverCargoChanges(db: Kysely<unknown>): Promise<void> {
  const { rows: ends } = await sql<{ id: string; hash: Buffer }>`SELECT id, hash FROM change_log ORDER BY id DESC LIMIT 1`.execute(db)
  let id = Number(ends[0]?.id ?? 0)
  let hash: Buffer = ends[0]?.hash ?? Buffer.alloc(0)
  for (let after = '0'; ;) {
    const { rows } = await sql<Former>`
      SELECT c.*, coalesce(u.user_name, k.name, '') AS user_name FROM cargo_change c
      LEFT JOIN app_user u ON u.id = c.user_id LEFT JOIN integration_key k ON k.id = c.key_id
      WHERE c.id > ${after}::bigint ORDER BY c.id LIMIT ${ROWS_AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const values = rows.map((row) => {
      id += 1
      const action = ACTIONS[row.what] ?? row.what
      const at = row.changed_at
      const content = [
        id,
        at.toISOString(),
        row.user_id,
        row.user_name,
        row.company_id,
        row.subject,
        Number(row.subject_id),
        action,
        row.old,
      ]
      hash = createHash('sha256')
        .update(hash)
        .update(JSON.stringify([...content, null, ...(row.key_id === null ? [] : [null, row.key_id])].map(inOrder)))
        .digest()
      return sql`(${id}, ${at}, ${row.user_id}, ${row.user_name}, ${row.company_id}, ${row.subject}, ${row.subject_id}, ${action},
        ${row.old === null ? null : JSON.stringify(row.old)}::jsonb, ${row.key_id}, ${hash})`
    })
    await sql`INSERT INTO change_log (id, at, user_id, user_name, company_id, entity, row_id, action, old, key_id, hash)
      VALUES ${sql.join(values)}`.execute(db)
    after = last.id
  }
}

/** The same text whatever the order of the keys. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(inOrder)
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, inOrder(one)]),
  )
}
