import { crc32 } from 'node:zlib'
import type { ComparedBackup } from '@tanker/contract/parameter-backups'
import type { ParameterDrift } from '@tanker/contract/parameter-drift'
import type { ParameterFileAnswer } from '@tanker/contract/parameter-files'
import type { ReportRows } from '@tanker/contract/report-view'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { compareFiles } from './compare-files-job.ts'
import { TestConsole } from './test-console.ts'
import { SCREEN_FILE } from './test-parameter-files.ts'

const log = pino({ level: 'silent' })
const PHONE = '13800000078'
const FOR_GOOD = { timeout: 20_000 }
const SCREEN = 9
const SEALS = 2

let server: TestApi
let bus: Bus
let anna: SignedIn
let ben: SignedIn
let now: number
const gateways: Gateway[] = []
const devices: TestDevice[] = []

const UI = Buffer.from(`${SCREEN_FILE}makerOnly=7\n${'# padding so that the file takes two parts\n'.repeat(20)}`)
const withBrightness = (brightness: number): Buffer => Buffer.from(UI.toString().replace('brightness=80', `brightness=${brightness}`))

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = 'T' || right($1, 6) WHERE id = $2`, [PHONE, truckId()])
  await pool.query('DELETE FROM compartment WHERE truck_id = $1', [truckId()])
  bus = await startPostgresBus({ url: server.database.url, log })
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(async () => {
  await bus.close()
  await server.close()
})
beforeEach(async () => {
  now = server.now.getTime()
  await server.database.pool.query('TRUNCATE device_command, parameter_file, parameter_backup, device CASCADE')
})
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  for (const gateway of gateways.splice(0)) await gateway.close()
})

const truckId = (): number => server.truckId('苏A00001')
const about = (file = SCREEN) => ({ truckId: truckId(), file })
const known = async (file = SCREEN) => (await anna.get<ParameterFileAnswer>('/parameterFiles', about(file))).data
const read = (file = SCREEN) => anna.send('POST', '/parameterFiles/read', about(file))
const send = async (brightness: number, more: object = {}) => {
  const { content, crc32: seen } = await known()
  const changed = { ...content, fields: { ...content?.fields, brightness } }
  return anna.send('POST', '/parameterFiles', {
    ...about(),
    seen: seen ?? 0,
    content: JSON.stringify(changed),
    reason: '驾驶员反映太暗',
    ...more,
  })
}
const backupsFor = async (who: SignedIn) => {
  const asked = {
    scope: { truckIds: [truckId()], organisationIds: [] },
    period: { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
  }
  const list = await who.get<ReportRows>('/reports/setting/device_parameter/params_bak/rows', { filters: JSON.stringify(asked) })
  return list.data?.content ?? []
}
const commands = async () =>
  (await server.database.pool.query<Record<string, unknown>>(`SELECT kind, state, result, tries FROM device_command ORDER BY id`)).rows
const ends = (state: string, result: string | null = null) =>
  expect.poll(async () => (await commands()).at(-1), FOR_GOOD).toMatchObject({ state, result })

let code = ''
async function connected(has: Buffer = UI, port?: number): Promise<TestConsole> {
  if (port === undefined) {
    const gateway = await startTestGateway(server.database, { bus, log, name: 'g1', now: () => now })
    gateways.push(gateway)
    port = gateway.port
  }
  const device = await TestDevice.connect(port, 2019)
  devices.push(device)
  if (gateways.length === 1 && devices.length === 1) ({ code } = await device.register(PHONE))
  expect(await device.authenticate(PHONE, code)).toBe(0)
  return new TestConsole(device, PHONE, has)
}

test('a file that is read is shown with its values, without the secret, and is in the record', async () => {
  expect((await known()).crc32).toBeNull()
  expect((await send(70)).message).toBe('尚未读取该车的这个参数文件，请先读取再修改。')
  await read()
  await read()
  expect(await commands()).toMatchObject([{ kind: 'read-file', state: 'waiting' }])
  await connected()
  await ends('done')
  const file = await known()
  expect(file).toMatchObject({ crc32: crc32(UI), secrets: ['userPwd'], lineProblems: [], drifted: [], busy: false })
  expect(file.content?.fields).toMatchObject({ brightness: 80, cabinCount: 3 })
  expect(JSON.stringify(file)).not.toContain('4711')
  const asked = { scope: { truckIds: [truckId()], organisationIds: [] } }
  const list = await anna.get<ReportRows>('/reports/setting/device_parameter/params_files/rows', { filters: JSON.stringify(asked) })
  expect(list.data.content.filter(({ state }) => state === 'read')).toMatchObject([{ file: '9', bytes: UI.length }])
  expect(list.data.totalElements).toBe(11)
})

test('a write keeps what the truck had, is read back, changes one line, and leaves secret, comment and unknown line alone', async () => {
  await read()
  const truck = await connected()
  await ends('done')
  expect((await send(70)).resultCode).toBe(200)
  await ends('done')
  expect([truck.has.toString(), truck.written]).toEqual([withBrightness(70).toString(), 1])
  expect(await known()).toMatchObject({ crc32: crc32(withBrightness(70)), drifted: [], wantedBy: 'anna' })
  const { rows: kept } = await server.database.pool.query('SELECT file, content, taken_by FROM parameter_backup')
  expect(kept).toEqual([{ file: SCREEN, content: UI, taken_by: 'anna' }])
  expect(await backupsFor(anna)).toMatchObject([
    { file: '9', source: 'before-send', operator: 'anna', bytes: UI.length, crc: crc32(UI).toString(16).toUpperCase().padStart(8, '0') },
  ])
  expect(await backupsFor(ben)).toEqual([])
  const { rows: history } = await server.database.pool.query(
    `SELECT action, old, new FROM change_log WHERE entity = 'parameter_file' ORDER BY id DESC LIMIT 1`,
  )
  expect(history).toEqual([{ action: 'send', old: { brightness: 80 }, new: { brightness: 70, file: 'ui.cfg', reason: '驾驶员反映太暗' } }])
})

test('a write keeps the newest 50 backups of its truck and file, and leaves other files alone', async () => {
  const { pool } = server.database
  for (const [file, count] of [
    [SCREEN, 60],
    [SEALS, 60],
  ])
    await pool.query(
      `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source)
       SELECT $1, $2, 'x', $3::timestamptz - n * interval '1 day', 'day ' || n, 0, 'manual' FROM generate_series(1, $4::int) n`,
      [truckId(), file, server.now, count],
    )
  await read()
  await connected()
  await ends('done')
  await send(70)
  await ends('done')
  const { rows } = await pool.query<{ file: number; n: number; oldest: number }>(
    `SELECT file, count(*)::int AS n, max(substr(taken_by, 5)::int) FILTER (WHERE source = 'manual') AS oldest FROM parameter_backup GROUP BY file ORDER BY file`,
  )
  expect(rows).toEqual([
    { file: SEALS, n: 60, oldest: 60 },
    { file: SCREEN, n: 50, oldest: 49 },
  ])
})

test('a backup that is restored goes to the truck as an edit does, with its secret, and is in the history', async () => {
  await read()
  const truck = await connected()
  await ends('done')
  await send(70)
  await ends('done')
  const [backup] = await backupsFor(anna)
  const backupId = Number(backup?.['id'])
  const compared = (await anna.get<ComparedBackup>('/parameterBackups/differences', { backupId })).data
  const brightness = { path: 'brightness', secret: false, now: { en: '70 %' }, kept: { en: '80 %' } }
  expect(compared).toMatchObject({ crc32: crc32(withBrightness(70)), same: false, differences: [brightness], restores: [brightness] })
  const restore = (seen: number) => anna.send('POST', '/parameterBackups/restore', { backupId, seen, reason: '恢复' })
  expect((await restore(1)).message).toContain('已变化')
  expect((await restore(compared.crc32 ?? 0)).resultCode).toBe(200)
  await ends('done')
  expect(truck.has.toString()).toBe(UI.toString())
  const { rows: history } = await server.database.pool.query(
    `SELECT action, old, new FROM change_log WHERE entity = 'parameter_file' ORDER BY id DESC LIMIT 1`,
  )
  const fresh = { brightness: 80, file: 'ui.cfg', reason: '恢复', backup: expect.any(String) as unknown }
  expect(history).toEqual([{ action: 'send', old: { brightness: 70 }, new: fresh }])
  const same = (await anna.get<ComparedBackup>('/parameterBackups/differences', { backupId })).data
  expect(same).toMatchObject({ same: true, differences: [] })
  expect((await restore(crc32(UI))).message).toBe('没有修改任何参数。')
})

test('a secret that differs is named and not shown; a restore writes it', async () => {
  const { pool } = server.database
  const kept = Buffer.from(UI.toString().replace('userPwd=4711', 'userPwd=9876'))
  await read()
  const truck = await connected()
  await ends('done')
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source) VALUES ($1, $2, $3, $4, 'anna', 0, 'manual') RETURNING id`,
    [truckId(), SCREEN, kept, server.now],
  )
  const backupId = rows[0]?.id ?? 0
  const compared = await anna.get<ComparedBackup>('/parameterBackups/differences', { backupId })
  expect(compared.data.differences).toMatchObject([{ path: 'userPwd', secret: true, now: null, kept: null }])
  expect(JSON.stringify(compared)).not.toMatch(/4711|9876/)
  await anna.send('POST', '/parameterBackups/restore', { backupId, seen: crc32(UI), reason: '恢复' })
  await ends('done')
  expect(truck.has.toString()).toBe(kept.toString())
  const { rows: history } = await pool.query(`SELECT old, new FROM change_log WHERE entity = 'parameter_file' ORDER BY id DESC LIMIT 1`)
  expect(JSON.stringify(history)).not.toMatch(/4711|9876/)
  expect(history).toMatchObject([{ old: { userPwd: '***' }, new: { userPwd: '***' } }])
})

