import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FirmwareFiles, UpgradeVerdicts } from '@tanker/contract/firmware'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { verifyChanges } from '../../verify-changes.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let demo: SignedIn
const CONTENT = Buffer.from('firmware 2.7.0')

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('调度员', '展会演示')`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  demo = await server.signIn('demo')
})
afterAll(() => server.close())
/** The history grows: each test reads on from here. */
let before = '0'
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE device_command, firmware_file, command_file, device_version, device CASCADE')
  before = (await server.database.pool.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM change_log')).rows[0]?.id ?? '0'
})

type Uploaded = { resultCode: number; message: string; data: { id: number } }

const about = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  device: 'console',
  version: 'FW2.7.0',
  maker: 'TKFLT',
  hardware: 'HW1.2',
  fileName: 'console_2.7.0.bin',
  ...more,
})

async function upload(content: Uint8Array, more: Readonly<Record<string, string>> = {}, who = anna): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(content)], 'x'))
  const response = await fetch(`${server.url}/api/firmware/file?${new URLSearchParams(about(more)).toString()}`, {
    method: 'POST',
    headers: { cookie: who.cookie, 'header-id': who.headerId },
    body: form,
  })
  return (await response.json()) as Uploaded
}
const keep = async (more: Readonly<Record<string, string>> = {}, content: Uint8Array = CONTENT): Promise<number> =>
  (await upload(content, more)).data.id

const trucks = (...plates: readonly string[]): string => plates.map((plate) => server.truckId(plate)).join()
const sendAs = (who: SignedIn, firmwareId: number, truckIds: string, more: Readonly<Record<string, string>> = {}) =>
  who.send<{ upgrades: number }>('POST', '/upgrades', { firmwareId, truckIds, maxTries: 3, ...more })
const runs = (plate: string, version: string, more: { maker?: string; hardware?: string; device?: string } = {}) =>
  server.database.pool.query(
    `INSERT INTO device_version (truck_id, device, version, maker, hardware, reported_at) VALUES ($1, $2, $3, $4, $5, now())`,
    [server.truckId(plate), more.device ?? 'console', version, more.maker ?? 'TKFLT', more.hardware ?? 'HW1.2'],
  )
const commands = async () =>
  (
    await server.database.pool.query<Record<string, unknown>>(
      `SELECT o.id, t.plate, o.device, o.old_version, o.new_version, o.state, o.downgrade, o.max_tries, encode(o.sha256, 'hex') AS sha256
       FROM device_command o JOIN truck t ON t.id = o.truck_id ORDER BY o.id`,
    )
  ).rows
const history = async () =>
  (
    await server.database.pool.query<Record<string, unknown>>(
      'SELECT entity, action, user_name, old, new FROM change_log WHERE id > $1 ORDER BY id',
      [before],
    )
  ).rows

test('firmware is stored with its digests, listed and downloaded only as a file, and the history names the uploader', async () => {
  const id = await keep()
  const { data } = await anna.get<FirmwareFiles>('/firmware')
  expect(data).toEqual([{ id, device: 'console', version: 'FW2.7.0', maker: 'TKFLT', hardware: 'HW1.2', fileName: 'console_2.7.0.bin' }])
  const sha256 = createHash('sha256').update(CONTENT).digest('hex')
  expect(await history()).toMatchObject([{ entity: 'firmware', action: 'create', user_name: 'anna', new: { version: 'FW2.7.0', sha256 } }])
  const response = await fetch(`${server.url}/api/firmware/content`, {
    method: 'POST',
    headers: { cookie: anna.cookie, 'header-id': anna.headerId, 'content-type': 'application/x-www-form-urlencoded' },
    body: `firmwareId=${id}`,
  })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(CONTENT)
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''console-FW2.7.0.bin")
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('T16 an empty file, one over 4 MB, and a name with a path are refused; a page under the name of firmware is never served as one', async () => {
  expect(await upload(new Uint8Array(0))).toMatchObject({ resultCode: 400, message: '固件文件为空，请选择其他文件。' })
  expect(await upload(new Uint8Array(4_000_001))).toMatchObject({ resultCode: 400, message: '固件文件不能超过 4 MB。' })
  expect(await upload(new Uint8Array(6_000_000))).toMatchObject({ resultCode: 400 })
  for (const fileName of ['../../etc/passwd', 'C:\\x.bin', 'a\r\nb', '\u202Enib.exe'])
    expect((await upload(CONTENT, { fileName })).resultCode, fileName).toBe(400)
  for (const version of ['../1', '2.7 0', 'latest', '<b>1</b>']) expect((await upload(CONTENT, { version })).resultCode, version).toBe(400)
  expect((await server.database.pool.query('SELECT FROM command_file')).rowCount).toBe(0)
  const id = await keep({ fileName: 'x.html' }, Buffer.from('<html><script>alert(1)</script></html>'))
  const answer = await fetch(`${server.url}/api/firmware/content`, {
    method: 'POST',
    headers: { cookie: anna.cookie, 'header-id': anna.headerId, 'content-type': 'application/x-www-form-urlencoded' },
    body: `firmwareId=${id}`,
  })
  expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')?.split(';')[0]]).toEqual([
    'application/octet-stream',
    'attachment',
  ])
  expect((await upload(new Uint8Array(4_000_000), { version: 'FW9' })).resultCode).toBe(200)
})

test('one version of a device is one file; another file under its name is refused', async () => {
  await keep()
  expect(await upload(Buffer.from('other bytes'))).toMatchObject({
    resultCode: 409,
    message: '该设备的版本 FW2.7.0 已在固件库中；内容不同的固件请使用新的版本号。',
  })
  expect((await upload(CONTENT, { device: 'controller' })).resultCode).toBe(200)
})

test('upgrades are ordered for several trucks at once, bound to the file’s bytes, and each is in the history', async () => {
  const id = await keep()
  await runs('苏A00001', 'FW2.6.0')
  const check = await anna.send<UpgradeVerdicts>('POST', '/upgrades/check', { firmwareId: id, truckIds: trucks('苏A00001', '苏A00002') })
  expect(check.data).toMatchObject([
    { plate: '苏A00001', version: 'FW2.6.0', may: 'yes', why: null },
    { plate: '苏A00002', version: null, may: 'yes', why: null },
  ])
  expect((await sendAs(anna, id, trucks('苏A00001', '苏A00002'), { maxTries: '5' })).data).toEqual({ upgrades: 2 })
  const sha256 = createHash('sha256').update(CONTENT).digest('hex')
  const common = { device: 'console', new_version: 'FW2.7.0', state: 'waiting', downgrade: false, max_tries: 5, sha256 }
  expect(await commands()).toMatchObject([
    { plate: '苏A00001', old_version: 'FW2.6.0', ...common },
    { plate: '苏A00002', old_version: null, ...common },
  ])
  expect((await history()).slice(1)).toMatchObject([
    { entity: 'upgrade', action: 'create', user_name: 'anna', new: { from: 'FW2.6.0', to: 'FW2.7.0', downgrade: 'no', sha256 } },
    { entity: 'upgrade', new: { from: null } },
  ])
  expect(await verifyChanges(server.database.db)).toMatchObject({ kind: 'whole' })
})

test('T29 firmware for other hardware or another maker, the version that runs, and an older one are refused by truck and versions; all or none', async () => {
  const id = await keep()
  await runs('苏A00001', 'FW2.6.0', { hardware: 'HW2.0' })
  const both = trucks('苏A00001', '苏A00002')
  expect(await sendAs(anna, id, both)).toMatchObject({ resultCode: 409, message: '苏A00001 的主机硬件为 HW2.0，固件适用于 HW1.2。' })
  await server.database.pool.query('DELETE FROM device_version')
  await runs('苏A00001', 'FW2.7.0')
  expect((await sendAs(anna, id, both)).message).toBe('苏A00001 的主机已是 FW2.7.0。')
  expect((await sendAs(anna, id, both, { downgrade: 'yes' })).resultCode).toBe(409)
  await server.database.pool.query('DELETE FROM device_version')
  await runs('苏A00001', 'FW2.10.0')
  expect((await sendAs(anna, id, both)).message).toBe('苏A00001 的主机现为 FW2.10.0，所选 FW2.7.0 不比它新。')
  // What registered is known by its maker before it says more.
  await server.database.pool.query(
    `INSERT INTO device (truck_id, terminal_id, code_hash, bound_at, maker) VALUES ($1, 'T', 'c', now(), 'OTHER')`,
    [server.truckId('苏A00002')],
  )
  expect((await sendAs(anna, id, trucks('苏A00002'))).message).toBe('苏A00002 的主机厂家为 OTHER，固件适用于 TKFLT。')
  expect(await commands()).toEqual([])
})

test('T29 an older version needs confirmation and permission, and the history shows that it was forced', async () => {
  const id = await keep()
  await runs('苏A00001', 'FW2.10.0')
  await server.database.pool.query(`DELETE FROM role_grant WHERE role_id = (SELECT id FROM role WHERE name = '调度员')`)
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, f FROM role, unnest(ARRAY['setting/base_data/upgrade_mcu', 'firmware:send']) f WHERE name = '调度员'`,
  )
  expect((await sendAs(anna, id, trucks('苏A00001'), { downgrade: 'yes' })).resultCode).toBe(401)
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  expect((await sendAs(anna, id, trucks('苏A00001'), { downgrade: 'yes' })).resultCode).toBe(200)
  expect(await commands()).toMatchObject([{ old_version: 'FW2.10.0', new_version: 'FW2.7.0', downgrade: true }])
  expect((await history()).at(-1)).toMatchObject({ entity: 'upgrade', new: { from: 'FW2.10.0', to: 'FW2.7.0', downgrade: 'yes' } })
})

