import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './connection.ts'
import { WrongDatabaseUrl, clientConfig } from './database-address.ts'
import { startTestProxy, throughPort } from './test-proxy.ts'
import { askOnce, startTestServer, type TestServer } from './test-server.ts'
import { NoDatabase, waitForPrimary } from './wait-for-primary.ts'

/** A server of its own starts slowly on a busy machine. */
const SLOW_MS = 300_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, SLOW_MS)
afterAll(() => server.stop())

const ownPort = (): string => new URL(server.url('tanker')).port
const toStandby = async (): Promise<void> => {
  await server.kill()
  await writeFile(join(server.folder, 'data', 'standby.signal'), '')
  await server.restart()
}
const promote = () => askOnce(server.url('postgres'), 'SELECT pg_promote()')

test(
  '[HA-6] a start waits while the database is away, starting or a standby, says so, and goes on when it takes writes',
  async () => {
    const said: string[] = []
    await server.kill()
    const waiting = waitForPrimary(server.url('tanker'), { forMs: 60_000, onWaiting: (reason) => said.push(reason) })
    await expect.poll(() => said.length, { timeout: 20_000 }).toBe(1)
    expect(said[0]).toMatch(/ECONNREFUSED/)
    await server.restart()
    await waiting
    await toStandby()
    await expect(waitForPrimary(server.url('tanker'), { forMs: 0, onWaiting: () => undefined })).rejects.toThrow('it is a standby')
    const promoted = waitForPrimary(server.url('tanker'), { forMs: 60_000, onWaiting: (reason) => said.push(reason) })
    await expect.poll(() => said.length, { timeout: 20_000 }).toBe(2)
    await promote()
    await promoted
    expect(said[1]).toBe('it is a standby')
  },
  SLOW_MS,
)

test('[HA-6] one that does not come, and one that refuses us, end the start with one sentence and without the password', async () => {
  const url = new URL(server.url('tanker'))
  const proxy = await startTestProxy(Number(url.port))
  await proxy.close()
  const away = await waitForPrimary(throughPort(url.href, proxy.port), { forMs: 600, onWaiting: () => undefined }).catch(
    (error: unknown) => error,
  )
  expect(away).toBeInstanceOf(NoDatabase)
  expect(String(away)).toMatch(/127\.0\.0\.1:\d+\/tanker did not take writes within 1 s: .*ECONNREFUSED.*TANKER_DATABASE_WAIT/)
  url.pathname = '/nothing'
  const missing = await waitForPrimary(url.href, { forMs: 60_000, onWaiting: () => undefined }).catch((error: unknown) => error)
  expect(String(missing)).toMatch(/database "nothing" does not exist/)
  url.password = 'not-the-password'
  const refused = await waitForPrimary(url.href, { forMs: 60_000, onWaiting: () => undefined }).catch((error: unknown) => error)
  expect(String(refused)).toMatch(/refuses us: password authentication failed/)
  for (const error of [away, missing, refused]) expect(String(error)).not.toMatch(/not-the-password|postgres:\/\//)
  expect(String(away)).not.toContain(decodeURIComponent(new URL(server.url('tanker')).password))
})

test(
  '[HA-7] with a list of hosts each connection goes to the one that takes writes',
  async () => {
    const other = await startTestServer()
    try {
      // Both know the same role; on the other server it may not write, as on a standby.
      for (const one of [server, other]) await askOnce(one.url('postgres'), `CREATE ROLE shared LOGIN PASSWORD 'shared'`)
      await askOnce(other.url('postgres'), 'ALTER ROLE shared SET default_transaction_read_only = on')
      const otherPort = new URL(other.url('postgres')).port
      const connection = connect(`postgres://shared:shared@127.0.0.1:${otherPort},127.0.0.1:${ownPort()}/tanker`, { max: 3 })
      const ports = async (): Promise<unknown[]> =>
        (
          await Promise.all(
            [1, 2, 3].map(() => connection.pool.query<{ port: string }>(`SELECT current_setting('port') AS port, pg_sleep(0.1)`)),
          )
        ).map(({ rows }) => rows[0]?.port)
      try {
        await expect.poll(() => ports().catch(String), { timeout: 20_000 }).toEqual([ownPort(), ownPort(), ownPort()])
        // The primary goes, the other one is promoted.
        await server.kill()
        await expect(ports()).rejects.toThrow(/terminat|no host of DATABASE_URL takes writes: .*is a standby/)
        await askOnce(other.url('postgres'), 'ALTER ROLE shared RESET default_transaction_read_only')
        await expect.poll(() => ports().catch(String), { timeout: 20_000 }).toEqual([otherPort, otherPort, otherPort])
      } finally {
        await connection.close()
        await server.restart()
      }
    } finally {
      await other.stop()
    }
  },
  SLOW_MS,
)

test('[HA-7] a list of hosts that is not understood is refused in one sentence, without the password', () => {
  for (const url of [
    'postgres:///tanker?host=a,b',
    'postgres://tanker:secret@a:5432,,b/tanker',
    'postgres://tanker:secret@a:port,b/tanker',
    'mysql://tanker:secret@a/tanker',
    'postgres://tanker:sec/ret@a/tanker?x=@',
    '',
  ]) {
    let message = ''
    try {
      clientConfig(url)
    } catch (error) {
      expect(error).toBeInstanceOf(WrongDatabaseUrl)
      message = String(error)
    }
    expect(message, url).toMatch(/DATABASE_URL.*(give|Give)/)
    expect(message).not.toMatch(/secret|sec\/ret/)
  }
  for (const url of [
    'postgres://a/tanker',
    'postgresql://t:p%40@[::1]:5433/tanker?sslmode=disable',
    'postgres:///tanker',
    'postgres://t:p@a,b:5433/x',
  ])
    expect(clientConfig(url).keepAlive).toBe(true)
})