test('what a truck reported last is kept by hand, once for each content', async () => {
  const { pool } = server.database
  const keep = (who = anna) => who.send('POST', '/parameterBackups', about())
  expect((await keep()).message).toBe('尚未读取该车的这个参数文件，请先读取再修改。')
  await read()
  await connected()
  await ends('done')
  await pool.query(
    `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source)
     SELECT $1, $2, 'x', $3::timestamptz - n * interval '1 day', '', 0, 'before-send' FROM generate_series(1, 60) n`,
    [truckId(), SCREEN, server.now],
  )
  expect((await keep(ben)).resultCode).not.toBe(200)
  expect((await keep()).resultCode).toBe(200)
  expect((await keep()).message).toBe('车辆上次上报的内容与最新备份相同，无需再备份。')
  const list = await backupsFor(anna)
  expect(list).toHaveLength(50)
  expect(list[0]).toMatchObject({ source: 'manual', operator: 'anna', bytes: UI.length })
  const { rows } = await pool.query(`SELECT action, new FROM change_log WHERE entity = 'parameter_backup'`)
  expect(rows).toEqual([{ action: 'create', new: { file: 'ui.cfg', crc32: crc32(UI) } }])
})

test('a backup is downloaded byte for byte, but not one of a file that has secrets; another carrier and customers get none', async () => {
  const { pool } = server.database
  const content = Buffer.from('# 车间\r\nprobeCount=0\r\n')
  const add = async (file: number): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source) VALUES ($1, $2, $3, $4, 'anna', 0, 'manual') RETURNING id`,
      [truckId(), file, content, server.now],
    )
    return rows[0]?.id ?? 0
  }
  const [seals, screen, properties] = [await add(SEALS), await add(SCREEN), await add(3)]
  const file = await fetch(`${server.url}/api/parameterBackups/content`, {
    method: 'POST',
    headers: { cookie: anna.cookie, 'header-id': anna.headerId, 'content-type': 'application/x-www-form-urlencoded' },
    body: `backupId=${seals}`,
  })
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content)
  expect((await anna.send('POST', '/parameterBackups/content', { backupId: screen })).message).toContain('不能下载')
  const unknown = '没有该参数备份，或您无权查看。'
  const all = async (who: SignedIn, backupId: number) => [
    (await who.get('/parameterBackups/differences', { backupId })).message,
    (await who.send('POST', '/parameterBackups/content', { backupId })).message,
    (await who.send('POST', '/parameterBackups/restore', { backupId, seen: 1, reason: 'x' })).message,
  ]
  await pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT role_id, '*' FROM app_user WHERE user_name = 'ben' ON CONFLICT DO NOTHING`,
  )
  expect(await all(ben, seals)).toEqual([unknown, unknown, unknown])
  expect(await all(anna, 2_000_000)).toEqual([unknown, unknown, unknown])
  await pool.query(`UPDATE role SET customer = true WHERE name = '调度员'`)
  const customer = await server.signIn('anna')
  expect(await all(customer, properties)).toEqual([unknown, unknown, unknown])
  expect((await customer.get('/parameterBackups/differences', { backupId: seals })).resultCode).toBe(200)
  await pool.query(`UPDATE role SET customer = false WHERE name = '调度员'`)
})

