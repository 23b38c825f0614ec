import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADVISORY_LOCKS } from '@tanker/database/advisory-locks'
import { connect } from '@tanker/database/connection'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { type StatementFaults, statementFaults } from '@tanker/database/test-faults'
import type { Bus } from '../bus/bus.ts'
import { startPostgresBus } from '../bus/postgres-bus.ts'
import { openTestSocket } from '../../feed/test-socket.ts'
import { TestDevice, terminalIdOf } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { raiseAlarm, startTestApi } from '../http/test-api.ts'
import { withAdvisoryLock } from '../jobs/advisory-lock.ts'
import { startJob } from '../jobs/start-job.ts'
import { watchOffline } from '../../gateway/offline-watch.ts'

/** No pass asks as many statements; one that does never ends. */
const MOST_STATEMENTS = 300
const PHONE = '13800000001'
const log = pino({ level: 'silent' })

let database: TestDatabase
let faults: StatementFaults
let bus: Bus
beforeEach(async () => {
  database = await createTestDatabase()
  faults = statementFaults(database.pool)
  bus = await startPostgresBus({ url: database.url, log })
})
afterEach(async () => {
  faults.stop()
  await bus.close()
  await database.close()
})

/** Does a pass again and again, cutting the connection at its first statement, its second, and so on until nothing was cut. */
async function atEachStatement(pass: (n: number) => Promise<void>): Promise<number> {
  for (let n = 1; n <= MOST_STATEMENTS; n += 1) {
    faults.cutAt(n)
    await pass(n)
    const fired = faults.fired
    faults.stop()
    if (!fired) return n - 1
  }
  throw new Error(`after ${MOST_STATEMENTS} statements there are still more`)
}

const enterTrucks = (): Promise<unknown> =>
  database.pool.query(`
    INSERT INTO organisation (id, name, code, ancestors) VALUES (1, 'A', 'A', '{1}');
    INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone, terminal_id) VALUES (1, 1, 'A1', 'A1', '${PHONE}', '${terminalIdOf(PHONE)}');
    INSERT INTO truck_state (truck_id, organisation_id) VALUES (1, 1)`)

test('[F36] if any statement of the gateway loses its connection, the terminal is accepted, and its position is stored once', async () => {
  let now = Date.UTC(2026, 5, 1, 4)
  await enterTrucks()
  const gateway = await startTestGateway(database, { bus, now: () => now })
  try {
    const first = await TestDevice.connect(gateway.port)
    const { code } = await first.register(PHONE)
    first.close()
    let passes = 0
    const cuts = await atEachStatement(async () => {
      now += 60_000
      passes += 1
      // A terminal that hears nothing, or is hung up on, dials again.
      for (let dials = 0; ; dials += 1) {
        expect(dials).toBeLessThan(20)
        const device = await TestDevice.connect(gateway.port)
        const serial = device.send(PHONE, { kind: 'authentication', authCode: code })
        const soon = new Promise<'silence'>((done) => setTimeout(() => done('silence'), 2_000))
        const result = await Promise.race([device.replyTo(serial), soon])
        // A right code is never called wrong.
        expect(result).not.toBe(1)
        if (result === 0) {
          expect(await device.replyTo(device.send(PHONE, { kind: 'heartbeat' }))).toBe(0)
          expect(await device.position(PHONE, { at: now })).toBe(0)
          device.close()
          break
        }
        device.close()
      }
    })
    expect(cuts).toBeGreaterThan(1)
    const { rows } = await database.pool.query<{ n: number; at: number }>(
      'SELECT count(*)::int AS n, count(DISTINCT at)::int AS at FROM position',
    )
    expect(rows).toEqual([{ n: passes, at: passes }])
  } finally {
    await gateway.close()
  }
}, 120_000)

