import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { TestS3Server } from '../../platform/object-store/test-s3-server.ts'
import { type EvidenceListener, startEvidenceListener } from './evidence-listener.ts'
import { removeAboveQuota } from './evidence-quota.ts'
import { addRequest, picture, TestUpload } from './test-evidence.ts'

const PHONE = '13800000077'
const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-evidence-'))

let s3: TestS3Server
let server: TestApi
let listener: EvidenceListener
let clock: number
const metrics = new Registry()
const warned: string[] = []

beforeAll(async () => {
  s3 = await TestS3Server.start()
  server = await startTestApi({ dataFolder, evidenceReady: true, evidenceStore: s3.setting() })
  clock = server.now.getTime()
  const { pool } = server.database
  await pool.query('UPDATE truck SET terminal_phone = $1 WHERE id = $2', [PHONE, server.truckId('苏A00001')])
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  listener = await startEvidenceListener({
    pool,
    dataFolder,
    evidenceStore: s3.setting(),
    host: '127.0.0.1',
    port: 0,
    now: () => clock,
    log: pino({ level: 'warn' }, { write: (line: string) => warned.push(line) }),
    metrics,
  })
})
afterAll(async () => {
  await listener.close()
  await server.close()
  await s3.stop()
  rmSync(dataFolder, { recursive: true })
})

const requestOf = (number: string) => addRequest(server.database.pool, server.truckId('苏A00001'), number, server.now)
const stateOf = async (id: string) =>
  (await server.database.pool.query('SELECT state, tries, ask_at FROM evidence_request WHERE id = $1', [id])).rows[0]

test('a store that goes away while a picture comes: the truck keeps it, is asked again, and sends only what is missing', async () => {
  const number = '1'.repeat(32)
  const { id, alarmId } = await requestOf(number)
  await server.database.pool.query('UPDATE evidence_request SET tries = 3 WHERE id = $1', [id])
  const content = picture(50_000)
  const file = { name: '00_64_6401_0_a.jpg', content }
  const first = await TestUpload.connect(listener.port, PHONE, number)
  expect(await first.announce([{ name: file.name, bytes: content.length }])).toBe(0)
  first.data(file, { offset: 0, length: content.length })
  await s3.stop()
  // Not answered as complete: the connection ends instead.
  expect(await first.end(file)).toBe(null)
  const askAgain = await stateOf(id)
  expect(askAgain).toMatchObject({ state: 'receiving', tries: 2 })
  expect(askAgain.ask_at.getTime()).toBe(clock + 600_000)
  expect(warned.join()).toContain('its terminal is asked again')
  // While it is away a file is not even taken.
  const second = await TestUpload.connect(listener.port, PHONE, number)
  expect(await second.announce([{ name: file.name, bytes: content.length }])).toBe(1)
  await second.device.untilClosed()
  expect((await metrics.getSingleMetric('tanker_evidence_refused_total')?.get())?.values).toMatchObject([
    { labels: { reason: 'store' }, value: 2 },
  ])

  await s3.listen()
  clock += 600_000
  const third = await TestUpload.connect(listener.port, PHONE, number)
  expect(await third.announce([{ name: file.name, bytes: content.length }])).toBe(0)
  // Its bytes have come before.
  expect(await third.end(file)).toEqual({ result: 0, missing: [] })
  third.device.close()
  expect(await stateOf(id)).toMatchObject({ state: 'complete', ask_at: null })
  const [[key, stored] = ['', Buffer.alloc(0)]] = [...s3.objects]
  expect(key).toMatch(new RegExp(`^tanker/\\d{4}-\\d\\d-\\d\\d/${number}-[0-9a-f]{12}\\.jpg$`))
  expect(stored.equals(content)).toBe(true)
  expect(existsSync(join(dataFolder, 'evidence', key.slice('tanker/'.length)))).toBe(false)

  // The browser reads it in parts, through the server; with the store away it is said so.
  const anna = await server.signIn('anna')
  const { files } = (await anna.get<{ files: { id: string }[] }>('/evidence', { alarmId })).data ?? { files: [] }
  const address = `${server.url}/api/evidence/file?evidenceFileId=${files[0]?.id}`
  const part = await fetch(address, { headers: { cookie: anna.cookie, range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/50000'])
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true)
  expect((await fetch(address, { headers: { cookie: anna.cookie, range: 'bytes=50000-' } })).status).toBe(416)
  await s3.stop()
  const away = await fetch(address, { headers: { cookie: anna.cookie } })
  await s3.listen()
  expect(((await away.json()) as { message: string }).message).toBe('图片和视频的存储暂时无法访问，请稍后再试。')
})

test('above the quota the oldest days are removed, never today’s, and no truck is asked for them again', async () => {
  const { pool, db } = server.database
  await pool.query('TRUNCATE evidence_request CASCADE')
  const now = new Date('2026-11-23T08:00:00Z')
  const ids: string[] = []
  for (const [at, day] of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].entries()) {
    const { id } = await requestOf(String(at).padStart(32, 'b'))
    ids.push(id)
    await pool.query(
      `INSERT INTO evidence_file (request_id, truck_id, organisation_id, name, kind, bytes, sha256, path, received_at)
       SELECT id, truck_id, organisation_id, 'a.jpg', 'jpg', 1000, '\\x00', $2 || '/a.jpg', ($2 || 'T07:00:00Z')::timestamptz FROM evidence_request WHERE id = $1`,
      [id, day],
    )
  }
  const days = async () =>
    (await pool.query<{ day: string }>('SELECT left(path, 10) AS day FROM evidence_file ORDER BY 1')).rows.map(({ day }) => day)
  expect(await removeAboveQuota(db, 4_000, now)).toBe(null)
  expect(await removeAboveQuota(db, 2_500, now)).toEqual(new Date('2026-11-22T00:00:00Z'))
  expect(await days()).toEqual(['2026-11-22', '2026-11-23'])
  expect(await stateOf(ids[1] ?? '')).toMatchObject({ state: 'expired', ask_at: null })
  expect(await stateOf(ids[2] ?? '')).toMatchObject({ state: 'asked' })
  expect(await removeAboveQuota(db, 10, now)).toEqual(new Date('2026-11-23T00:00:00Z'))
  expect(await days()).toEqual(['2026-11-23'])
})
