import type { EntityHistory, EntityRow, RefusedRows } from '@tanker/contract/base-data/calls'
import { organisation } from '@tanker/contract/base-data/organisation'
import { park } from '@tanker/contract/base-data/park'
import { phoneNumber } from '@tanker/contract/base-data/phone-number'
import { repairCard } from '@tanker/contract/base-data/repair-card'
import type { ReportRows } from '@tanker/contract/report-view'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTITY_TABLES, tableOf } from '../../app.ts'
import { type Answer, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  admin = await server.signIn('admin')
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
}, 30_000)
afterAll(() => server.close())

type Form = Record<string, string | number>
type Refused = { fields: Record<string, { zh: string; en: string }> }

const path = '/baseData/organisation'
let number = 0
const formOf = (more: Form = {}): Form => {
  number += 1
  return { name: `车队${number}`, shortName: `队${number}`, code: `T${number}`, parentId: server.organisationId('A'), ...more }
}
const create = (user: SignedIn, form: Form) => user.send<EntityRow>('POST', path, form)
const created = async (more: Form = {}, user = admin): Promise<EntityRow> => {
  const answer = await create(user, formOf(more))
  expect(answer.message).toBe('')
  return answer.data
}
const change = (user: SignedIn, { id, version, values }: EntityRow, more: Form) =>
  user.send<EntityRow>('PUT', path, {
    ...Object.fromEntries(Object.entries(values).filter((one): one is [string, string | number] => one[1] !== null && one[1] !== '')),
    id,
    version,
    ...more,
  })
const refusedAt = (answer: Answer) => (answer as Answer<Refused>).data.fields
const read = async (user: SignedIn, id: number): Promise<EntityRow> => (await user.get<EntityRow>(path, { id })).data
const ancestorsOf = async (id: number): Promise<number[]> =>
  (await server.database.pool.query<{ ancestors: number[] }>('SELECT ancestors FROM organisation WHERE id = $1', [id])).rows[0]
    ?.ancestors ?? []
const listOf = async (user: SignedIn, filters: object = {}): Promise<ReportRows['content']> => {
  const answer = await user.get<ReportRows>('/reports/setting/base_data/company/rows', {
    filters: JSON.stringify({ scope: { organisationIds: [server.organisationId('G')] }, ...filters }),
    size: 200,
  })
  expect(answer.message).toBe('')
  return answer.data.content
}

test('[3.6-01] [5.2-07] an organisation has name, short name, code, phone, address and parent; its code has at most 12 characters', async () => {
  const form = formOf({ phone: '025-84000000', address: '南京市栖霞区炼油路18号' })
  const { data } = await create(admin, form)
  expect(data).toMatchObject({ version: 1, values: { ...form, status: 'enabled' } })
  expect(await read(anna, data.id)).toEqual(data)
  expect(await ancestorsOf(data.id)).toEqual([server.organisationId('G'), server.organisationId('A'), data.id])
  expect(refusedAt(await create(admin, formOf({ code: '1234567890123' })))).toEqual({
    code: { zh: '机构代码应为最多 12 位数字或字母。', en: 'Code must be at most 12 digits or letters.' },
  })
  expect(refusedAt(await create(admin, { name: '', code: '' }))).toMatchObject({ name: expect.anything(), code: expect.anything() })
  const orphan = formOf()
  delete orphan['parentId']
  expect(refusedAt(await create(admin, orphan))).toEqual({
    parentId: { zh: '上级组织不能为空。', en: 'Parent organisation must not be empty.' },
  })
})

test('[5.2-12] [8.3-19] [8.3-21] name, short name and code are unique, also for two who save at once', async () => {
  for (const field of ['name', 'shortName', 'code'] as const) {
    const [a, b] = [formOf(), formOf()]
    const answers = await Promise.all([create(admin, a), create(anna, { ...b, [field]: a[field] ?? '' })])
    expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
    expect(refusedAt(answers.find(({ resultCode }) => resultCode === 400) as Answer)).toHaveProperty(field)
  }
})

test('[5.2-13] an organisation cannot be its own parent or below itself', async () => {
  const above = await created()
  const below = await created({ parentId: above.id })
  expect(refusedAt(await change(admin, above, { parentId: above.id }))).toEqual({
    parentId: { zh: '组织不能是自己的上级。', en: 'An organisation cannot be its own parent.' },
  })
  expect(refusedAt(await change(admin, above, { parentId: below.id }))['parentId']?.zh).toBe('组织不能移到自己的下级组织之下。')
  expect(await read(admin, above.id)).toEqual(above)
})