test('what was changed at the truck since it was read is not overwritten, and its new content is shown', async () => {
  await read()
  const truck = await connected()
  await ends('done')
  truck.has = withBrightness(55)
  await send(70)
  await ends('failed', 'changed')
  expect([truck.written, (await known()).content?.fields['brightness']]).toEqual([0, 55])
  expect((await known()).drifted).toEqual(['brightness'])
})

test('a form that was filled from an older content, a value out of range and a send without a change are refused', async () => {
  await read()
  await connected()
  await ends('done')
  expect((await send(70, { seen: 1 })).message).toContain('已变化')
  expect((await send(101)).message).toBe('屏幕亮度：1至100%，整数。')
  expect((await send(80)).message).toBe('没有修改任何参数。')
  expect((await send(70, { content: '{"fields":[]}' })).message).toBe('content：不是参数文件的内容。')
  expect((await send(70, { reason: ' ' })).resultCode).not.toBe(200)
  expect(await commands()).toHaveLength(1)
})

test.each(['partial', 'bad-crc'] as const)('an answer that is %s is asked for again, within the tries', async (fault) => {
  await read()
  let left = 1
  const truck = await connected()
  truck.wrong = () => (left-- > 0 ? fault : null)
  await ends('done')
  expect((await commands())[0]).toMatchObject({ tries: 2 })
  expect((await known()).crc32).toBe(crc32(UI))
})

