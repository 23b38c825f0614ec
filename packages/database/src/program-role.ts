import { createHmac } from 'node:crypto'
import pg from 'pg'
import { READER } from './row-security.ts'

/** The role that the program works as in the embedded server: it owns its database and nothing else. */
const PROGRAM_ROLE = 'tanker'

/**
 * Connection string of the program's role for a database of the superuser's server. Its password follows from the superuser's, so
 * that no second one is stored and two programs on one folder agree.
 */
export function programUrl(superuserUrl: string, database: string): string {
  const url = new URL(superuserUrl)
  const password = createHmac('sha256', decodeURIComponent(url.password)).update(`role ${PROGRAM_ROLE}`).digest('base64url')
  url.username = PROGRAM_ROLE
  url.password = password
  url.pathname = `/${database}`
  return url.href
}

/**
 * Makes the program's role, without the rights of a superuser, and a database that it owns. A database of an older release, which
 * the superuser owned, is handed over with everything in it. One process at a time.
 * @param superuserUrl the superuser's connection string for a database of the server
 * @returns the role's connection string for `database`
 */
export async function prepareProgramRole(superuserUrl: (database: string) => string, database: string): Promise<string> {
  const own = programUrl(superuserUrl('postgres'), database)
  await asSuperuser(superuserUrl('postgres'), async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('tanker program role'))`)
    const { rows: roles } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
      [PROGRAM_ROLE, READER],
    ])
    const has = (name: string): boolean => roles.some((role) => role.rolname === name)
    const password = pg.escapeLiteral(decodeURIComponent(new URL(own).password))
    await client.query(
      `${has(PROGRAM_ROLE) ? 'ALTER' : 'CREATE'} ROLE ${PROGRAM_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${password}`,
    )
    if (!has(READER)) await client.query(`CREATE ROLE ${READER} NOLOGIN`)
    const { rows: member } = await client.query('SELECT FROM pg_auth_members WHERE roleid = $1::regrole AND member = $2::regrole', [
      READER,
      PROGRAM_ROLE,
    ])
    if (member.length === 0) await client.query(`GRANT ${READER} TO ${PROGRAM_ROLE}`)
    const name = pg.escapeIdentifier(database)
    const { rows: found } = await client.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [database],
    )
    if (found.length === 0) await client.query(`CREATE DATABASE ${name} OWNER ${PROGRAM_ROLE}`)
    else if (found[0]?.owner !== PROGRAM_ROLE) await client.query(`ALTER DATABASE ${name} OWNER TO ${PROGRAM_ROLE}`)
    await asSuperuser(superuserUrl(database), handOver)
  })
  return own
}

/** Everything in the schema becomes the program's. `REASSIGN OWNED` would not do: PostgreSQL refuses it for its first superuser. */
async function handOver(client: pg.Client): Promise<void> {
  await client.query(`
    DO $$ DECLARE statement text; BEGIN
      FOR statement IN
        SELECT format('ALTER TABLE %s OWNER TO ${PROGRAM_ROLE}', c.oid::regclass) FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relowner <> '${PROGRAM_ROLE}'::regrole AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
          -- A sequence of a column goes with its table.
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO ${PROGRAM_ROLE}', p.oid::regprocedure) FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> '${PROGRAM_ROLE}'::regrole
        UNION ALL
        SELECT format('ALTER TYPE %s OWNER TO ${PROGRAM_ROLE}', t.oid::regtype) FROM pg_type t
        WHERE t.typnamespace = 'public'::regnamespace AND t.typowner <> '${PROGRAM_ROLE}'::regrole AND t.typtype IN ('e', 'd')
      LOOP EXECUTE statement; END LOOP;
    END $$`)
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // the statement fails, which is enough
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
