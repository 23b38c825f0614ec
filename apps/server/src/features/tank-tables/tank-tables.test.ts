import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TANK_TABLE_STATES } from '@tanker/contract/base-data/tank-table'
import { decodeTankTableFile } from '@tanker/protocol/tanker-extension/tank-table-file'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE device_command, command_file, tank_table CASCADE'))

const lines = '# 一仓\n0,0\n500,2400\n1000,5000\n'
const form = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  truckId: String(server.truckId('苏A00001')),
  compartment: '1',
  serial: '25080000011',
  tankHeightMm: '1000',
  capacityL: '5000',
  pipeCapacityL: '12',
  effectiveAt: '2026-06-01T04:00:00Z',
  maxTries: '3',
  restart: 'yes',
  clearFiles: 'no',
  rows: `# 一仓.txt\n${lines}`,
  ...more,
})
type Saved = { id: number; version: number; values: Record<string, unknown> }
type Refused = { fields?: Record<string, { zh: string; en: string }> }

const add = (more: Readonly<Record<string, string>> = {}, who = anna) => who.send<Saved>('POST', '/baseData/tank_table', form(more))
const added = async (more: Readonly<Record<string, string>> = {}): Promise<Saved> => {
  const answer = await add(more)
  expect(answer.resultCode, answer.message).toBe(200)
  return answer.data
}
const fieldsOf = async (more: Readonly<Record<string, string>>): Promise<Refused['fields']> =>
  ((await add(more)) as { data: Refused }).data.fields
const send = (id: number, who = anna) => who.send('POST', '/baseData/tank_table/send', { id: String(id) })
const stateOf = async (id: number): Promise<unknown> =>
  (await server.database.pool.query<{ send_state: string }>('SELECT send_state FROM tank_table WHERE id = $1', [id])).rows[0]?.send_state

test('a tank table is stored as uploaded, for the organisation of its truck, and its history names the user', async () => {
  const { id, values } = await added()
  expect(values).toMatchObject({ serial: '25080000011', restart: 'yes', rows: '# 一仓.txt\n0,0\n500,2400\n1000,5000' })
  expect((await anna.get<Saved>('/baseData/tank_table', { id: String(id) })).data.values).toEqual(values)
  const history = await anna.get<{ userName: string; changes: { label: string; after: string }[] }[]>('/baseData/tank_table/history', {
    id: String(id),
  })
  expect(history.data[0]).toMatchObject({ userName: 'anna' })
  expect(history.data[0]?.changes).toContainEqual(
    expect.objectContaining({ label: '罐容表文件', after: '一仓.txt（3 行，至 1000 mm, 5000 L）' }),
  )
  expect((await ben.get('/baseData/tank_table', { id: String(id) })).resultCode).not.toBe(200)
})

test('without an effective time a tank table takes effect when it is saved', async () => {
  const { id } = await added({ effectiveAt: '' })
  const { rows } = await server.database.pool.query(
    'SELECT FROM tank_table WHERE id = $1 AND effective_at BETWEEN now() - interval $$1 minute$$ AND now()',
    [id],
  )
  expect(rows).toHaveLength(1)
})

test.each(['1', '21', '2.5', 'x', ''])('[5.3-03] a maximum of "%s" sends is refused', async (maxTries) => {
  const fields = await fieldsOf({ maxTries })
  if (maxTries === '') expect(fields?.['maxTries']).toEqual({ zh: '最大发送次数不能为空。', en: 'Max. sends must not be empty.' })
  else expect(fields?.['maxTries']?.zh).toBe('最大发送次数应为 2 到 20 的整数。')
})

test('[5.3-03] from 2 to 20 sends are taken', async () => {
  await added({ maxTries: '2' })
  await added({ maxTries: '20', compartment: '2' })
})

test.each([
  ['a spreadsheet', '# 一仓.xlsx\n0,0\n1000,5000', '罐容表文件只能是 .txt 文件。'],
  ['a file without rows', '# 一仓.txt\n', '罐容表文件至少要有 2 行数据，实有 0 行。'],
  ['a wrong line', '# 一仓.txt\n0,0\n\nabc,1\n1000,5000', '罐容表文件第 3 行：“abc”不是数字。'],
  [
    'several wrong lines',
    '# 一仓.txt\n0,0\n1,x\n2,x\n3,x\n4,x',
    '罐容表文件第 2 行：“x”不是数字；第 3 行：“x”不是数字；第 4 行：“x”不是数字；另有 1 处。',
  ],
  ['a table of another tank', '# 一仓.txt\n0,0\n900,5000\n1100,5100', '罐容表文件与罐体不符，第 3 行数据：液位 1100 mm 高于罐高 1000 mm。'],
  ['nothing', '', '罐容表文件不能为空。'],
])('[5.3-05] %s is no tank table, and the refusal says where', async (_, rows, message) => {
  expect((await fieldsOf({ rows }))?.['rows']?.zh).toBe(message)
  expect((await server.database.pool.query('SELECT FROM tank_table')).rows).toEqual([])
})

