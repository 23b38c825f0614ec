import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './connection.ts'

/** The role that reads for users: it may do nothing but SELECT, sees no secrets, and of each table only what its policy shows. */
export const READER = 'tanker_reader'
/** Transaction setting with the organisation that the reader reads for. */
export const READER_ORGANISATION = 'tanker.organisation'

/** Where a digest of the policies in force is stored. */
const SETTING = 'row security'
/** Columns hidden from readers in every table. */
const SECRETS = ['password_hash', 'secret_hash', 'header_id_hash', 'key_hash', 'code_hash', 'former_hash', 'totp_secret', 'new_totp_secret']
/** An organisation reads its own rows and those of everything below it. */
const OWN = 'organisation_id = ANY ((SELECT tanker_organisations())::int[])'
/** Names of places and organisations are read by the whole tenant: a carrier loads at the depots of the group above. */
const TENANT = 'ANY ((SELECT tanker_tenant())::int[])'
/** Tables whose rows are not simply those of the organisation in `organisation_id`. */
const POLICIES: Readonly<Record<string, string>> = {
  organisation: `id = ${TENANT}`,
  place: `organisation_id = ${TENANT}`,
  fence: `organisation_id = ${TENANT}`,
  // A truck that went to another organisation keeps its plate in what it did before.
  truck: `${OWN} OR id = ANY ((SELECT tanker_former_trucks())::int[])`,
  // What holds above holds below.
  threshold_value: `organisation_id = ${TENANT} OR truck_id IN (SELECT id FROM truck)`,
}

/** What has no organisation of its own is shown with the row it belongs to, by the first of these columns that it has. */
const PARENTS: readonly (readonly [column: string, table: string])[] = [
  ['slip_id', 'slip'],
  ['alarm_id', 'alarm'],
  ['truck_id', 'truck'],
  ['role_id', 'role'],
  ['user_id', 'app_user'],
  ['driver_id', 'driver'],
  ['fence_id', 'fence'],
  ['place_id', 'place'],
]

/** SQL: which rows of a table with these columns a reader sees; null when none are. */
function policyOf(table: string, columns: readonly string[]): string | null {
  const fixed = POLICIES[table] ?? (columns.includes('organisation_id') ? OWN : undefined)
  if (fixed !== undefined) return fixed
  const parent = PARENTS.find(([column]) => columns.includes(column))
  // EXISTS and not IN: a list joined to such a table asks for the few rows that it shows and does not gather all parents first.
  return parent ? `EXISTS (SELECT FROM ${parent[1]} AS parent WHERE parent.id = ${table}.${parent[0]})` : null
}

/** The functions run with the owner's rights: policies that asked the tables they guard would ask without end. */
const FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION tanker_organisations() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
     SELECT ARRAY(SELECT id FROM organisation WHERE ancestors @> ARRAY[nullif(current_setting('${READER_ORGANISATION}', true), '')::int]) $$`,
  `CREATE OR REPLACE FUNCTION tanker_tenant() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
     SELECT ARRAY(SELECT id FROM organisation WHERE ancestors @> ARRAY[
       (SELECT coalesce(ancestors[1], id) FROM organisation WHERE id = nullif(current_setting('${READER_ORGANISATION}', true), '')::int)]) $$`,
  `CREATE OR REPLACE FUNCTION tanker_former_trucks() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
     SELECT ARRAY(SELECT truck_id FROM truck_moved WHERE former_organisation_id = ANY (tanker_organisations())) $$`,
  `REVOKE EXECUTE ON FUNCTION tanker_organisations(), tanker_tenant(), tanker_former_trucks() FROM public`,
  `GRANT EXECUTE ON FUNCTION tanker_organisations(), tanker_tenant(), tanker_former_trucks() TO ${READER}`,
]

type Column = { readonly table: string; readonly column: string }

/**
 * Row security behind the scope: a policy for every table with an organisation and for every table whose rows belong to such a row;
 * the reader sees no other table. Done at every start, so that a new table cannot be forgotten. One process at a time.
 * @returns null, or, where this database's owner may not make roles, why there are no policies, in English for the log
 */
export async function installRowSecurity(db: Db): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('tanker row security'))`.execute(transaction)
    const refused = await makeReader(transaction)
    if (refused !== null) return refused
    const statements = policyStatements(await columnsOf(transaction, 'r', 'p'), await columnsOf(transaction, 'v'))
    const digest = createHash('sha256').update(statements.join(';')).digest('hex')
    const standing = await transaction.selectFrom('setting').where('name', '=', SETTING).select('value').executeTakeFirst()
    // Statements that change tables wait for all users of the table, so skip them when row security is already installed.
    if (standing?.value['digest'] === digest) return null
    for (const statement of statements) await sql.raw(statement).execute(transaction)
    const value = JSON.stringify({ digest })
    await transaction
      .insertInto('setting')
      .values({ name: SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    return null
  })
}

