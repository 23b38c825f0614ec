import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importWorld } from '../../world/import-world.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let organisationA = 0
const stations = new Map<string, number>()

beforeAll(async () => {
  server = await startTestApi()
  const { db, pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  const place = { kind: 'station', address: '路', lat: 31.3, lng: 120.6 }
  await importWorld(db, {
    places: [
      { ...place, name: '甲站', code: '5001', companyCode: 'A' },
      { ...place, name: '集团站', code: '5002', companyCode: 'G' },
    ],
  })
  const { rows } = await pool.query<{ id: number; name: string }>(`SELECT id, name FROM place WHERE name IN ('甲站', '集团站')`)
  for (const { id, name } of rows) stations.set(name, id)
  organisationA = (await pool.query<{ id: number }>(`SELECT id FROM organisation WHERE code = 'A'`)).rows[0]?.id ?? 0
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE station_tank'))

type Saved = { id: number; version: number; values: Record<string, unknown> }
type Fields = Record<string, { zh: string; en: string }>

const form = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  stationId: String(stations.get('甲站')),
  tankNo: '1',
  oilCode: '92',
  probe: '3301',
  diameterMm: '2000',
  capacityL: '30000',
  deadStockL: '600',
  effectiveAt: '2026-06-01T04:00:00Z',
  status: 'enabled',
  rows: '# 1号罐.txt\n0\t0\n1000\t15000\n2000\t30000',
  ...more,
})
const add = (more: Readonly<Record<string, string>> = {}, who = anna) => who.send<Saved>('POST', '/baseData/atg_tank_table', form(more))
const fieldsOf = async (more: Readonly<Record<string, string>>): Promise<Fields> =>
  ((await add(more)).data as unknown as { fields: Fields }).fields

test('[2.8-01] a station’s tank is kept with its table, for the organisation of the station, and disabled and changed like other base data', async () => {
  const { data } = await add()
  expect(data.values).toMatchObject({ oilCode: '92', rows: '# 1号罐.txt\n0,0\n1000,15000\n2000,30000' })
  const id = String(data.id)
  expect((await anna.get<Saved>('/baseData/atg_tank_table', { id })).data.values).toEqual(data.values)
  expect((await ben.get('/baseData/atg_tank_table', { id })).resultCode).not.toBe(200)
  expect((await anna.send('PUT', '/baseData/atg_tank_table/status', { id, status: 'disabled' })).resultCode).toBe(200)
  const changed = await anna.send<Saved>('PUT', '/baseData/atg_tank_table', {
    ...form({ deadStockL: '500', status: 'disabled' }),
    id,
    version: '2',
  })
  expect(changed.data.values['deadStockL']).toBe(500)
  const filters = JSON.stringify({ scope: { organisationIds: [organisationA] } })
  const list = await anna.get<{ content: Record<string, unknown>[] }>('/reports/setting/base_data/atg_tank_table/rows', { filters })
  expect(list.data.content).toMatchObject([
    { tankNo: 1, product: 92, probe: '3301', deadStock: 500, rowCount: 3, state: 'current', status: 'disabled' },
  ])
})

test.each([
  [
    'a station of the organisation above',
    () => ({ stationId: String(stations.get('集团站')) }),
    'stationId',
    '没有找到所选油站，请重新选择。',
  ],
  ['more dead stock than it holds', () => ({ deadStockL: '30000' }), 'deadStockL', '罐底死量应小于容量。'],
  [
    'a table that falls',
    () => ({ rows: '# 1.txt\n0 0\n1000 15000\n1500 14000' }),
    'rows',
    '罐容表文件第 3 行：容积 14000 L 小于上一行的 15000 L。',
  ],
  [
    'a table of a larger tank',
    () => ({ rows: '# 1.txt\n0 0\n1000 15000\n2100 31000' }),
    'rows',
    '罐容表文件与罐体不符，第 3 行数据：液位 2100 mm 高于罐高 2000 mm。',
  ],
  ['a file that is no txt', () => ({ rows: '# 1.csv\n0 0\n1000 15000' }), 'rows', '罐容表文件只能是 .txt 文件。'],
])('a station’s tank with %s is refused at its field', async (_, more, field, message) => {
  expect((await fieldsOf(more()))[field]?.zh).toBe(message)
})

test('a tank has one table from one moment on', async () => {
  await add()
  expect((await fieldsOf({}))['effectiveAt']?.zh).toBe('该罐已有同一生效时间的罐表，请换一个时间。')
  expect((await add({ tankNo: '2' })).resultCode).toBe(200)
})
