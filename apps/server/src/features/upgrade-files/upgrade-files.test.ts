import { hashPassword } from '@tanker/contract/password'
import { UPGRADE_FILE_TYPES } from '@tanker/domain/devices/upgrade-file'
import { elscfg } from '@tanker/parameters/device-files/elscfg'
import { ui } from '@tanker/parameters/device-files/ui'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stepCommand, trucksWithCommands } from '../../device-commands/command-rows.ts'
import { knownCommands } from '../../device-commands/known-commands.ts'
import { PASSWORD, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { tankTables } from '../tank-tables/feature.ts'
import { SCREEN_FILE } from '../parameter-files/test-parameter-files.ts'
import { firmware } from '../firmware/feature.ts'
import { remoteControl } from '../remote-control/feature.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let organisationId: number

const FIRMWARE = Buffer.alloc(5_000, 'firmware ')
const MAKER = { maker: 'TKFLT', hardware: 'HW1.2' }
const KNOWN = knownCommands([...(tankTables.commands ?? []), ...(firmware.commands ?? []), ...(remoteControl.commands ?? [])])

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  const { rows } = await server.database.pool.query<{ organisation_id: number }>('SELECT organisation_id FROM truck WHERE plate = $1', [
    '苏A00001',
  ])
  organisationId = rows[0]!.organisation_id
})
afterAll(() => server.close())
beforeEach(() =>
  server.database.pool.query(
    'TRUNCATE device_command, upgrade_file, firmware_file, command_file, device_version, parameter_file, parameter_backup, tank_table CASCADE',
  ),
)

const truckId = (plate = '苏A00001'): number => server.truckId(plate)
type Answer = { resultCode: number; message: string; data: { id: number; fields?: Record<string, { zh: string }> } }

const values = (type: string, more: object = {}): Record<string, string> => ({
  type,
  description: '夏季参数',
  release: 'FW2.7.0',
  organisationId: String(organisationId),
  status: 'enabled',
  ...more,
})
async function upload(type: string, content: Uint8Array, more: object = {}, who = anna): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(content)], 'x'))
  const query = new URLSearchParams({ fileName: 'a.txt', ...values(type, more) })
  const response = await fetch(`${server.url}/api/upgradeFiles/file?${query.toString()}`, {
    method: 'POST',
    headers: { cookie: who.cookie, 'header-id': who.headerId },
    body: form,
  })
  return (await response.json()) as Answer
}
const keep = async (type: string, content: Uint8Array, more: object = {}): Promise<number> => {
  const answer = await upload(type, content, more)
  expect(answer).toMatchObject({ resultCode: 200 })
  return answer.data.id
}
const command = async (type: string, more: object = {}): Promise<number> =>
  (await anna.send<{ id: number }>('POST', '/baseData/upgrade_file', values(type, { release: '1', ...more }))).data.id
const send = (upgradeFileId: number, more: object = {}, who = anna) =>
  who.send<{ trucks: number; unchanged: number }>('POST', '/upgradeFiles/send', {
    upgradeFileId,
    truckIds: String(truckId()),
    reason: '夏季',
    ...more,
  })
const list = async (who = anna) =>
  (
    await who.get<{ content: readonly Record<string, unknown>[] }>('/reports/setting/device_parameter/upgrade_file/rows', {
      filters: JSON.stringify({
        scope: {
          organisationIds: [
            (
              await server.database.db
                .selectFrom('app_user')
                .where('id', '=', who.userId)
                .select('organisation_id')
                .executeTakeFirstOrThrow()
            ).organisation_id,
          ],
        },
      }),
      page: 0,
      size: 20,
      sortBy: 'uploadedAt',
      sortOrder: 'desc',
    })
  ).data.content
type Ordered = {
  id: number
  kind: string
  state: string
  truck_id: number
  max_tries: number
  restart_delay_min: number | null
  not_before: Date | null
  expires_at: Date | null
  form_values: Record<string, unknown>
  content: Buffer | null
}
const ordered = async () =>
  (
    await server.database.pool.query<Ordered>(
      `SELECT o.*, f.content FROM device_command o LEFT JOIN command_file f ON f.id = o.file_id ORDER BY o.id`,
    )
  ).rows