test('[5.3-06] a tank table of more than 1 MB is refused, one with less is taken', async () => {
  const padded = (bytes: number): string => `# 一仓.txt\n#${'x'.repeat(bytes - lines.length - 2)}\n${lines}`
  expect((await add({ rows: padded(1_048_577) })).resultCode).not.toBe(200)
  await added({ rows: padded(1_000_000) })
})

test('a compartment that the truck does not have, and a second table of the same time, are refused at their fields', async () => {
  expect((await fieldsOf({ compartment: '7' }))?.['compartment']?.zh).toBe('该车没有 7 号仓。')
  await added()
  expect((await fieldsOf({}))?.['effectiveAt']?.zh).toBe('该仓已有同一生效时间的罐容表，请换一个时间。')
})

test('[3.8-01] the truck gets the table with its serial number, effective time, capacities, height and options', async () => {
  const { id } = await added()
  expect((await send(id)).resultCode).toBe(200)
  const { rows } = await server.database.pool.query<{ content: Buffer; max_tries: number; state: string; ordered_by: string }>(
    'SELECT f.content, o.max_tries, o.state, o.ordered_by FROM device_command o JOIN command_file f ON f.id = o.file_id',
  )
  expect(rows).toMatchObject([{ max_tries: 3, state: 'waiting', ordered_by: 'anna' }])
  expect(decodeTankTableFile(rows[0]?.content ?? Buffer.alloc(0))).toEqual({
    compartment: 1,
    serial: '25080000011',
    effectiveAt: Date.UTC(2026, 5, 1, 4),
    tankHeightMm: 1_000,
    capacityL: 5_000,
    pipeL: 12,
    restart: true,
    clearFiles: false,
    table: { levelsMm: [0, 500, 1_000], volumesL: [0, 2_400, 5_000] },
  })
  expect(await stateOf(id)).toBe('sending')
})

test('[4.5-08] [8.3-26] [8.3-27] while a tank table is sending it can be neither edited nor deleted nor sent again', async () => {
  const { id, version } = await added()
  await send(id)
  const edited = await anna.send('PUT', '/baseData/tank_table', { ...form({ serial: '1' }), id: String(id), version: String(version) })
  expect(edited.message).toBe('罐容表正在发送，不能修改。')
  expect((await anna.send('DELETE', '/baseData/tank_table', { id: String(id) })).message).toBe('罐容表正在发送，不能修改。')
  expect((await send(id)).message).toBe('该仓的罐容表已待发送，请勿重复发送。')
  const { rows } = await server.database.pool.query('SELECT FROM device_command')
  expect(rows).toHaveLength(1)
})

test('[T30] a tank table sent by fifty concurrent calls is sent once', async () => {
  const { id } = await added()
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(id)))
  expect(answers.filter(({ resultCode }) => resultCode === 200)).toHaveLength(1)
  expect((await server.database.pool.query('SELECT FROM device_command')).rows).toHaveLength(1)
})

test('[T29] a command stays bound to its original bytes', async () => {
  const { id } = await added()
  await send(id)
  await server.database.pool.query(`UPDATE tank_table SET volumes_l = '{0,1,2}' WHERE id = $1`, [id])
  const { rows } = await server.database.pool.query<{ content: Buffer }>('SELECT content FROM command_file')
  expect(decodeTankTableFile(rows[0]?.content ?? Buffer.alloc(0))?.table.volumesL).toEqual([0, 2_400, 5_000])
})

test('[T29] users of other organisations can neither send nor stop a tank table', async () => {
  const { id } = await added()
  const foreign = await send(id, ben)
  const missing = await send(999_999, ben)
  expect([foreign.resultCode, foreign.message]).toEqual([missing.resultCode, missing.message])
  expect(await stateOf(id)).toBe('not-sent')
  await send(id)
  expect((await ben.send('POST', '/baseData/tank_table/stop', { id: String(id) })).message).toBe(missing.message)
  expect(await stateOf(id)).toBe('sending')
})

test('after a stopped transfer the table counts as not sent, and can be sent again', async () => {
  const { id } = await added()
  await send(id)
  expect((await anna.send('POST', '/baseData/tank_table/stop', { id: String(id) })).resultCode).toBe(200)
  expect(await stateOf(id)).toBe('not-sent')
  expect((await anna.send('POST', '/baseData/tank_table/stop', { id: String(id) })).message).toBe('没有正在发送的内容，请刷新列表。')
  expect((await send(id)).resultCode).toBe(200)
})