test('T29 a truck, a file or an upgrade of others is answered as one that does not exist, and the trade show orders nothing', async () => {
  const id = await keep()
  const missing = await sendAs(anna, id, '7999999')
  expect(missing.resultCode).toBe(400)
  expect((await sendAs(anna, id, trucks('苏B00001'))).message).toBe(missing.message)
  expect((await sendAs(anna, id, trucks('苏A00001', '苏B00001'))).message).toBe(missing.message)
  expect((await sendAs(ben, id, trucks('苏B00001'))).message).toBe((await sendAs(ben, 7_999_999, trucks('苏B00001'))).message)
  expect((await sendAs(demo, id, trucks('苏A00001'))).resultCode).toBe(401)
  await sendAs(anna, id, trucks('苏A00001'))
  const upgradeId = String((await commands())[0]?.['id'])
  for (const action of ['abort', 'retry'])
    expect((await ben.send('POST', `/upgrades/${action}`, { upgradeIds: upgradeId })).message).toBe(
      (await ben.send('POST', `/upgrades/${action}`, { upgradeIds: '7999999' })).message,
    )
  expect(await commands()).toMatchObject([{ state: 'waiting' }])
})

test('T30 of fifty concurrent commands of the same upgrade one succeeds', async () => {
  const id = await keep()
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendAs(anna, id, trucks('苏A00001'))))
  expect(answers.filter(({ resultCode }) => resultCode === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ resultCode }) => resultCode))).toEqual(new Set([200, 409]))
  expect(await commands()).toHaveLength(1)
})

