import { tlscfg } from '@tanker/parameters/device-files/tlscfg'
import type { FieldValues } from '@tanker/parameters/file-values'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const GASOLINE = { ptNo: 92, ptName: '92号汽油', ptVEC: 0.00124, ptDensity: 0.7425 }
const DIESEL = { ptNo: 0, ptName: '0号柴油', ptVEC: 0.00084, ptDensity: 0.8401 }

let server: TestApi
let anna: SignedIn
let ben: SignedIn

/** A console with one product, no gauge, a comment and a field of its maker. */
const HAS = Buffer.from(
  [
    '# set at the workshop',
    'totalCount=0',
    ...tlscfg.fields.flatMap(({ key, default: usual }) =>
      key === 'totalCount' || key === 'productTypeListLen' ? [] : [`${key}=${usual ?? 0}`],
    ),
    'makerOnly=7',
    'productTypeListLen=1',
    ['[products', '1]'].join(' '),
    'ptNo=92',
    'ptName=92#',
    'ptVEC=0.00124',
    'ptDensity=0.74',
    '',
  ].join('\n'),
)

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.pool.query('TRUNCATE device_command, parameter_file, parameter_backup CASCADE')
})

const truckId = (): number => server.truckId('苏A00001')
const reported = (content = HAS, truck = truckId()) =>
  server.database.pool.query(`INSERT INTO parameter_file (truck_id, file, reported, reported_at) VALUES ($1, $2, $3, $4)`, [
    truck,
    tlscfg.number,
    content,
    server.now,
  ])
const send = (products: unknown, more: object = {}, who = anna) =>
  who.send('POST', '/productLists', {
    truckIds: String(truckId()),
    products: typeof products === 'string' ? products : JSON.stringify(products),
    reason: '新油品',
    ...more,
  })
const ordered = async () =>
  (
    await server.database.pool.query<{ truck_id: number; content: Buffer; state: string }>(
      `SELECT o.truck_id, f.content, o.state FROM device_command o JOIN command_file f ON f.id = o.file_id WHERE o.kind = 'write-file'`,
    )
  ).rows

test('a product list replaces that of the console, and the rest of its file stays', async () => {
  await reported()
  expect(await send([GASOLINE, DIESEL])).toMatchObject({ resultCode: 200, data: { trucks: 1, unchanged: 0 } })
  const [order, ...others] = await ordered()
  expect([order?.truck_id, order?.state, others]).toEqual([truckId(), 'waiting', []])
  const { values } = readParameterFile(tlscfg, order!.content)
  const { values: before } = readParameterFile(tlscfg, HAS)
  const products: readonly FieldValues[] = [GASOLINE, DIESEL]
  expect(values.groups['products']).toEqual(products)
  expect(values.fields).toEqual({ ...before.fields, productTypeListLen: 2 })
  expect(order!.content.toString('latin1')).toContain('# set at the workshop')
  expect(order!.content.toString('latin1')).toContain('makerOnly=7')
  const { rows } = await server.database.pool.query<{ new: Record<string, unknown>; user_name: string }>(
    `SELECT new, user_name FROM change_log WHERE entity = 'parameter_file' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows[0]).toMatchObject({ user_name: 'anna', new: { 'products.1.ptName': '0号柴油', file: 'tlscfg.txt', reason: '新油品' } })
})

test('a list that the truck has already is not sent', async () => {
  await reported()
  expect((await send([{ ...GASOLINE, ptName: '92#', ptDensity: 0.74 }])).message).toBe('没有修改任何参数。')
  expect(await ordered()).toEqual([])
})

test('a truck that was never read, or is being written, is named and refused', async () => {
  expect((await send([GASOLINE])).message).toBe('苏A00001：尚未读取该车的这个参数文件，请先读取再修改。')
  await reported()
  await send([GASOLINE])
  expect((await send([DIESEL])).message).toBe('苏A00001：该车的这个参数文件正在下发，请等待其结束。')
  expect(await ordered()).toHaveLength(1)
})

test('none of the trucks is ordered where one is refused', async () => {
  await reported()
  const { rows } = await server.database.pool.query<{ id: number }>(
    `INSERT INTO truck (organisation_id, plate, console_code, terminal_phone, terminal_id)
     SELECT organisation_id, '苏A00099', 'E00099', '13800000099', 'T000099' FROM truck WHERE id = $1 RETURNING id`,
    [truckId()],
  )
  const other = rows[0]!.id
  const refused = await send([GASOLINE], { truckIds: `${truckId()},${other}` })
  expect(refused.message).toBe('苏A00099：尚未读取该车的这个参数文件，请先读取再修改。')
  expect(await ordered()).toEqual([])
  await reported(HAS, other)
  expect(await send([GASOLINE], { truckIds: `${truckId()},${other}` })).toMatchObject({ data: { trucks: 2, unchanged: 0 } })
})

test('trucks of others are not found', async () => {
  await reported()
  expect((await send([GASOLINE], {}, ben)).resultCode).not.toBe(200)
  expect(await ordered()).toEqual([])
})

test.each([
  ['no JSON', 'x1'],
  ['an empty list', []],
  ['more than 20', Array.from({ length: 21 }, (_, ptNo) => ({ ...GASOLINE, ptNo }))],
  ['a field of another kind', [{ ...GASOLINE, ptNo: '92' }]],
  ['an unknown field', [{ ...GASOLINE, price: 7 }]],
  ['the same number twice', [GASOLINE, GASOLINE]],
  ['a density above the range', [{ ...GASOLINE, ptDensity: 1.2001 }]],
  ['a coefficient below zero', [{ ...GASOLINE, ptVEC: -0.00001 }]],
  ['a name that the console cannot show', [{ ...GASOLINE, ptName: '⛽🛢' }]],
])('a list is refused: %s', async (_, products) => {
  await reported()
  expect((await send(products)).resultCode).not.toBe(200)
  expect(await ordered()).toEqual([])
})