test('a tank table that the console has stays as it is', async () => {
  const { id, version } = await added()
  await server.database.pool.query(`UPDATE tank_table SET send_state = 'synced', synced_at = now() WHERE id = $1`, [id])
  const locked = '主机已有此罐容表，不能修改或删除；请新增一份，并填写新的生效时间。'
  expect(
    (await anna.send('PUT', '/baseData/tank_table', { ...form({ serial: '1' }), id: String(id), version: String(version) })).message,
  ).toBe(locked)
  expect((await anna.send('DELETE', '/baseData/tank_table', { id: String(id) })).message).toBe(locked)
})

test('[truth 5] a tank table by which the platform computes or computed stays as it is; one to come may be changed', async () => {
  const { pool } = server.database
  const { id, version } = await added()
  const { rows } = await pool.query<{ truck_id: number }>('SELECT truck_id FROM tank_table WHERE id = $1', [id])
  const truckId = rows[0]?.truck_id
  const source = (value: string) => pool.query('UPDATE truck SET volume_source = $2 WHERE id = $1', [truckId, value])
  const change = async (serial: string) =>
    (await anna.send('PUT', '/baseData/tank_table', { ...form({ serial }), id: String(id), version: String(version) })).message
  const refusal = '平台按此罐容表计算过容积，不能修改或删除；请新增一份，并填写新的生效时间。'
  await pool.query(`UPDATE tank_table SET effective_at = now() - interval '1 hour' WHERE id = $1`, [id])
  await source('platform')
  expect(await change('1')).toBe(refusal)
  expect((await anna.send('DELETE', '/baseData/tank_table', { id: String(id) })).message).toBe(refusal)
  // Its truck counts by itself again: what the platform computed until then, it computed by this table.
  await source('console')
  expect(await change('1')).toBe(refusal)
  await pool.query(`UPDATE tank_table SET effective_at = now() + interval '1 hour' WHERE id = $1`, [id])
  await source('platform')
  expect(await change('1')).toBe('')
  await source('console')
  await pool.query('DELETE FROM former_volume_source')
})

test('[4.5-07] the list shows each of the nine states, what is in use and what was by the effective times of what the console has', async () => {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const states: [string, number, boolean][] = [
    ['not-sent', 5, false],
    ['sending', 4, false],
    ['synchronizing', 3, false],
    ['sync-failed', 2, false],
    ['table-failed', -1, false],
    ['pipe-failed', -2, false],
    ['synced', 1, true],
    ['synced', -3, true],
    ['synced', -4, true],
  ]
  for (const [state, hours, isSynced] of states)
    await server.database.pool.query(
      `INSERT INTO tank_table (truck_id, compartment, serial, effective_at, capacity_l, tank_height_mm, levels_mm, volumes_l, send_state, synced_at)
       VALUES ($1, 1, $2, $3, 100, 10, '{0,10}', '{0,100}', $4, $5)`,
      [server.truckId('苏A00001'), String(hours), hour(hours), state, isSynced ? hour(-10) : null],
    )
  const filters = JSON.stringify({ scope: { truckIds: [server.truckId('苏A00001')] } })
  const { data } = await anna.get<{ content: { serial: string; state: string }[] }>('/reports/setting/base_data/tank_table/rows', {
    filters,
  })
  const shown = Object.fromEntries(data.content.map(({ serial, state }) => [serial, state]))
  expect(shown).toEqual({
    '5': 'not-sent',
    '4': 'sending',
    '3': 'synchronizing',
    '2': 'sync-failed',
    '-1': 'table-failed',
    '-2': 'pipe-failed',
    '1': 'synced',
    '-3': 'current',
    '-4': 'history',
  })
  expect(new Set(Object.values(shown))).toEqual(new Set(Object.keys(TANK_TABLE_STATES)))
})

test('of two users who change one tank table the second sees who was faster; a demo account changes none', async () => {
  const { id, version } = await added()
  const change = (serial: string, who = anna) =>
    who.send('PUT', '/baseData/tank_table', { ...form({ serial }), id: String(id), version: String(version) })
  const answers = await Promise.all([change('1'), change('2')])
  expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 409])
  const demo = await server.signIn('demo')
  expect((await send(id, demo)).resultCode).toBe(401)
  expect((await change('3', demo)).resultCode).toBe(401)
  expect(await stateOf(id)).toBe('not-sent')
})

test('the tables of a truck go along to the organisation that it is given to', async () => {
  const { id } = await added()
  const { pool } = server.database
  await pool.query(`UPDATE truck SET organisation_id = (SELECT id FROM organisation WHERE code = 'B') WHERE plate = '苏A00001'`)
  try {
    expect((await ben.get<Saved>('/baseData/tank_table', { id: String(id) })).data.id).toBe(id)
    expect((await anna.get('/baseData/tank_table', { id: String(id) })).resultCode).not.toBe(200)
  } finally {
    await pool.query(`UPDATE truck SET organisation_id = (SELECT id FROM organisation WHERE code = 'A') WHERE plate = '苏A00001'`)
  }
})
