import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { startTestProxy, throughPort } from '@tanker/database/test-proxy'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bus, MAX_PAYLOAD_BYTES } from './bus.ts'
import { decodeLiveUpdates, encodeLiveUpdates, type LiveUpdate } from './live-payload.ts'
import { startPostgresBus } from './postgres-bus.ts'

let database: TestDatabase
let here: Bus
let there: Bus
const log = pino({ level: 'silent' })
beforeAll(async () => {
  database = await createTestDatabase()
  here = await startPostgresBus({ url: database.url, log })
  there = await startPostgresBus({ url: database.url, log })
})
afterAll(async () => {
  await here.close()
  await there.close()
  await database.close()
})

const heard = (bus: Bus, channel: Parameters<Bus['subscribe']>[0]): string[] => {
  const payloads: string[] = []
  bus.subscribe(channel, (payload) => payloads.push(payload))
  return payloads
}
const anUpdate = (truckId: number): LiveUpdate => [
  truckId,
  6,
  31.123456,
  120.123456,
  65.5,
  359,
  1_790_000_000_000,
  24_000.5,
  true,
  true,
  null,
  true,
]

test("a message reaches every process, the sender's own too", async () => {
  const ears = [heard(here, 'context'), heard(there, 'context')]
  here.publish('context', 'x')
  await expect.poll(() => ears).toEqual([['x'], ['x']])
})

test('many hints at once become one', async () => {
  const ears = heard(there, 'outbox')
  for (let i = 0; i < 100; i += 1) here.publish('outbox', '')
  await expect.poll(() => ears).toEqual([''])
})

test('thousands of positions travel in few payloads, whole and in order', async () => {
  const ears = heard(there, 'live')
  const updates = Array.from({ length: 3000 }, (_, i) => anUpdate(i))
  const payloads = encodeLiveUpdates(updates)
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES)
  for (const payload of payloads) here.publish('live', payload)
  await expect.poll(() => ears.flatMap((payload) => decodeLiveUpdates(payload))).toEqual(updates)
})

test('after a lost connection the bus reconnects, and warns the listeners of hints that some may be missing', async () => {
  const ears = heard(there, 'session')
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tanker bus' AND datname = current_database()`,
  )
  await expect.poll(() => ears, { timeout: 5000 }).toContain('')
  ears.length = 0
  await expect
    .poll(
      () => {
        here.publish('session', 'again')
        return ears
      },
      { timeout: 5000 },
    )
    .toContain('again')
})

test('[HA-3] a network that drops all packets is noticed: the bus reconnects and warns the listeners of hints', async () => {
  const proxy = await startTestProxy(Number(new URL(database.url).port))
  const far = await startPostgresBus({
    url: throughPort(database.url, proxy.port),
    log,
    limits: { pingEveryMs: 100, answerWithinMs: 400 },
  })
  try {
    const ears = heard(far, 'session')
    const before = proxy.accepted
    proxy.silent = true
    // Nothing arrives and nothing fails: only the unanswered query shows it.
    await expect.poll(() => proxy.accepted, { timeout: 20_000 }).toBeGreaterThan(before)
    proxy.silent = false
    await expect.poll(() => ears, { timeout: 20_000 }).toContain('')
    await expect
      .poll(() => (here.publish('session', 'again'), far.publish('session', 'and back'), ears), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(['again', 'and back']))
  } finally {
    await far.close()
    await proxy.close()
  }
}, 60_000)

test('only a payload that is too long is dropped', async () => {
  const ears = heard(there, 'context')
  here.publish('context', 'x'.repeat(MAX_PAYLOAD_BYTES + 1))
  here.publish('context', 'short')
  await expect.poll(() => ears).toEqual(['short'])
})
