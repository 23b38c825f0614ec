import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, migrate } from './connection.ts'
import { prepareProgramRole, programUrl } from './program-role.ts'
import { withRowSecurity } from './reading-db.ts'
import { installRowSecurity } from './row-security.ts'
import { askOnce, startTestServer, type TestServer } from './test-server.ts'

/** A server of its own starts slowly on a busy machine. */
const SLOW_MS = 300_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    logging_collector: 'on',
    log_directory: 'log',
    log_min_messages: 'warning',
    log_min_error_statement: 'error',
  })
}, SLOW_MS)
afterAll(() => server.stop())

const serverLog = async (): Promise<string> => {
  const folder = join(server.folder, 'data', 'log')
  return (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join('')
}

test(
  '[HA-9] a database that the superuser owned is handed over once with everything in it, and two programs at once agree',
  async () => {
    // As an older release left it: everything belongs to the superuser.
    const before = connect(server.url('tanker'))
    await migrate(before.db)
    expect(await installRowSecurity(before.db)).toBeNull()
    await before.pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, 'A', 'A', '{1}')`)
    await before.close()

    const [url, again] = await Promise.all([1, 2].map(() => prepareProgramRole((database) => server.url(database), 'tanker')))
    expect(url).toBe(again)
    const connection = withRowSecurity(connect(url ?? ''))
    try {
      const { rows } = await connection.pool.query(
        `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication FROM pg_roles WHERE rolname = current_user`,
      )
      expect(rows).toEqual([
        { rolname: 'tanker', rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false, rolreplication: false },
      ])
      const { rows: foreign } = await connection.pool.query(`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner <> 'tanker'::regrole
      UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner <> 'tanker'::regrole
      UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typowner <> 'tanker'::regrole
      UNION ALL SELECT datname FROM pg_database WHERE datname = 'tanker' AND datdba <> 'tanker'::regrole`)
      expect(foreign).toEqual([])
      await migrate(connection.db)
      expect(await installRowSecurity(connection.db)).toBeNull()
      expect(await connection.reading(1).selectFrom('organisation').select('name').execute()).toEqual([{ name: 'A' }])
      await expect(connection.reading(1).deleteFrom('organisation').execute()).rejects.toThrow(/read-only/)
      await expect(connection.pool.query(`COPY organisation TO PROGRAM 'cat'`)).rejects.toThrow(/permission denied/)
      await expect(connection.pool.query(`SELECT pg_read_file('PG_VERSION')`)).rejects.toThrow(/permission denied/)
      await expect(connection.pool.query('ALTER SYSTEM SET fsync = off')).rejects.toThrow(/permission denied/)
    } finally {
      await connection.close()
    }
  },
  SLOW_MS,
)

test(
  '[HA-9] a new database is the role’s from the start: schema, row security and all',
  async () => {
    const connection = connect(await prepareProgramRole((database) => server.url(database), 'fresh'))
    try {
      await migrate(connection.db)
      expect(await installRowSecurity(connection.db)).toBeNull()
    } finally {
      await connection.close()
    }
  },
  SLOW_MS,
)

test('[HA-9] the password is neither the superuser’s nor the same for another server', () => {
  const one = new URL(programUrl('postgres://postgres:abc@127.0.0.1:1/postgres', 'tanker'))
  expect(one.username).toBe('tanker')
  expect(one.pathname).toBe('/tanker')
  expect(one.password).not.toBe('abc')
  expect(one.password.length).toBeGreaterThanOrEqual(40)
  expect(new URL(programUrl('postgres://postgres:abd@127.0.0.1:1/postgres', 'tanker')).password).not.toBe(one.password)
})

test(
  '[HA-7] an ordinary owner makes no error in the server’s log, whether he holds the reading role or not',
  async () => {
    await askOnce(server.url('postgres'), `CREATE ROLE plain LOGIN PASSWORD 'plain'`)
    await askOnce(server.url('postgres'), 'CREATE DATABASE plain OWNER plain')
    const url = new URL(server.url('plain'))
    url.username = 'plain'
    url.password = 'plain'
    const connection = connect(url.href)
    const client = new pg.Client(server.url('postgres'))
    await client.connect()
    try {
      await migrate(connection.db)
      const logged = (await serverLog()).length
      expect(await installRowSecurity(connection.db)).toMatch(/may not make the role tanker_reader.*GRANT tanker_reader TO <owner>/)
      await client.query('GRANT tanker_reader TO plain')
      expect(await installRowSecurity(connection.db)).toBeNull()
      expect((await serverLog()).slice(logged)).not.toMatch(/ERROR|FATAL/)
      // The log would show it.
      await expect(client.query('SELECT no_such_column')).rejects.toThrow()
      await expect.poll(async () => (await serverLog()).slice(logged)).toMatch(/ERROR.*no_such_column/)
    } finally {
      await client.end()
      await connection.close()
    }
  },
  SLOW_MS,
)
