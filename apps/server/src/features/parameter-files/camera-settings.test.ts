import type { ReportRows } from '@tanker/contract/report-view'
import { CAMERA_SETTINGS } from '@tanker/parameters/camera-settings'
import { syscfg } from '@tanker/parameters/device-files/syscfg'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { systemFile } from './test-cameras.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let carl: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('调度员', '客户')`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  carl = await server.signIn('carl')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE device_command, parameter_file, parameter_backup CASCADE')
})

const truckId = (plate = '苏A00001'): number => server.truckId(plate)
const reported = (content: Buffer, truck = truckId()) =>
  server.database.pool.query(
    `INSERT INTO parameter_file (truck_id, file, reported, reported_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (truck_id, file) DO UPDATE SET reported = excluded.reported`,
    [truck, syscfg.number, content, server.now],
  )
const send = (values: unknown, more: object = {}, who = anna) =>
  who.send('POST', '/cameraSettings', {
    truckIds: String(truckId()),
    values: typeof values === 'string' ? values : JSON.stringify(values),
    reason: '夜间录像',
    ...more,
  })
const ordered = async () =>
  (
    await server.database.pool.query<{ truck_id: number; content: Buffer; state: string; max_tries: number }>(
      `SELECT o.truck_id, f.content, o.state, o.max_tries FROM device_command o JOIN command_file f ON f.id = o.file_id
       WHERE o.kind = 'write-file' ORDER BY o.truck_id`,
    )
  ).rows
const listed = async (who = anna, more: object = {}) => {
  const scope = { truckIds: [], organisationIds: [server.organisationId(who === carl ? 'A1' : 'A')] }
  const filters = JSON.stringify({ scope, ...more })
  const { data, message } = await who.get<ReportRows>('/reports/setting/device_parameter/camera_setup/rows', { filters })
  if (!data) throw new Error(message)
  return data.content
}
const rowOf = async (plate = '苏A00001', who = anna) =>
  (await listed(who)).find((row) => (row['plate'] as { plate: string }).plate === plate)

/** A console of before real-time video, in its own order and with its own blanks. */
const HAS = systemFile({ rtMask: undefined, hdMask: undefined, mirrorMask: undefined })

test('[3.8-05] the form sets SIM number, channel count, video recording, real-time video and HD cameras, and the list shows them', async () => {
  await reported(HAS)
  const given = { camSim: '13912345678', camCount: 4, recEn: 1, recStart: '2000', recEnd: '0600', rtMask: 0b101, hdMask: 0b1 }
  expect(await send(given, { maxTries: 20 })).toMatchObject({ resultCode: 200, data: { trucks: 1, unchanged: 0 } })
  const [order, ...others] = await ordered()
  expect([order?.truck_id, order?.state, order?.max_tries, others]).toEqual([truckId(), 'waiting', 20, []])
  expect(await rowOf()).toMatchObject({ state: 'busy', written: 'waiting' })
  // The truck has taken it and reports it.
  await server.database.pool.query(`UPDATE device_command SET state = 'done', finished_at = $1`, [server.now])
  await reported(order!.content)
  expect(await rowOf()).toMatchObject({
    state: 'as-wanted',
    written: 'done',
    simNo: '13912345678',
    channelCount: 4,
    recording: true,
    recStart: '2000',
    recEnd: '0600',
    recHold: 10_000,
    realTime: '1,3',
    highDefinition: '1',
    wantedBy: 'anna',
  })
})

