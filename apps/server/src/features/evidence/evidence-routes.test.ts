import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AlarmEvidence } from '@tanker/contract/evidence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { seedEvidence } from './test-evidence.ts'

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

const file = (who: SignedIn) => who.send('POST', '/evidence/file', { evidenceFileId: fileId })

test('the pictures of an alarm are listed and answered as bytes, for its own organisation only', async () => {
  expect((await anna.get<AlarmEvidence>('/evidence', { alarmId })).data).toMatchObject({
    ready: true,
    requests: [{ state: 'asked', attachments: 2, refusedFiles: 0 }],
    files: [{ id: fileId, kind: 'jpg', bytes: 1_000 }],
  })
  const answer = await file(anna)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-disposition')).toContain(`evidence-${fileId}.jpg`)
  expect((await ben.get('/evidence', { alarmId })).resultCode).not.toBe(200)
  expect((await file(ben)).resultCode).toBe(400)
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