test('[F36] if any statement of the offline watch loses its connection, the truck is marked offline and its alarm raised together, once', async () => {
  const start = Date.UTC(2026, 5, 1, 4)
  await enterTrucks()
  const gateway = await startTestGateway(database, { bus, now: () => start })
  const device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(PHONE)
  expect(await device.authenticate(PHONE, code)).toBe(0)
  expect(await device.position(PHONE, { at: start })).toBe(0)
  device.close()
  await gateway.close()

  const other = connect(database.url, { max: 1 })
  try {
    const found = async () =>
      (
        await other.pool.query<{ offline: boolean; alarms: number; outbox: number }>(
          `SELECT offline_at IS NOT NULL AS offline, (SELECT count(*)::int FROM alarm) AS alarms, (SELECT count(*)::int FROM outbox) AS outbox FROM truck_state`,
        )
      ).rows[0]
    let failed = 0
    const locks = async () =>
      (
        await other.pool.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).rowCount
    await atEachStatement(async () => {
      // The server side of a cut connection keeps the job's lock until it notices.
      await expect.poll(locks, { timeout: 20_000 }).toBe(0)
      await withAdvisoryLock(database.pool, ADVISORY_LOCKS.offlineWatch, () =>
        watchOffline({ connection: database, bus, now: () => start + 86_400_000 }, new TruckContexts(database.pool)),
      ).catch(() => (failed += 1))
      const state = await found()
      expect(state).toEqual(state?.offline ? { offline: true, alarms: 1, outbox: 1 } : { offline: false, alarms: 0, outbox: 0 })
    })
    // Thirteen as a rule; a cut that a pass survives ends the passes early, because the truck is offline then.
    expect(failed).toBeGreaterThan(1)
    expect(await found()).toEqual({ offline: true, alarms: 1, outbox: 1 })
  } finally {
    await other.close()
  }
}, 60_000)

test('[F36] a job that throws is logged and runs again', async () => {
  const lines: string[] = []
  let runs = 0
  const job = startJob(
    {
      name: 'tests',
      schedule: { everyS: 2 },
      lock: null,
      wokenBy: 'outbox',
      run: async () => {
        runs += 1
        if (runs <= 3) throw new Error(`run ${runs} went wrong`)
      },
    },
    { pool: database.pool, bus, log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }), metrics: new Registry() },
  )
  try {
    await expect
      .poll(
        () => {
          bus.publish('outbox', '')
          return runs
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(3)
  } finally {
    await job.close()
  }
  expect(lines).toHaveLength(3)
  for (const [index, line] of lines.entries()) expect(line).toContain(`run ${index + 1} went wrong`)
})

test('[F36] if any statement of the feed loses its connection, the web console gets every alarm once', async () => {
  const given = await createTestDatabase()
  faults = statementFaults(given.pool)
  const server = await startTestApi({}, null, { given })
  const other = connect(given.url, { max: 2 })
  const heard: string[] = []
  let stopped = false
  let cut: () => void = () => undefined
  try {
    const { cookie, headerId } = await server.signIn('anna')
    let cursor: string | null = null
    const staying = (async () => {
      while (!stopped) {
        const socket = await openTestSocket(server.port, { Cookie: cookie, Origin: server.url }).catch(() => null)
        if (socket === null) continue
        cut = socket.cut
        socket.send({
          msgType: 1,
          typeIds: '1',
          userPri: '',
          timeZone: 'Asia/Shanghai',
          userName: 'anna',
          headerId,
          ...(cursor === null ? {} : { cursor }),
        })
        let isClosed = false
        void socket.closed.then(() => (isClosed = true))
        for (let read = 0; !isClosed || read < socket.messages.length;) {
          for (; read < socket.messages.length; read += 1) {
            const message = socket.messages[read]
            if (message?.type !== 'alarms') continue
            heard.push(...message.alarms.map(({ id }) => id))
            cursor = message.cursor
          }
          await new Promise((done) => setTimeout(done, 5))
        }
      }
    })()
    await expect.poll(() => cursor, { timeout: 20_000 }).not.toBeNull()
    const raise = (): Promise<string> =>
      raiseAlarm({ ...server, database: { ...given, db: other.db }, now: new Date() }, { plate: '苏A00001', type: 1, settled: false })
    const raised: string[] = []
    for (let n = 1; n <= 12; n += 1) {
      faults.cutAt(n)
      const id = await raise()
      raised.push(id)
      await expect.poll(() => heard, { timeout: 30_000 }).toContain(id)
    }
    faults.stop()
    stopped = true
    cut()
    await staying
    expect(heard.toSorted()).toEqual(raised.toSorted())
  } finally {
    stopped = true
    cut()
    faults.stop()
    await other.close()
    await server.close()
  }
}, 120_000)