test('[5.3-11] [5.3-12] what is not chosen stays byte for byte, and new lines stand behind the last one', async () => {
  await reported(HAS)
  await send({ recHold: 1000, rtMask: 3 })
  const [order] = await ordered()
  const expected = HAS.toString('latin1').replace('recHold=10000', 'recHold=1000') + 'rtMask=3\r\n'
  expect(order!.content.toString('latin1')).toBe(expected)
  const { rows } = await server.database.pool.query<{ old: object; new: object }>(
    `SELECT old, new FROM change_log WHERE entity = 'parameter_file' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows[0]).toEqual({
    old: { recHold: 10_000, rtMask: null },
    new: { recHold: 1000, rtMask: 3, file: 'syscfg.txt', reason: '夜间录像' },
  })
})

test('trucks that have the settings already are left alone', async () => {
  const other = truckId('苏A00002')
  await reported(HAS)
  await reported(systemFile({ recHold: 2000 }), other)
  expect(await send({ recHold: 2000 }, { truckIds: `${truckId()},${other}` })).toMatchObject({ data: { trucks: 1, unchanged: 1 } })
  expect((await ordered()).map((order) => order.truck_id)).toEqual([truckId()])
  expect((await send({ recHold: 2000 }, { truckIds: String(other) })).message).toBe('没有修改任何参数。')
})

test('a truck that was never read, is being written or cannot have these values is named, and none is ordered', async () => {
  const both = { truckIds: `${truckId()},${truckId('苏A00002')}` }
  await reported(systemFile({ recStart: '0500', recEnd: '2200' }))
  expect((await send({ recHold: 2000 }, both)).message).toBe('苏A00002：尚未读取该车的这个参数文件，请先读取再修改。')
  await reported(HAS, truckId('苏A00002'))
  expect((await send({ recEn: 1 }, both)).message).toBe('苏A00002：启用录像后必须填写开始时间。启用录像后必须填写结束时间。')
  expect(await ordered()).toEqual([])
  expect((await send({ recEn: 1 })).resultCode).toBe(200)
  expect((await send({ recHold: 2000 }, both)).message).toBe('苏A00001：该车的这个参数文件正在下发，请等待其结束。')
  expect(await ordered()).toHaveLength(1)
})

test.each([
  ['no JSON', 'x1', 'values：不是摄像头设置，或没有任何设置。'],
  ['nothing', {}, 'values：不是摄像头设置，或没有任何设置。'],
  ['a list', '[1]', 'values：不是摄像头设置，或没有任何设置。'],
  ['a field of another kind of setting', { server1Addr: 'elsewhere.example' }, 'server1Addr 不是摄像头设置。'],
  ['recording that ends too early', { recHold: 999 }, '录像保持时间：1000至600000毫秒，整数。'],
  ['no time of day', { recStart: '2460' }, '录像开始：应为时分，如0830。'],
  ['no SIM number', { camSim: '1391234567' }, '摄像头SIM卡号：应为11位数字。'],
  ['a ninth channel', { rtMask: 256 }, '实时视频通道：请从列表中选择。'],
  ['an empty value', { recEnd: '' }, '请填写录像结束。'],
])('settings are refused: %s', async (_, values, says) => {
  await reported(HAS)
  expect((await send(values)).message).toBe(says)
  expect(await ordered()).toEqual([])
})

test('a SIM number is that of one truck, and tries are 2 to 20', async () => {
  await reported(HAS)
  await reported(HAS, truckId('苏A00002'))
  const both = { truckIds: `${truckId()},${truckId('苏A00002')}` }
  expect((await send({ camSim: '13912345678' }, both)).message).toBe('摄像头SIM卡号每车不同，一次只能设置一辆车。')
  expect((await send({ recHold: 2000 }, { maxTries: 1 })).resultCode).toBe(400)
  expect((await send({ recHold: 2000 }, { maxTries: 21 })).resultCode).toBe(400)
  expect(await ordered()).toEqual([])
})

test('trucks of others are not found; a customer sets the cameras of his own', async () => {
  await reported(HAS)
  await reported(HAS, truckId('苏A00002'))
  expect((await send({ recHold: 2000 }, {}, ben)).resultCode).not.toBe(200)
  expect((await send({ recHold: 2000 }, {}, carl)).resultCode).not.toBe(200)
  expect(await ordered()).toEqual([])
  expect((await send({ recHold: 2000 }, { truckIds: String(truckId('苏A00002')) }, carl)).resultCode).toBe(200)
  expect((await listed(carl)).map((row) => (row['plate'] as { plate: string }).plate)).toEqual(['苏A00002'])
})

test('a truck whose file was never read is in the list and says so, with SIM and channels of base data', async () => {
  await server.database.pool.query(`UPDATE truck SET channel_count = 3, camera_channels = '{cab,"",api}' WHERE id = $1`, [truckId()])
  const { rows } = await server.database.pool.query<{ phone: string }>('SELECT terminal_phone AS phone FROM truck WHERE id = $1', [
    truckId(),
  ])
  expect(await rowOf()).toMatchObject({
    state: 'never-read',
    written: null,
    simNo: rows[0]!.phone,
    channelCount: 3,
    cameras: '1-cab,3-api',
    recording: null,
    recHold: null,
    realTime: null,
    photos: null,
    reportedAt: null,
  })
})

/** Odd files, each with the cameras that it says of itself by hand. */
test.each([
  ['nothing', '', {}],
  ['masks and photos', 'rtMask=0\ncamMask1=3\ncamMask8=64\n', { realTime: 'none', photos: '1-0,1-1,8-6' }],
  ['no photos', 'camMask1=0\n', { photos: 'none' }],
  ['blanks, tabs and line ends', '  recHold =\t 5000 \t\r\nrecStart= 0830\r\n', { recHold: 5000, recStart: '0830' }],
  ['the first of two lines', 'recHold=5000\nrecHold=6000\n', { recHold: 5000 }],
  ['a first line that is not permitted', 'recHold=999\nrecHold=6000\n', { recHold: null }],
  ['decimals', 'recHold=5000.0\nrtMask=2.5\n', { recHold: 5000, realTime: null }],
  ['comments and longer names', '#recHold=5000\nrecHolder=7000\nmyrecHold=8000\n', { recHold: null }],
  ['an unknown section', 'recHold=5000\n[extra 1]\nrecEn=1\nrecStart=0830\n', { recHold: 5000, recording: null, recStart: null }],
  ['what is no heading', '[extra\nrecHold=5000\n', { recHold: 5000 }],
  ['broken characters', 'note=\u00ff\u0080\u0000\u00cb\nrecHold=5000', { recHold: 5000 }],
  [
    'numbers beyond every bound',
    `recHold=${'9'.repeat(40)}\nrtMask=999999999999\nrecEn=2\n`,
    { recHold: null, realTime: null, recording: null },
  ],
])('[3.8-05] the list reads a file with %s as the form does', async (_, content, expected) => {
  const bytes = Buffer.from(content, 'latin1')
  await reported(bytes)
  const row = await rowOf()
  expect(row).toMatchObject(expected)
  const { fields } = readParameterFile(syscfg, bytes).values
  const masks = CAMERA_SETTINGS.flatMap((group) => group.fields).filter(({ content: { type } }) => type === 'bits')
  const known = masks.filter(({ key }) => key.startsWith('camMask') && fields[key] !== undefined)
  expect({
    recHold: row?.['recHold'],
    recStart: row?.['recStart'],
    recEnd: row?.['recEnd'],
    recording: row?.['recording'],
    hasPhotos: row?.['photos'] !== null,
    hasRealTime: row?.['realTime'] !== null,
  }).toEqual({
    recHold: fields['recHold'] ?? null,
    recStart: fields['recStart'] ?? null,
    recEnd: fields['recEnd'] ?? null,
    recording: fields['recEn'] === undefined ? null : fields['recEn'] === 1,
    hasPhotos: known.length > 0,
    hasRealTime: fields['rtMask'] !== undefined,
  })
})

test('the list is narrowed by state and by how the last write ended', async () => {
  await reported(HAS)
  await server.database.pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at)
     SELECT id, organisation_id, 'write-file', '{"file": 7, "seen": 0, "reason": ""}', 'failed', 'read-back', 3, 3, '', $1, $1 FROM truck WHERE id = $2`,
    [server.now, truckId()],
  )
  const plates = async (more: object) => (await listed(anna, more)).map((row) => (row['plate'] as { plate: string }).plate)
  expect(await plates({ state: ['read'] })).toEqual(['苏A00001'])
  expect(await plates({ written: ['failed'] })).toEqual(['苏A00001'])
  expect(await plates({ state: ['never-read'] })).not.toContain('苏A00001')
  expect((await rowOf())?.['reason']).toBe('read-back')
})