/** SQL: grants, functions and policies for tables and views with these columns. */
function policyStatements(columns: readonly Column[], viewColumns: readonly Column[]): string[] {
  const columnsBy = new Map<string, string[]>()
  for (const { table, column } of columns) columnsBy.set(table, [...(columnsBy.get(table) ?? []), column])
  const guarded = [...columnsBy].flatMap(([table, names]) => {
    const policy = policyOf(table, names)
    return policy === null ? [] : [{ table, policy, names: names.filter((name) => !SECRETS.includes(name)).map((name) => `"${name}"`) }]
  })
  const views = [...new Set(viewColumns.map(({ table }) => table))]
  return [
    `GRANT USAGE ON SCHEMA public TO ${READER}`,
    ...FUNCTIONS,
    ...guarded.flatMap(({ table, policy, names }) => [
      `REVOKE ALL ON "${table}" FROM ${READER}`,
      `GRANT SELECT (${names.join(', ')}) ON "${table}" TO ${READER}`,
      `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`,
      `DROP POLICY IF EXISTS read_own ON "${table}"`,
      `CREATE POLICY read_own ON "${table}" FOR SELECT TO ${READER} USING (${policy})`,
    ]),
    ...views.flatMap((view) => [`ALTER VIEW "${view}" SET (security_invoker = true)`, `GRANT SELECT ON "${view}" TO ${READER}`]),
  ]
}

/** Tables or views of ours and their columns. A partition is read through its table only. */
const columnsOf = async (db: Db, ...kinds: readonly string[]): Promise<readonly Column[]> => {
  const { rows } = await sql<Column>`
    SELECT c.relname AS "table", a.attname AS "column" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind::text = ANY (${kinds}) AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum`.execute(db)
  return rows
}

/**
 * Makes the role where the server does not have it. Roles are of the whole server: another database may be faster. What the owner
 * may not do is not tried: the server would log an error at every start.
 */
async function makeReader(db: Db): Promise<string | null> {
  const { rows } = await sql<{ held: boolean; may: boolean }>`
    SELECT rolsuper OR rolcreaterole AS may, coalesce((SELECT CASE
        -- Since release 16 one can be a member and yet not act as the role.
        WHEN current_setting('server_version_num')::int >= 160000 THEN pg_has_role(reader.oid, 'SET')
        ELSE pg_has_role(reader.oid, 'MEMBER') END
      FROM pg_roles AS reader WHERE reader.rolname = ${READER}), false) AS held
    FROM pg_roles WHERE rolname = current_user`.execute(db)
  if (rows[0]?.held) return null
  if (!rows[0]?.may) return refused
  try {
    await sql.raw('SAVEPOINT role').execute(db)
    await sql
      .raw(
        `DO $$ BEGIN CREATE ROLE ${READER} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
         GRANT ${READER} TO CURRENT_USER`,
      )
      .execute(db)
    return null
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    await sql.raw('ROLLBACK TO SAVEPOINT role').execute(db)
    return refused
  }
}

const refused = `this database's owner may not make the role ${READER}: reads go through the scope alone. Run "CREATE ROLE ${READER} NOLOGIN; GRANT ${READER} TO <owner>" as an administrator and start again.`
