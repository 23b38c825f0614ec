import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AlarmEvidence } from '@tanker/contract/evidence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { picture, seedEvidence } from './test-evidence.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-evidence-'))
let server: TestApi
let anna: SignedIn
let ben: SignedIn
let alarmId: string
let fileId: string

beforeAll(async () => {
  server = await startTestApi({ dataFolder, evidenceReady: true })
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await seedEvidence(server, dataFolder)
  const { rows } = await pool.query<{ alarm_id: string; id: string }>(
    'SELECT e.alarm_id, f.id FROM evidence_request e JOIN evidence_file f ON f.request_id = e.id WHERE e.truck_id = $1',
    [server.truckId('苏A00001')],
  )
  ;({ alarm_id: alarmId, id: fileId } = rows[0] ?? { alarm_id: '', id: '' })
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(async () => {
  await server.close()
  rmSync(dataFolder, { recursive: true })
})

const file = (who: SignedIn) => who.get('/evidence/file', { evidenceFileId: fileId })

/** As the browser loads it for a picture or a clip: with the cookie, and without the header of calls. */
const shown = async (cookie: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/api/evidence/file?evidenceFileId=${fileId}`, { headers: { cookie, ...headers } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const said = (name: string) => answer.headers.get(name)
  return { status: answer.status, bytes, type: said('content-type'), range: said('content-range'), tag: said('etag') ?? '', said }
}
const code = ({ bytes }: { bytes: Buffer }) => (JSON.parse(bytes.toString()) as { resultCode: number }).resultCode
const WHOLE = picture(1_000)

test('the pictures of an alarm are listed and answered as bytes, for its own organisation only', async () => {
  expect((await anna.get<AlarmEvidence>('/evidence', { alarmId })).data).toMatchObject({
    ready: true,
    requests: [{ state: 'asked', attachments: 2, refusedFiles: 0 }],
    files: [{ id: fileId, kind: 'jpg', bytes: 1_000 }],
  })
  const answer = await file(anna)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-disposition')).toContain(`evidence-${fileId}.jpg`)
  expect((await ben.get('/evidence', { alarmId })).resultCode).not.toBe(200)
  expect((await file(ben)).resultCode).toBe(400)
})

test('the browser reads a file in parts: from, to, the last ones, and goes on only with the same file', async () => {
  const { cookie } = anna
  const whole = await shown(cookie)
  expect(whole).toMatchObject({ status: 200, type: 'image/jpeg', range: null, bytes: WHOLE })
  expect([whole.said('accept-ranges'), whole.said('cache-control')]).toEqual(['bytes', 'private, no-cache'])
  const part = (range: string, more: Record<string, string> = {}) => shown(cookie, { range, ...more })
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=990-', 990, 999],
    ['bytes=990-999999999999999', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
  ] as const)
    expect(await part(range), range).toMatchObject({
      status: 206,
      range: `bytes ${from}-${to}/1000`,
      bytes: WHOLE.subarray(from, to + 1),
      tag: whole.tag,
    })
  for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])
    expect(await part(range), range).toMatchObject({ status: 416, range: 'bytes */1000', bytes: Buffer.alloc(0) })
  // What is no range, and many at once, which would be many reads of one file, are answered with the whole file.
  const many = `bytes=${Array.from({ length: 1_000 }, () => '0-').join(',')}`
  for (const range of ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=0-99999999999999999999', many])
    expect(await part(range), range.slice(0, 40)).toMatchObject({ status: 200, range: null, bytes: WHOLE })
  expect(await part('bytes=0-1', { 'if-range': whole.tag })).toMatchObject({ status: 206 })
  expect(await part('bytes=0-1', { 'if-range': '"another"' })).toMatchObject({ status: 200, bytes: WHOLE })
  expect(await part('bytes=0-1', { 'if-none-match': `"x", W/${whole.tag}` })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
})

test('a file is shown by the cookie alone, to the same users as any call, on pages of this server only', async () => {
  expect((await shown(anna.cookie)).status).toBe(200)
  const refusals = await Promise.all([
    shown(''),
    shown(`sid=${anna.headerId}`),
    shown(anna.cookie, { 'header-id': ben.headerId }),
    shown(anna.cookie, { 'sec-fetch-site': 'cross-site' }),
    shown(anna.cookie, { 'sec-fetch-site': 'same-site' }),
    shown(anna.cookie, { origin: 'https://evil.example' }),
    shown(ben.cookie),
    shown((await server.signIn('carl')).cookie),
  ])
  expect(refusals.map(code)).toEqual([504, 504, 504, 401, 401, 401, 400, 401])
  for (const refused of refusals) expect([refused.tag, refused.type]).toEqual(['', 'application/json; charset=utf-8'])
  expect((await server.call('GET', '/api/evidence/ask', { headers: { cookie: anna.cookie } })).status).toBe(404)
  expect((await server.call('GET', '/api/evidence?alarmId=1', { headers: { cookie: anna.cookie } })).resultCode).toBe(504)
})

test('a user asks again for what has not come: the request is due at once, with all its tries', async () => {
  const { pool } = server.database
  await pool.query(`UPDATE evidence_request SET state = 'expired', tries = 5, ask_at = NULL WHERE alarm_id = $1`, [alarmId])
  expect((await ben.send('POST', '/evidence/ask', { alarmId })).resultCode).not.toBe(200)
  expect((await anna.send('POST', '/evidence/ask', { alarmId })).data).toEqual({ asked: 1 })
  const { rows } = await pool.query('SELECT state, tries, ask_at IS NOT NULL AS due FROM evidence_request WHERE alarm_id = $1', [alarmId])
  expect(rows).toEqual([{ state: 'waiting', tries: 0, due: true }])
  expect((await anna.send('POST', '/evidence/ask', { alarmId })).data).toEqual({ asked: 0 })
})

test('a stored file that was altered is not shown, and one that is gone is named', async () => {
  const path = join(dataFolder, 'evidence', 'seeded', '1.jpg')
  writeFileSync(path, 'another picture')
  expect((await file(anna)).message).toBe('该文件已损坏或被改动，不再显示。请联系管理员。')
  rmSync(path)
  expect((await file(anna)).message).toBe('没有该证据文件，可能已超过保存期限。')
})