const reported = (file: number, content: Buffer, plate = '苏A00001') =>
  server.database.pool.query(`INSERT INTO parameter_file (truck_id, file, reported, reported_at) VALUES ($1, $2, $3, $4)`, [
    truckId(plate),
    file,
    content,
    server.now,
  ])

test('(3.8-02, 3.8-03) a file has one of seven types, a description, a version, a restart delay and a status', async () => {
  expect(Object.values(UPGRADE_FILE_TYPES).map(({ en }) => en)).toEqual([
    'Console upgrade',
    'Controller',
    'Console parameters',
    'Controller parameters',
    'Tank chart',
    'Clear command',
    'Restart command',
  ])
  await keep('console', FIRMWARE, { ...MAKER, restartDelayMin: '10' })
  await keep('controller', FIRMWARE, { ...MAKER, status: 'disabled' })
  await keep('console-parameters', Buffer.from(SCREEN_FILE), { parameterFile: '9', release: '2026' })
  await keep('controller-parameters', Buffer.from('sampleInterval=1\n'), { parameterFile: '2', release: '2026' })
  await keep('tank-chart', Buffer.from('0,0\n500,2400\n1000,5000'), { release: '1' })
  await command('clear')
  await command('restart', { restartDelayMin: '30' })
  const rows = await list()
  expect(rows.map(({ type }) => type).toSorted()).toEqual(Object.keys(UPGRADE_FILE_TYPES).toSorted())
  expect(rows.find(({ type }) => type === 'console')).toMatchObject({
    description: '夏季参数',
    release: 'FW2.7.0',
    restartDelayMin: 10,
    status: 'enabled',
    file: 'a.txt',
    size: 5,
    device: 'TKFLT HW1.2',
    uploader: 'anna',
  })
  expect(rows.find(({ type }) => type === 'controller')).toMatchObject({ status: 'disabled', restartDelayMin: null })
  expect(rows.find(({ type }) => type === 'restart')).toMatchObject({ size: null, file: null, restartDelayMin: 30 })
  expect(await list(ben)).toEqual([])
})

test('(5.3-07) a file without a type, without a description or without content is refused by field', async () => {
  expect((await upload('', FIRMWARE, { description: '' })).data.fields).toMatchObject({
    type: { zh: '文件类型不能为空。' },
    description: { zh: '说明不能为空。' },
  })
  expect((await anna.send('POST', '/baseData/upgrade_file', values('', { release: '' }))).resultCode).toBe(400)
  expect((await upload('console', FIRMWARE, { ...MAKER, description: '' })).data.fields).toMatchObject({
    description: { zh: '说明不能为空。' },
  })
  expect((await upload('console', new Uint8Array(0), MAKER)).message).toBe('该类型需要上传文件。')
  expect((await anna.send('POST', '/baseData/upgrade_file', values('clear', { description: '' }))).resultCode).not.toBe(200)
  expect((await anna.send('POST', '/baseData/upgrade_file', values('console'))).message).toBe('该类型需要上传文件。')
  expect((await upload('restart', FIRMWARE)).message).toBe('清除指令和重启指令没有文件。')
  expect(await list()).toEqual([])
})

test.each([
  ['firmware without a maker', 'console', FIRMWARE, { maker: '' }],
  ['firmware whose version has no digit', 'console', FIRMWARE, { ...MAKER, release: 'latest' }],
  ['firmware above 4 MB', 'console', Buffer.alloc(4_000_001), MAKER],
  ['parameters of no file', 'console-parameters', Buffer.from(SCREEN_FILE), {}],
  ['parameters of the controller as those of the console', 'console-parameters', Buffer.from('sampleInterval=1\n'), { parameterFile: '2' }],
  ['a value that is not permitted', 'console-parameters', Buffer.from('brightness=900\n'), { parameterFile: '9' }],
  ['a file with no field of it', 'console-parameters', Buffer.from('hello\n'), { parameterFile: '9' }],
  ['text without a field of a file with groups', 'controller-parameters', Buffer.from('{"a": 1}'), { parameterFile: '2' }],
  ['a tank chart that falls', 'tank-chart', Buffer.from('0,0\n500,2400\n400,5000'), {}],
  ['a delay of more than a day', 'console', FIRMWARE, { ...MAKER, restartDelayMin: '1441' }],
  ['a name with a path', 'console', FIRMWARE, { ...MAKER, fileName: '../a.bin' }],
])('nothing is kept of %s', async (_, type, content, more) => {
  expect((await upload(type, content, more)).resultCode).not.toBe(200)
  expect(await list()).toEqual([])
  expect((await server.database.pool.query('SELECT FROM command_file')).rowCount).toBe(0)
})