test('of two who put two organisations below each other at once only one is saved, and the tree stays a tree', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await created(), await created()]
    const answers = await Promise.all([change(admin, a, { parentId: b.id }), change(anna, b, { parentId: a.id })])
    expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
    const [ofA, ofB] = [await ancestorsOf(a.id), await ancestorsOf(b.id)]
    expect([ofA.includes(b.id), ofB.includes(a.id)].toSorted()).toEqual([false, true])
  }
})

test('everything below an organisation moves with it: those above it before lose sight of it, those above it now see it', async () => {
  const top = await created({ parentId: server.organisationId('A') })
  const middle = await created({ parentId: top.id })
  const low = await created({ parentId: middle.id })
  expect((await ben.get(path, { id: low.id })).resultCode).toBe(400)
  const moved = (await change(admin, top, { parentId: server.organisationId('B') })).data
  expect(moved.values['parentId']).toBe(server.organisationId('B'))
  expect(await ancestorsOf(low.id)).toEqual([server.organisationId('G'), server.organisationId('B'), top.id, middle.id, low.id])
  expect((await anna.get(path, { id: low.id })).resultCode).toBe(400)
  expect((await read(ben, low.id)).values).toMatchObject({ parentId: middle.id })
  // A station stays with its tenant and is visible to those who see its organisation now.
  const station = { name: '站', code: '7001', address: '苏州', organisationId: low.id, lng: 120, lat: 31 }
  expect((await anna.send('POST', '/baseData/station', station)).resultCode).toBe(400)
  expect((await ben.send('POST', '/baseData/station', station)).resultCode).toBe(200)
})

test('a truck whose organisation moves away keeps its default driver only if the driver moves along or belongs to an organisation above', async () => {
  const fleet = await created()
  const { pool } = server.database
  const truckId = server.truckId('苏A00002')
  await pool.query('UPDATE truck SET organisation_id = $1, driver_id = (SELECT min(id) FROM driver) WHERE id = $2', [fleet.id, truckId])
  await change(admin, fleet, { parentId: server.organisationId('B') })
  const { rows } = await pool.query('SELECT driver_id FROM truck WHERE id = $1', [truckId])
  expect(rows).toEqual([{ driver_id: null }])
  await pool.query('UPDATE truck SET organisation_id = $1 WHERE id = $2', [server.organisationId('A1'), truckId])
})

test('users may rename their own organisation, but neither move it, nor disable it, nor see what is above it', async () => {
  const own = await read(anna, server.organisationId('A'))
  expect(own.values['parentId']).toBeNull()
  expect((await change(anna, own, { phone: '0512-65001001' })).data.values['phone']).toBe('0512-65001001')
  expect(await ancestorsOf(own.id)).toEqual([server.organisationId('G'), own.id])
  const now = await read(anna, own.id)
  expect(refusedAt(await change(anna, now, { parentId: server.organisationId('A1') }))).toHaveProperty('parentId')
  expect(refusedAt(await change(anna, now, { parentId: server.organisationId('G') }))['parentId']?.zh).toBe(
    '没有找到所选组织，请重新选择。',
  )
  expect((await anna.send('PUT', `${path}/status`, { id: own.id, status: 'disabled' })).message).toBe('不能停用您所在的组织。')
  expect((await anna.get<EntityHistory>(`${path}/history`, { id: own.id })).data[0]?.changes).toEqual([
    { field: 'phone', label: '电话', before: '', after: '0512-65001001' },
  ])
})

test('foreign organisations are answered exactly like unknown ones', async () => {
  const foreign = await created({ parentId: server.organisationId('B') })
  const answersOf = async (id: number) =>
    (
      await Promise.all([
        anna.get(path, { id }),
        anna.get(`${path}/history`, { id }),
        change(anna, { ...foreign, id }, { name: 'x' }),
        anna.send('PUT', `${path}/status`, { id, status: 'disabled' }),
        anna.send('DELETE', path, { id }),
        create(anna, { name: '新', code: 'N1', parentId: id }),
      ])
    ).map(({ resultCode, message, data }) => ({ resultCode, message, data }))
  expect(await answersOf(foreign.id)).toEqual(await answersOf(2_000_000_000))
  expect(await read(admin, foreign.id)).toEqual(foreign)
})

test('users of a disabled organisation are signed out at once, and admitted again when it is enabled', async () => {
  const carl = await server.signIn('carl')
  const id = server.organisationId('A1')
  expect((await anna.send('PUT', `${path}/status`, { id, status: 'disabled' })).resultCode).toBe(200)
  expect((await carl.get('/organisations')).resultCode).toBe(504)
  await expect(server.signIn('carl')).rejects.toThrow()
  await anna.send('PUT', `${path}/status`, { id, status: 'enabled' })
  expect((await (await server.signIn('carl')).get('/organisations')).resultCode).toBe(200)
})