test('answers that come twice are taken once', async () => {
  await read()
  const truck = await connected()
  truck.wrong = () => 'twice'
  await ends('done')
  await send(70)
  await ends('done')
  expect([truck.has.toString(), truck.written]).toEqual([withBrightness(70).toString(), 1])
})

test('a console that had written when it restarted is asked first and not written again', async () => {
  await read()
  const truck = await connected()
  await ends('done')
  // Its last answer to the write is lost with the connection.
  truck.wrong = () => (truck.written === 1 ? 'reboot' : null)
  await send(70)
  await expect.poll(() => truck.written, FOR_GOOD).toBe(1)
  await truck.device.untilClosed()
  const again = await connected(truck.has, gateways[0]?.port)
  await ends('done')
  expect(again.written).toBe(0)
  expect((await known()).crc32).toBe(crc32(withBrightness(70)))
  const { rows } = await server.database.pool.query('SELECT content FROM parameter_backup')
  expect(rows).toEqual([{ content: UI }])
})

test('a console that says it has written but still has the old file fails the command', async () => {
  await read()
  const truck = await connected()
  await ends('done')
  truck.wrong = () => {
    if (truck.written > 0) truck.has = UI
    return null
  }
  await send(70)
  await ends('failed', 'read-back')
  expect((await known()).drifted).toEqual(['brightness'])
})