test('firmware that was added to either library stands in both, and is deleted from both', async () => {
  const id = await keep('console', FIRMWARE, MAKER)
  const firmwareId = (await anna.get<readonly { id: number }[]>('/firmware')).data[0]!.id
  expect((await anna.send('DELETE', '/firmware/file', { firmwareId })).resultCode).toBe(200)
  expect(await list()).toEqual([])
  const again = await keep('console', FIRMWARE, MAKER)
  expect(again).not.toBe(id)
  expect((await anna.send('DELETE', '/baseData/upgrade_file', { id: again })).resultCode).toBe(200)
  expect((await anna.get<readonly unknown[]>('/firmware')).data).toEqual([])
  const form = new FormData()
  form.append('file', new File([new Uint8Array(FIRMWARE)], 'x'))
  const about = new URLSearchParams({ device: 'controller', version: 'CT1.5.0', fileName: 'ct.bin', remark: '修正', ...MAKER })
  await fetch(`${server.url}/api/firmware/file?${about.toString()}`, {
    method: 'POST',
    headers: { cookie: anna.cookie, 'header-id': anna.headerId },
    body: form,
  })
  expect(await list()).toMatchObject([{ type: 'controller', release: 'CT1.5.0', description: '修正', file: 'ct.bin' }])
})

test('firmware is sent as an upgrade; one that is being sent cannot be deleted', async () => {
  const id = await keep('console', FIRMWARE, { ...MAKER, restartDelayMin: '10' })
  expect((await send(id)).data).toEqual({ trucks: 1, unchanged: 0 })
  expect(await ordered()).toMatchObject([{ kind: 'upgrade', truck_id: truckId(), restart_delay_min: 10, max_tries: 3 }])
  expect((await send(id)).message).toBe('苏A00001 的主机正在升级。')
  expect((await anna.send('DELETE', '/baseData/upgrade_file', { id })).message).toBe('该固件正在用于升级（苏A00001），不能删除。')
  expect((await send(id, { maxTries: 21 })).message).toBe('该类型的最大发送次数为 2 到 20。')
})

test('a parameter file is copied to trucks: what belongs to each stays, and it may be tried 2,000 times', async () => {
  const from = SCREEN_FILE.replace('brightness=80', 'brightness=55').replace('4711', '9999').replace('cabinCount=3', 'cabinCount=5')
  const id = await keep('console-parameters', Buffer.from(from), { parameterFile: '9', release: '1' })
  expect((await send(id)).message).toBe('苏A00001：尚未读取该车的这个参数文件，请先读取再修改。')
  await reported(9, Buffer.from(SCREEN_FILE))
  await reported(9, Buffer.from(from.replace('9999', '4711').replace('cabinCount=5', 'cabinCount=3')), '苏A00002')
  const both = `${truckId()},${truckId('苏A00002')}`
  expect((await send(id, { truckIds: both, maxTries: 2_000 })).data).toEqual({ trucks: 1, unchanged: 1 })
  const [order] = await ordered()
  expect(order).toMatchObject({ kind: 'write-file', truck_id: truckId(), max_tries: 2_000 })
  expect(order!.content!.toString()).toBe(SCREEN_FILE.replace('brightness=80', 'brightness=55'))
  expect(readParameterFile(ui, order!.content!).values.fields).toMatchObject({ userPwd: '4711', cabinCount: 3, brightness: 55 })
})