test('an organisation is deleted only when nothing belongs to it; until then the refusal names what does', async () => {
  const truckOwner = await anna.send('DELETE', path, { id: server.organisationId('A1') }, { language: 'en' })
  expect(truckOwner).toMatchObject({ resultCode: 409, message: expect.stringContaining('truck 苏A00002') })
  const above = await created()
  const below = await created({ parentId: above.id })
  expect((await admin.send('DELETE', path, { id: above.id })).message).toContain(`下级组织 ${String(below.values['name'])}`)
  expect((await admin.send('DELETE', path, { id: below.id })).resultCode).toBe(200)
  expect((await admin.send('DELETE', path, { id: above.id })).resultCode).toBe(200)
  expect((await admin.get(path, { id: above.id })).resultCode).toBe(400)
})

test('each kind of base data is named when its rows keep an organisation from being deleted: that kind alone, of kinds that share a table', async () => {
  for (const entity of [repairCard, phoneNumber, park]) {
    const { id } = await created()
    const examples = Object.entries(entity.fields).flatMap(([name, { example }]) => (example === '' ? [] : [[name, example]]))
    const row = await admin.send<EntityRow>('POST', `/baseData/${entity.key}`, { ...Object.fromEntries(examples), organisationId: id })
    expect(row.message).toBe('')
    expect((await admin.send('DELETE', path, { id })).message).toBe(
      `不能删除，仍被引用：${entity.name.zh} ${String(row.data.values['name'])}。可改为停用。`,
    )
    await admin.send('DELETE', `/baseData/${entity.key}`, { id: row.data.id })
    expect((await admin.send('DELETE', path, { id })).resultCode).toBe(200)
  }
})

test('no row of base data with an organisation is left out', () => {
  const froms = tableOf(organisation).references.map(({ from }) => from)
  for (const { entity, table } of ENTITY_TABLES)
    if ('organisationId' in entity.fields) expect(froms.join(), entity.key).toMatch(new RegExp(`\\b${table}\\b`))
})

test('the list is a tree: each organisation below its parent, with the number of trucks of it and of all below', async () => {
  const rows = await listOf(admin)
  const names = rows.map((row) => (row['name'] as string[]).join('/'))
  expect(names[0]).toBe('集团')
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)).toSorted((a, b) => (a.startsWith(b) ? 1 : b.startsWith(a) ? -1 : 0)))
  expect(rows[0]).toMatchObject({ trucks: 3, parent: null })
  expect(rows.find((row) => row['code'] === 'A1')).toMatchObject({ name: ['集团', '甲运输', '甲客户'], parent: '甲运输', trucks: 1 })
  expect((await listOf(admin, { search: '甲客' })).map((row) => row['code'])).toEqual(['A1'])
})

test('a sheet adds organisations below the chosen one, all or none', async () => {
  const importOf = async (rows: readonly Record<string, string>[]) => {
    const bytes = await writeXlsx({
      sheets: [{ name: 'x', columns: ['机构名称', '机构代码', '简称'].map((header) => ({ header, key: header })), data: [...rows] }],
    })
    const body = new FormData()
    body.append('file', new File([new Uint8Array(bytes)], 'sheet.xlsx'))
    const headers = { cookie: anna.cookie, 'header-id': anna.headerId }
    const response = await fetch(`${server.url}/api${path}/import?organisationId=${server.organisationId('A')}`, {
      method: 'POST',
      headers,
      body,
    })
    return (await response.json()) as { resultCode: number; data: RefusedRows & { created: number } }
  }
  const refused = await importOf([
    { 机构名称: '导入一队', 机构代码: 'I1', 简称: '' },
    { 机构名称: '导入二队', 机构代码: 'I1', 简称: '' },
  ])
  expect(refused).toMatchObject({ resultCode: 400, data: { rows: [{ row: 3, zh: '该代码已存在，请换一个。' }] } })
  expect((await importOf([{ 机构名称: '导入一队', 机构代码: 'I1', 简称: '' }])).data).toEqual({ created: 1 })
  const { rows } = await server.database.pool.query<{ id: number }>(`SELECT id FROM organisation WHERE code = 'I1'`)
  expect(await ancestorsOf(rows[0]?.id ?? 0)).toEqual([server.organisationId('G'), server.organisationId('A'), rows[0]?.id])
})