test('one or several open upgrades are aborted; failed and aborted ones can be retried, others cannot', async () => {
  const id = await keep()
  await sendAs(anna, id, trucks('苏A00001', '苏A00002'))
  const ids = (await commands()).map((row) => Number(row['id']))
  expect((await anna.send('POST', '/upgrades/retry', { upgradeIds: ids.join() })).message).toBe(
    '只有升级失败或已中止的记录可以重试，请刷新列表。',
  )
  expect((await anna.send('POST', '/upgrades/abort', { upgradeIds: ids.join() })).data).toEqual({ upgrades: 2 })
  expect((await anna.send('POST', '/upgrades/abort', { upgradeIds: ids.join() })).message).toBe('没有正在发送的内容，请刷新列表。')
  expect(await commands()).toMatchObject([{ state: 'stopped' }, { state: 'stopped' }])
  expect((await anna.send('POST', '/upgrades/retry', { upgradeIds: ids.join() })).data).toEqual({ upgrades: 2 })
  expect((await commands()).slice(2)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  expect((await anna.send('POST', '/upgrades/retry', { upgradeIds: ids.join() })).message).toBe(
    '苏A00001 的主机正在升级。苏A00002 的主机正在升级。',
  )
})

test('firmware of an open upgrade cannot be deleted; afterwards it can, the record stays, and it cannot be retried', async () => {
  const id = await keep()
  await sendAs(anna, id, trucks('苏A00001'))
  expect((await anna.send('DELETE', '/firmware/file', { firmwareId: id })).message).toBe('该固件正在用于升级（苏A00001），不能删除。')
  const upgradeIds = String((await commands())[0]?.['id'])
  await anna.send('POST', '/upgrades/abort', { upgradeIds })
  expect((await ben.send('DELETE', '/firmware/file', { firmwareId: id })).resultCode).toBe(400)
  expect((await anna.send('DELETE', '/firmware/file', { firmwareId: id })).resultCode).toBe(200)
  expect(await commands()).toMatchObject([{ new_version: 'FW2.7.0', state: 'stopped' }])
  expect((await anna.send('POST', '/upgrades/retry', { upgradeIds })).message).toBe('该固件已从固件库中删除，请选择其他固件新建升级。')
  const unused = await keep({ version: 'FW2.8.0' })
  await anna.send('DELETE', '/firmware/file', { firmwareId: unused })
  expect((await server.database.pool.query('SELECT FROM command_file')).rowCount).toBe(1)
})

test('firmware that a parent organisation sends to other trucks cannot be deleted either, and their plates are not shown', async () => {
  const id = await keep()
  const admin = await server.signIn('admin')
  expect((await sendAs(admin, id, trucks('苏B00001'))).resultCode).toBe(200)
  expect((await anna.send('DELETE', '/firmware/file', { firmwareId: id })).message).toBe('该固件正在用于升级，不能删除。')
})

test.each(['1', '21', '2.5', ''])('%j tries are refused: 2 to 20 it may be', async (maxTries) => {
  const id = await keep()
  expect((await sendAs(anna, id, trucks('苏A00001'), { maxTries })).resultCode).toBe(400)
})