test('a parameter file with a password is not given out, another one is as it came', async () => {
  const secret = await keep('console-parameters', Buffer.from(SCREEN_FILE), { parameterFile: '9' })
  const seals = await keep('controller-parameters', Buffer.from('# 铅封\nsampleInterval=1\n'), {
    parameterFile: '2',
    fileName: 'elscfg.txt',
  })
  const content = (upgradeFileId: number, who = anna) =>
    fetch(`${server.url}/api/upgradeFiles/content`, {
      method: 'POST',
      headers: { cookie: who.cookie, 'header-id': who.headerId, 'content-type': 'application/x-www-form-urlencoded' },
      body: `upgradeFileId=${upgradeFileId}`,
    })
  expect(await (await content(secret)).json()).toMatchObject({ resultCode: 409 })
  expect(await (await content(seals)).text()).toBe('# 铅封\nsampleInterval=1\n')
  expect(((await (await content(seals, ben)).json()) as { resultCode: number }).resultCode).not.toBe(200)
  expect(elscfg.number).toBe(2)
})

test('a tank chart becomes the tank table of the same compartment of each truck, and is sent; all or none', async () => {
  const id = await keep('tank-chart', Buffer.from('0,0\n500,2400\n1000,5000'), { release: '1', fileName: '五吨.txt', restartDelayMin: '0' })
  expect((await send(id)).message).toBe('请选择仓号（1 到 10）。')
  expect((await send(id, { compartment: 1 })).message).toBe('苏A00001 的 1 号仓还没有罐容表，请先在“罐容表管理”中新增一份。')
  await server.database.pool.query(
    `INSERT INTO tank_table (truck_id, organisation_id, compartment, serial, tank_height_mm, capacity_l, pipe_capacity_l, effective_at, levels_mm, volumes_l, max_tries, send_state, file_name)
     SELECT id, organisation_id, 1, 'S' || id, 1000, 4900, 3, '2026-01-01', '{0,1000}', '{0,4900}', 3, 'synced', 'old.txt' FROM truck WHERE plate = '苏A00001'`,
  )
  const both = `${truckId()},${truckId('苏A00002')}`
  expect((await send(id, { compartment: 1, truckIds: both })).message).toContain('苏A00002 的 1 号仓还没有罐容表')
  expect(await ordered()).toEqual([])
  expect((await send(id, { compartment: 1, maxTries: 7 })).data).toEqual({ trucks: 1, unchanged: 0 })
  const [order] = await ordered()
  expect(order).toMatchObject({ kind: 'tank-table', max_tries: 7, restart_delay_min: 0, form_values: { reason: '夏季' } })
  expect(order!.content!.toString()).toContain('capacity 5000\npipe 3\n')
  const { rows } = await server.database.pool.query(
    `SELECT serial, tank_height_mm, file_name, send_state FROM tank_table ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ serial: `S${truckId()}`, tank_height_mm: 1_000, file_name: '五吨.txt', send_state: 'sending' }])
})

test('clearing and restarting need the own password, are sent once, and a restart waits for its delay', async () => {
  const restart = await command('restart', { restartDelayMin: '30' })
  const clear = await command('clear')
  expect((await send(restart)).message).toBe('清除和重启须输入您的登录密码。')
  expect((await send(restart, { pwd: 'a'.repeat(64) })).resultCode).not.toBe(200)
  expect(await ordered()).toEqual([])
  const pwd = hashPassword('anna', PASSWORD)
  const body = { truckIds: `${truckId()},${truckId('苏A00002')}`, pwd }
  expect((await send(restart, body)).data).toEqual({ trucks: 2, unchanged: 0 })
  expect((await send(restart, body)).message).toBe('苏A00001、苏A00002 已有同一指令在等待，请勿重复下发。')
  expect((await send(clear, { pwd })).data).toEqual({ trucks: 1, unchanged: 0 })
  const [first, , third] = await ordered()
  const orderedAt = server.now.getTime()
  expect(first).toMatchObject({ kind: 'remote-control', max_tries: 1, form_values: { command: 'restart', reason: '夏季' } })
  expect(first!.not_before!.getTime() - orderedAt).toBe(30 * 60_000)
  expect(first!.expires_at!.getTime() - first!.not_before!.getTime()).toBe(3_600_000)
  expect(third).toMatchObject({ form_values: { command: 'clear-files' }, not_before: null })
  // Before the delay is over the restart waits, and another command of the truck goes.
  const { pool } = server.database
  const due = async (minutes: number) =>
    (await trucksWithCommands(pool, KNOWN, new Date(orderedAt + minutes * 60_000))).map(({ commandId }) => commandId)
  expect(await due(29)).toEqual([third!.id])
  expect(await due(30)).toContain(first!.id)
})

test('a file that has arrived is followed by a restart after its delay; one that failed, or has no delay, by none', async () => {
  const { pool } = server.database
  const at = new Date(server.now.getTime() + 120_000)
  const end = async (state: 'done' | 'failed', restartDelayMin: string | undefined): Promise<Ordered[]> => {
    await pool.query('TRUNCATE device_command, upgrade_file, firmware_file, device_version CASCADE')
    const id = await keep('console', FIRMWARE, { ...MAKER, ...(restartDelayMin === undefined ? {} : { restartDelayMin }) })
    await send(id)
    const [order] = await ordered()
    await pool.query(`UPDATE device_command SET state = 'sending', epoch = 7 WHERE id = $1`, [order!.id])
    const step = state === 'done' ? ({ kind: 'done', ackedBytes: 5_000, at } as const) : ({ kind: 'failed', result: 'device', at } as const)
    expect(await stepCommand(pool, KNOWN, order!.id, 7n, step)).toBe(true)
    return (await ordered()).slice(1)
  }
  expect(await end('failed', '10')).toEqual([])
  expect(await end('done', undefined)).toEqual([])
  const [restart, ...others] = await end('done', '10')
  expect([restart?.kind, restart?.state, restart?.form_values, others]).toEqual([
    'remote-control',
    'waiting',
    { command: 'restart', reason: '夏季' },
    [],
  ])
  expect(restart!.not_before!.getTime() - at.getTime()).toBe(600_000)
})

test('description, delay and status are changed, type and version stay, and the history names who did it', async () => {
  const id = await command('restart', { restartDelayMin: '30' })
  const { data } = await anna.get<{ version: number; values: Record<string, unknown> }>('/baseData/upgrade_file', { id })
  const changed = { ...data.values, id, version: data.version, description: '夜间', restartDelayMin: '' }
  const other = await anna.send<Answer['data']>('PUT', '/baseData/upgrade_file', { ...changed, type: 'clear', release: '2' })
  expect(Object.keys(other.data.fields ?? {}).toSorted()).toEqual(['release', 'type'])
  expect((await anna.send('PUT', '/baseData/upgrade_file', changed)).data).toMatchObject({
    values: { description: '夜间', restartDelayMin: null, type: 'restart', release: '1' },
  })
  const history = await anna.get<readonly { by: string }[]>('/baseData/upgrade_file/history', { id })
  expect(JSON.stringify(history.data)).toContain('anna')
  expect((await anna.send('PUT', '/baseData/upgrade_file', changed)).resultCode).toBe(409)
  expect((await ben.send('PUT', '/baseData/upgrade_file', { ...changed, version: data.version + 1 })).resultCode).not.toBe(200)
})

test('a disabled file is not sent, files and trucks of others do not exist, and 201 trucks are too many', async () => {
  const id = await command('clear', { status: 'disabled' })
  const pwd = hashPassword('anna', PASSWORD)
  expect((await send(id, { pwd })).message).toBe('该文件已停用，不能下发。')
  await anna.send('PUT', '/baseData/upgrade_file/status', { id, status: 'enabled' })
  expect((await send(id, { pwd, truckIds: String(truckId('苏B00001')) })).message).toBe(
    (await send(id, { pwd, truckIds: '7999999' })).message,
  )
  const theirs = await send(id, { pwd: hashPassword('ben', PASSWORD), truckIds: String(truckId('苏B00001')) }, ben)
  expect(theirs.message).toBe((await send(7_999_999, { pwd: hashPassword('ben', PASSWORD) }, ben)).message)
  const many = Array.from({ length: 201 }, (_, index) => index + 1).join(',')
  expect((await send(id, { pwd, truckIds: many })).resultCode).toBe(400)
  expect(await ordered()).toEqual([])
})
