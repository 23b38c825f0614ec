import { read, utils } from '@e965/xlsx'
import type { EntityHistory, EntityRow } from '@tanker/contract/base-data/calls'
import { maskedIdNumber } from '@tanker/contract/base-data/masked-fields'
import { RESULT } from '@tanker/contract/envelope'
import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const WHOLE = '320113198401099389'
const MASKED = '320***********9389'
const OTHER = '32111119980409995X'
const list = 'setting/base_data/driver'
const call = '/baseData/driver'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let driverId: number

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(
    `INSERT INTO role_grant (role_id, permission) SELECT id, unnest(ARRAY['${list}', '${list}:change', '${list}:create']) FROM role WHERE name = '调度员'`,
  )
  const { rows } = await pool.query<{ id: number }>(`UPDATE driver SET qualification = id_card WHERE code = '1' RETURNING id`)
  driverId = rows[0]?.id ?? 0
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
})
afterAll(() => server.close())

const scope = () => JSON.stringify({ organisationIds: [server.organisationId('A')] })
const formOf = async (who: SignedIn): Promise<EntityRow> => (await who.get<EntityRow>(call, { id: driverId })).data
const change = async (who: SignedIn, more: Record<string, string>) => {
  const { version, values } = await formOf(who)
  const form = Object.fromEntries(
    Object.entries({ ...values, ...more }).map(([name, value]) => [name, value === null ? '' : String(value)]),
  )
  return who.send<EntityRow>('PUT', call, { ...form, id: driverId, version })
}
const stored = async () =>
  (
    await server.database.pool.query<{ id_card: string; qualification: string; home_address: string }>(
      'SELECT * FROM driver WHERE id = $1',
      [driverId],
    )
  ).rows[0]

test('[D-20] an ID number is masked to 18 characters, and what is no ID number stays as it is', () => {
  expect(maskedIdNumber(WHOLE)).toBe(MASKED)
  expect(maskedIdNumber(WHOLE)).toHaveLength(18)
  expect(maskedIdNumber(OTHER)).toBe('321***********995X')
  expect(maskedIdNumber('苏交运 2031')).toBe('苏交运 2031')
})

test('[D-20] form, list and export have the masked number, for administrators too', async () => {
  for (const who of [admin, anna]) {
    expect((await formOf(who)).values).toMatchObject({ idNumber: MASKED, qualification: MASKED })
    const filters = JSON.stringify({ scope: { organisationIds: [server.organisationId('A')] } })
    const { data } = await who.get<ReportRows>(`/reports/${list}/rows`, { filters })
    expect(data.content[0]).toMatchObject({ idNumber: MASKED, qualification: MASKED })
    const answer = await fetch(`${server.url}/api/reports/${list}/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: who.cookie, 'header-id': who.headerId },
      body: new URLSearchParams({ scope: scope() }),
    })
    const cells = Object.values(read(Buffer.from(await answer.arrayBuffer())).Sheets).flatMap((sheet) =>
      utils.sheet_to_json<string[]>(sheet, { header: 1 }),
    )
    expect(cells.flat()).toContain(MASKED)
    expect(JSON.stringify(cells)).not.toContain(WHOLE)
  }
})

test('[D-20] a form that sends the masked number back leaves it as it is, and another masked number is refused', async () => {
  const saved = await change(anna, { homeAddress: '苏州市' })
  expect(saved.data.values).toMatchObject({ idNumber: MASKED, homeAddress: '苏州市' })
  expect(await stored()).toMatchObject({ id_card: WHOLE, qualification: WHOLE, home_address: '苏州市' })
  const refused = await change(anna, { idNumber: '321***********1234', qualification: '321***********1234' })
  expect(refused.resultCode).toBe(400)
  expect(Object.keys((refused.data as unknown as { fields: object }).fields).toSorted()).toEqual(['idNumber', 'qualification'])
  expect(await stored()).toMatchObject({ id_card: WHOLE, qualification: WHOLE })
  const added = await anna.send('POST', call, { name: '王', code: '77', organisationId: server.organisationId('A'), idNumber: MASKED })
  expect(added.resultCode).toBe(400)
})

test('[D-20] a refused change of a row that another user changed answers the masked number', async () => {
  const { version, values } = await formOf(anna)
  await change(admin, { homeAddress: '无锡市' })
  const form = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === null ? '' : String(value)]))
  const late = await anna.send('PUT', call, { ...form, id: driverId, version, homeAddress: '南京市' })
  expect(late.resultCode).not.toBe(200)
  expect(JSON.stringify(late)).toContain(MASKED)
  expect(JSON.stringify(late)).not.toContain(WHOLE)
})

test('[D-20] a whole number can be entered, and the history has both masked', async () => {
  expect((await change(anna, { idNumber: OTHER })).data.values['idNumber']).toBe('321***********995X')
  expect(await stored()).toMatchObject({ id_card: OTHER, qualification: WHOLE })
  const { data } = await anna.get<EntityHistory>(`${call}/history`, { id: driverId })
  expect(data[0]?.changes).toContainEqual(expect.objectContaining({ field: 'idNumber', before: MASKED, after: '321***********995X' }))
  expect(JSON.stringify(data)).not.toContain(OTHER)
  expect(JSON.stringify(data)).not.toContain(WHOLE)
  await change(anna, { idNumber: WHOLE })
})

test('[D-20] the whole number is answered only with the permission, and the history notes who saw whose', async () => {
  expect((await anna.send('POST', `${call}/idNumber`, { id: driverId })).resultCode).toBe(RESULT.noPermission)
  const before = (await anna.get<EntityHistory>(`${call}/history`, { id: driverId })).data.length
  const { data } = await admin.send('POST', `${call}/idNumber`, { id: driverId })
  expect(data).toEqual({ idNumber: WHOLE, qualification: WHOLE })
  const history = (await anna.get<EntityHistory>(`${call}/history`, { id: driverId })).data
  expect(history).toHaveLength(before + 1)
  expect(history[0]).toMatchObject({ action: 'reveal', userName: 'admin', changes: [] })
  const { rows } = await server.database.pool.query(`SELECT old, new, row_id::int AS row_id FROM change_log WHERE action = 'reveal'`)
  expect(rows).toEqual([{ old: null, new: null, row_id: driverId }])
})

test('[D-20] the button is offered only with the permission', async () => {
  const offered = async (who: SignedIn) =>
    (await who.get<{ actions: { name: string }[] }>(`/reports/${list}`)).data.actions.some(({ name }) => name === 'show-id-number')
  expect([await offered(admin), await offered(anna)]).toEqual([true, false])
})
