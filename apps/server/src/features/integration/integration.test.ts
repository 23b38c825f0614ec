import { writeXlsx } from 'hucre/xlsx'
import { utils, write } from '@e965/xlsx'
import type { BatchResult } from '@tanker/contract/integration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { makeIntegrationKey } from '../../platform/access/integration-keys.ts'
import { receivedV20L } from './kinds-of-rows.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let key: string

beforeAll(async () => {
  server = await startTestApi()
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
  key = (
    await makeIntegrationKey(server.database.db, { organisationId: server.organisationId('A'), name: 'ERP', userId: null }, server.now)
  ).key
})
afterAll(() => server.close())

const sent = (kind: string, body: unknown, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
  server.call('POST', `/api/integration/${kind}`, {
    headers: { 'content-type': 'application/json', language: 'en', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }) as Promise<Answer<BatchResult>>
const slip = (slipNo: string, changed: object = {}) => ({
  slipNo,
  plate: '苏A00001',
  depotCode: '9001',
  plannedAt: '2026-03-01T08:00:00+08:00',
  lines: [{ stop: 1, stationCode: '1001', compartment: 1, oilCode: 92, plannedV20L: 8000 }],
  ...changed,
})
const ticket = (ticketNo: string, changed: object = {}) => ({
  ticketNo,
  depotCode: '9001',
  plate: '苏A00001',
  compartment: 1,
  oilCode: 92,
  volumeL: 8080,
  v20L: 8000,
  loadedAt: '2026-03-01T07:30:00+08:00',
  ...changed,
})
const gauge = (gaugeNo: string, changed: object = {}) => ({
  gaugeNo,
  stationCode: '1001',
  tankNo: 1,
  oilCode: 92,
  startedAt: '2026-03-01T10:00:00+08:00',
  endedAt: '2026-03-01T10:40:00+08:00',
  beforeL: 5000,
  afterL: 12900,
  salesL: 100,
  ...changed,
})
const count = async (table: string): Promise<number> =>
  Number((await server.database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)

test('the same number with the same content changes nothing; other content replaces it and the old is in the history', async () => {
  expect((await sent('slips', { rows: [slip('P1'), slip('P2')] })).data).toMatchObject({ kept: true, created: 2, updated: 0, unchanged: 0 })
  expect((await sent('slips', { rows: [slip('P1'), slip('P2')] })).data).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect((await sent('slips', { rows: [slip('P1', { driverName: '陈海霞' })] })).data).toMatchObject({ updated: 1 })
  const { rows } = await server.database.pool.query(
    `SELECT action, user_name, old ->> 'driverName' AS old, new ->> 'driverName' AS new, new -> 'created' AS created, new -> 'updated' AS updated,
       new -> 'unchanged' AS unchanged, address, key_id IS NOT NULL AS by_key FROM change_log WHERE entity = 'slip' ORDER BY id`,
  )
  const by = { user_name: 'ERP', address: '127.0.0.1', by_key: true }
  const request = { ...by, action: 'receive', old: null, new: null }
  expect(rows).toEqual([
    { ...request, created: 2, updated: 0, unchanged: 0 },
    { ...request, created: 0, updated: 0, unchanged: 2 },
    { ...by, action: 'change', old: '', new: '陈海霞', created: null, updated: null, unchanged: null },
    { ...request, created: 0, updated: 1, unchanged: 0 },
  ])
  expect(await count('slip_line')).toBe(2)
})

test('one wrong row refuses the batch, with the row and reason in both languages; with onlyGoodRows the good ones are saved', async () => {
  const rows = [
    ticket('T1'),
    ticket('T2', { plate: '苏X99999' }),
    ticket('T3', { compartment: 7 }),
    ticket('T4', { v20L: 7000 }),
    ticket('T5', { loadedAt: 'yesterday' }),
    ticket('T1'),
  ]
  const refused = await sent('meter-tickets', { rows })
  expect(refused).toMatchObject({
    status: 200,
    resultCode: 400,
    message: 'Nothing was kept because of 5 problems. Please correct them and send again.',
  })
  expect(refused.data).toMatchObject({ kept: false, refused: 6 })
  expect(refused.data.problems.map(({ row, en }) => [row, en])).toEqual([
    [2, 'There is no truck with the plate 苏X99999.'],
    [3, 'The truck 苏A00001 has no compartment 7.'],
    [4, 'volumeL and v20L differ by more than 10 %. Please check both.'],
    [5, 'Parameter loadedAt has the wrong form.'],
    [6, 'The number T1 occurs twice in this batch.'],
  ])
  expect(refused.data.problems[0]?.zh).toBe('没有车牌号为 苏X99999 的车辆。')
  expect(await count('meter_ticket')).toBe(0)
  expect((await sent('meter-tickets', { rows, onlyGoodRows: true })).data).toMatchObject({ kept: true, created: 1, refused: 5 })
  expect(await count('meter_ticket')).toBe(1)
})

test('a slip must name stations, products and stops that fit together', async () => {
  const line = { stop: 1, stationCode: '1001', compartment: 1, oilCode: 92 }
  const answer = await sent('slips', {
    rows: [
      slip('P9', {
        lines: [line, line, { ...line, stop: 2, stationCode: '7777', oilCode: 0 }, { ...line, compartment: 2, stationCode: '7777' }],
      }),
    ],
  })
  expect(answer.data.problems.map(({ en }) => en)).toEqual([
    'Compartment 1 occurs twice at stop 1.',
    'Compartment 1 cannot hold two products.',
    'Stop 1 can only be one station.',
    'There is no station with the code 7777.',
  ])
})

test('a station receives after − before + sales, each at 20 °C with its own correction (domain B.3)', async () => {
  // VCF of gasoline of 735 kg/m³: 28 °C 0.990062, 20 °C 1: 12900 × 0.990062 − 5000 × 1 + 100 × 0.990062 = 7870.81
  const row = gauge('G1', { beforeTemperatureC: 20, afterTemperatureC: 28 })
  const expected = 13_000 * 0.990062 - 5000
  expect(receivedV20L({ ...row, salesTemperatureC: null } as never)).toBeCloseTo(expected, 1)
  expect((await sent('station-gauges', { rows: [row, gauge('G2', { receivedV20L: 7950 })] })).data).toMatchObject({ created: 2 })
  const { rows } = await server.database.pool.query<{ gauge_no: string; received_l: number; received_v20_l: number }>(
    'SELECT gauge_no, received_l, received_v20_l FROM station_gauge ORDER BY gauge_no',
  )
  expect(rows).toEqual([
    { gauge_no: 'G1', received_l: 8000, received_v20_l: expect.closeTo(expected, 1) },
    { gauge_no: 'G2', received_l: 8000, received_v20_l: 7950 },
  ])
  const less = await sent('station-gauges', { rows: [gauge('G3', { receivedV20L: -7950 })] })
  expect(less.data.problems).toHaveLength(1)
  const wrong = await sent('station-gauges', { rows: [gauge('G3', { afterL: 4000, endedAt: '2026-03-01T09:00:00+08:00' })] })
  expect(wrong.data.problems.map(({ en }) => en)).toEqual([
    'The end must not be before the start.',
    'after − before + sales must be above 0. Please check them.',
  ])
})

describe('keys', () => {
  test('no key, a wrong one and a revoked one get the same refusal; no key is in the log', async () => {
    const made = await admin.send<{ id: number; key: string }>('POST', '/integrationKeys', {
      organisationId: server.organisationId('B'),
      name: 'gauges',
    })
    expect(made.data.key).toMatch(/^tk_\d+_[\w-]{43}$/)
    const bearer = { authorization: `Bearer ${made.data.key}` }
    expect((await sent('slips', { rows: [slip('Q1', { plate: '苏B00001' })] }, bearer)).resultCode).toBe(400)
    const inB = slip('Q1', { plate: '苏B00001', lines: [] })
    expect((await sent('slips', { rows: [inB] }, bearer)).data.problems).toHaveLength(1)
    const listed = await admin.get<{ id: number; lastUsedAt: string | null }[]>('/integrationKeys')
    expect(listed.data.find(({ id }) => id === made.data.id)?.lastUsedAt).toBe(server.now.toISOString())
    expect(JSON.stringify(listed.data)).not.toContain(made.data.key)
    expect((await admin.send('POST', '/integrationKeys/revoke', { id: made.data.id })).resultCode).toBe(200)
    expect((await admin.send('POST', '/integrationKeys/revoke', { id: made.data.id })).resultCode).toBe(400)
    const attempts = [
      {},
      { authorization: 'Bearer tk_1_short' },
      { authorization: `Bearer ${key.slice(0, -1)}_` },
      bearer,
      { authorization: key },
    ]
    for (const headers of attempts)
      expect(await sent('slips', { rows: [slip('Q2')] }, headers as Record<string, string>)).toMatchObject({
        status: 200,
        resultCode: 401,
        data: null,
      })
    expect(server.lines.join('')).not.toContain(made.data.key)
    expect((await server.database.pool.query('SELECT 1 FROM change_log WHERE entity = $1', ['integration_key'])).rowCount).toBe(3)
  })

  test('an organisation’s key knows only its own trucks, and its numbers are its own', async () => {
    const answer = await sent('slips', { rows: [slip('P1', { plate: '苏B00001' })] })
    expect(answer.data.problems[0]?.en).toBe('There is no truck with the plate 苏B00001.')
    const group = await makeIntegrationKey(
      server.database.db,
      { organisationId: server.organisationId('G'), name: 'group', userId: null },
      server.now,
    )
    expect((await sent('slips', { rows: [slip('P1')] }, { authorization: `Bearer ${group.key}` })).data).toMatchObject({ created: 1 })
  })

  test('keys are created by users with permission, for organisations they see', async () => {
    expect((await anna.send('POST', '/integrationKeys', { organisationId: server.organisationId('A'), name: 'x' })).resultCode).toBe(401)
    expect((await anna.get('/integrationKeys')).resultCode).toBe(401)
    expect((await admin.send('POST', '/integrationKeys', { organisationId: 999_999, name: 'x' })).resultCode).toBe(400)
  })
})

test('bodies that are no JSON object, too large or too many rows are refused', async () => {
  expect((await sent('slips', '{"rows":')).message).toBe('The body must be JSON (application/json).')
  expect((await sent('slips', '[]')).resultCode).toBe(400)
  expect((await sent('slips', { rows: Array.from({ length: 1001 }, () => slip('P')) })).message).toContain('rows')
  expect((await sent('slips', `{"rows":["${'x'.repeat(4_300_000)}"]}`)).message).toContain('larger than 4 MB')
  const form = { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.call('POST', '/api/integration/slips', { headers: form, body: 'rows=1' })).resultCode).toBe(400)
  const json = { cookie: admin.cookie, 'header-id': admin.headerId, 'content-type': 'application/json' }
  expect((await server.call('POST', '/api/alarmCue', { headers: json, body: '{"alarmTypeIds":"1"}' })).resultCode).toBe(400)
})

test('the API description says what a batch looks like and that it needs a key', async () => {
  const docs = (await (await fetch(`${server.url}/api/docs/json`, { headers: { authorization: `Bearer ${key}` } })).json()) as {
    paths: Record<string, { post: { security: unknown; requestBody: unknown } }>
  }
  const { post } = docs.paths['/api/integration/meter-tickets'] ?? {}
  expect(post?.security).toEqual([{ integrationKey: [] }])
  expect(JSON.stringify(post?.requestBody)).toContain('ticketNo')
})

describe('spreadsheets', () => {
  const upload = async (kind: string, content: Uint8Array, user = admin, language = 'en'): Promise<Answer<BatchResult>> => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(content)], 'rows.xlsx'))
    const response = await fetch(`${server.url}/api/cargoImport/${kind}`, {
      method: 'POST',
      headers: { cookie: user.cookie, 'header-id': user.headerId, language, localTimeZone: 'Asia/Shanghai' },
      body: form,
    })
    return (await response.json()) as Answer<BatchResult>
  }
  const sheet = (rows: Record<string, string | number | Date>[]): Promise<Uint8Array> =>
    writeXlsx({ sheets: [{ name: 'x', columns: Object.keys(rows[0] ?? {}).map((header) => ({ header, key: header })), data: rows }] })
  const zh = {
    付油单号: 'S1',
    油库编码: '9001',
    车牌号: '苏A00001',
    仓号: 1,
    油品代码: 92,
    '视体积(L)': 8080,
    '标准体积(L)': 8000,
    装油时间: '2026-03-01 07:30',
  }

  test('Chinese and English headings in any order, .xlsx and legacy .xls, make the same rows', async () => {
    expect((await upload('meter-tickets', await sheet([zh]))).data).toMatchObject({ kept: true, created: 1 })
    const english = {
      'V20 (L)': 8000,
      'Loaded at': new Date('2026-03-01T07:30:00Z'),
      'Volume (L)': 8080,
      'Product code': 92,
      Compartment: 1,
      Plate: '苏A00001',
      'Depot code': 9001,
      'Ticket number': 'S1',
    }
    expect((await upload('meter-tickets', await sheet([english]))).data).toMatchObject({ unchanged: 1 })
    const book = utils.book_new(utils.aoa_to_sheet([Object.keys(zh), Object.values(zh)]), 'x')
    expect(
      (await upload('meter-tickets', new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer))).data,
    ).toMatchObject({ unchanged: 1 })
    const { rows } = await server.database.pool.query<{ loaded_at: Date }>(`SELECT loaded_at FROM meter_ticket WHERE ticket_no = 'S1'`)
    expect(rows[0]?.loaded_at.toISOString()).toBe('2026-02-28T23:30:00.000Z')
  })

  test('every wrong cell is reported with its row, and nothing of the sheet is saved', async () => {
    const before = await count('meter_ticket')
    const answer = await upload(
      'meter-tickets',
      await sheet([
        { ...zh, 付油单号: 'S2' },
        { ...zh, 付油单号: 'S3', 仓号: 'A', 装油时间: 'soon' },
      ]),
    )
    expect(answer.resultCode).toBe(400)
    expect(answer.data.problems.map(({ row, en }) => [row, en])).toEqual([
      [3, '"Compartment" must be a number.'],
      [3, '"Loaded at" must be a time such as 2026-03-01 08:00.'],
    ])
    const unknown = await upload(
      'meter-tickets',
      await sheet([
        { ...zh, 付油单号: 'S2' },
        { ...zh, 付油单号: 'S3', 车牌号: '苏X99999' },
      ]),
    )
    expect(unknown.data.problems.map(({ row }) => row)).toEqual([3])
    expect(await count('meter_ticket')).toBe(before)
  })

  test('the lines of a slip stand below each other', async () => {
    const line = {
      配送单号: 'S9',
      车牌号: '苏A00001',
      油库编码: '9001',
      计划出库时间: '2026-03-02 08:00',
      站序: 1,
      油站编码: '1001',
      仓号: 1,
      油品代码: 92,
    }
    expect((await upload('slips', await sheet([line, { ...line, 仓号: 2, 油品代码: 0 }]))).data).toMatchObject({ created: 1 })
    const { rows } = await server.database.pool.query(
      `SELECT compartment, oil_code FROM slip_line JOIN slip ON slip.id = slip_id WHERE slip_no = 'S9' ORDER BY 1`,
    )
    expect(rows).toEqual([
      { compartment: 1, oil_code: 92 },
      { compartment: 2, oil_code: 0 },
    ])
  })

  test('the offered template can be imported, except for its example', async () => {
    const response = await fetch(`${server.url}/api/cargoImport/station-gauges`, {
      headers: { cookie: admin.cookie, 'header-id': admin.headerId, language: 'en' },
    })
    const template = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect((await upload('station-gauges', template)).data).toMatchObject({ kept: true, created: 1 })
  })

  test('a file that is no spreadsheet, lacks a heading or comes from a user without the permission is refused', async () => {
    expect((await upload('slips', new TextEncoder().encode('a,b,c'))).message).toBe(
      'The file cannot be read. Please use an .xlsx or .xls spreadsheet.',
    )
    expect((await upload('slips', await sheet([zh]))).message).toContain('Slip number')
    expect((await upload('slips', await sheet([zh]), anna)).resultCode).toBe(401)
  })
})