test('two sends of one file at once: one is refused', async () => {
  await read()
  const truck = await connected()
  await ends('done')
  truck.device.close()
  const both = await Promise.all([send(60), send(61)])
  expect(both.filter(({ resultCode }) => resultCode === 200)).toHaveLength(1)
  expect(both.map(({ message }) => message)).toContainEqual('该车的这个参数文件正在下发，请等待其结束。')
})

test('[6-11] [3.12-03] customers see six files and may send no other; another carrier sees none', async () => {
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE customer`)
  await server.database.pool.query(`UPDATE role SET customer = true WHERE name = '调度员'`)
  const customer = await server.signIn('anna')
  expect((await customer.get('/parameterFiles', about(3))).message).toBe('没有该参数文件，或您无权查看。')
  expect((await customer.send('POST', '/parameterFiles/read', about(3))).resultCode).not.toBe(200)
  expect((await customer.get('/parameterFiles', about(SEALS))).resultCode).toBe(200)
  const asked = { scope: { truckIds: [truckId()], organisationIds: [] } }
  const list = await customer.get<ReportRows>('/reports/setting/device_parameter/params_files/rows', { filters: JSON.stringify(asked) })
  expect(list.data.content.map(({ file }) => Number(file)).toSorted((a, b) => a - b)).toEqual([1, 2, 6, 7, 8, 9])
  await server.database.pool.query(
    `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source)
     SELECT $1, file, 'x', now(), '', 0, 'manual' FROM generate_series(1, 11) file`,
    [truckId()],
  )
  expect((await backupsFor(customer)).map(({ file }) => Number(file)).toSorted((a, b) => a - b)).toEqual([1, 2, 6, 7, 8, 9])
  await server.database.pool.query(`UPDATE role SET customer = false WHERE name = '调度员'`)
  expect((await ben.get('/parameterFiles', about())).resultCode).not.toBe(200)
  expect((await ben.send('POST', '/parameterFiles/read', about())).resultCode).not.toBe(200)
})

test('a value that was changed at the truck is drift; the wanted one is sent, and read back it is as wanted again', async () => {
  await read()
  const truck = await connected()
  await ends('done')
  await send(70)
  await ends('done')
  truck.has = Buffer.from(truck.has.toString().replace('brightness=70', 'brightness=90'))
  await read()
  await ends('done')
  await compareFiles(server.database.db)
  const drift = (await anna.get<ParameterDrift>('/parameterFiles/drift', about())).data
  expect(drift.fields).toMatchObject([{ path: 'brightness', wanted: { en: '70 %' }, reported: { en: '90 %' } }])
  const seen = { seen: drift.reportedCrc32 ?? 0, wantedSeen: drift.wantedCrc32 ?? 0 }
  await anna.send('POST', '/parameterFiles/drift/send', { ...about(), ...seen, choices: 'brightness', reason: '恢复' })
  await ends('done')
  expect(truck.has.equals(withBrightness(70))).toBe(true)
  await compareFiles(server.database.db)
  expect((await anna.get<ParameterDrift>('/parameterFiles/drift', about())).data.fields).toEqual([])
  const asked = { scope: { truckIds: [truckId()], organisationIds: [] }, file: ['9'] }
  const list = await anna.get<ReportRows>('/reports/setting/device_parameter/params_files/rows', { filters: JSON.stringify(asked) })
  expect(list.data.content).toMatchObject([{ state: 'as-wanted', differing: 0 }])
})
