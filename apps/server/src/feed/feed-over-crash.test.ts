import { setTimeout as wait } from 'node:timers/promises'
import { connect, migrate } from '@tanker/database/connection'
import { withRowSecurity } from '@tanker/database/reading-db'
import { installRowSecurity } from '@tanker/database/row-security'
import { startTestServer, type TestServer } from '@tanker/database/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { openTestSocket, type TestSocket } from './test-socket.ts'

const CRASHES = 2

/** A server of its own starts slowly on a busy machine. */
const SLOW_MS = 300_000

let postgres: TestServer
let server: TestApi
let anna: SignedIn
beforeAll(async () => {
  // Hints and what was rolled back stay in memory for as long as they can, so that a crash surely loses them.
  postgres = await startTestServer({ wal_writer_delay: '10s' })
  const url = postgres.url('tanker')
  const connection = connect(url)
  await migrate(connection.db)
  await installRowSecurity(connection.db)
  server = await startTestApi({}, null, { given: { ...withRowSecurity(connection), url } })
  anna = await server.signIn('anna')
}, SLOW_MS)
afterAll(async () => {
  await server.close()
  await postgres.stop()
})

/** A client that stays on the line: each time it is cut off it comes back with its cursor, as the browser does. */
class LastingClient {
  readonly heard: string[] = []
  /** Null until the first answer. */
  cursor: string | null = null
  #socket: TestSocket | null = null
  #read = 0
  #stopped = false

  async stay(): Promise<void> {
    while (!this.#stopped) {
      const socket = await openTestSocket(server.port, { Cookie: anna.cookie, Origin: server.url }).catch(() => null)
      if (socket === null) {
        await wait(20)
        continue
      }
      this.#socket = socket
      this.#read = 0
      socket.send({
        msgType: 1,
        typeIds: '1',
        userPri: '',
        timeZone: 'Asia/Shanghai',
        userName: 'anna',
        headerId: anna.headerId,
        ...(this.cursor === null ? {} : { cursor: this.cursor }),
      })
      await socket.closed
      this.take()
    }
  }

  /** Takes in what came since the last look. */
  take(): readonly string[] {
    const messages = this.#socket?.messages ?? []
    for (; this.#read < messages.length; this.#read += 1) {
      const message = messages[this.#read]
      if (message?.type !== 'alarms') continue
      this.heard.push(...message.alarms.map((alarm) => alarm.id))
      this.cursor = message.cursor
    }
    return this.heard
  }

  stop(): void {
    this.#stopped = true
    this.#socket?.cut()
  }
}

const raiseSoon = async (): Promise<string> => {
  for (;;) {
    // An answer that was lost may have happened: what counts is what is stored in the end.
    const id = await raiseAlarm(server, { plate: '苏A00001', type: 1, settled: false }).catch(() => null)
    if (id !== null) return id
    await wait(20)
  }
}

/** Hints as the bus sends them and transactions that are rolled back: numbers of which nothing is left after a crash. */
const burnTransactionNumbers = async (): Promise<void> => {
  const client = await server.database.pool.connect()
  try {
    await client.query('SET synchronous_commit = off')
    for (let i = 0; i < 100; i += 1) await client.query(`NOTIFY tanker_orders, '${i}'; BEGIN; SELECT pg_current_xact_id(); ROLLBACK`)
  } finally {
    client.release(true)
  }
}

test(
  '[HA-2][F24] over crashes of PostgreSQL an open client hears every stored alarm exactly once',
  async () => {
    const client = new LastingClient()
    const staying = client.stay()
    await expect.poll(() => (client.take(), client.cursor), { timeout: 20_000 }).not.toBeNull()

    let raising = true
    let pausing = false
    const traffic = (async () => {
      while (raising) {
        if (!pausing) await raiseSoon()
        await wait(5)
      }
    })()

    for (let crash = 0; crash < CRASHES; crash += 1) {
      const before = client.heard.length
      await expect.poll(() => client.take().length, { timeout: 20_000 }).toBeGreaterThan(before + 5)
      // The feed looks each second: let it look while the newest numbers are those that leave nothing on the disk.
      pausing = true
      await burnTransactionNumbers()
      await wait(1_300)
      const killed = postgres.kill()
      pausing = false
      await killed
      await postgres.restart()
    }
    raising = false
    await traffic
    const last = await raiseSoon()
    await expect.poll(() => client.take(), { timeout: 20_000 }).toContain(last)
    client.stop()
    await staying

    const { rows } = await server.database.pool.query<{ id: string }>('SELECT id::text FROM alarm ORDER BY id')
    expect(client.heard.toSorted()).toEqual(rows.map((row) => row.id).toSorted())
  },
  SLOW_MS,
)
