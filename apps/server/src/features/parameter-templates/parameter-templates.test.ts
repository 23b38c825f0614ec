import type { ReportRows } from '@tanker/contract/report-view'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
beforeEach(() => server.database.pool.query('TRUNCATE device_command, parameter_template CASCADE'))

const add = async (name = '节省流量'): Promise<number> => {
  const form = { name, organisationId: server.organisationId('A'), remark: '', status: 'enabled' }
  return (await anna.send<{ id: number }>('POST', '/baseData/parameter_template', form)).data?.id ?? 0
}
const held = async (templateId: number, who = anna) => who.get<{ values: object; version: number }>('/parameterTemplates', { templateId })
const change = (templateId: number, values: object, version: number, who = anna) =>
  who.send('PUT', '/parameterTemplates/values', { templateId, values: JSON.stringify(values), version })
const apply = (templateId: number, who = anna) =>
  who.send('POST', '/parameterTemplates/apply', { templateId, truckIds: String(server.truckId('苏A00001')), reason: '停驶' })
const listOf = async (language = 'zh') => {
  const filters = JSON.stringify({ scope: { organisationIds: [server.organisationId('A')] } })
  const path = '/reports/setting/alarm_threshold/remote_template/rows'
  return (await anna.get<ReportRows>(path, { filters }, { language })).data?.content ?? []
}

test('a template takes parameters, and sends them to trucks with its name as part of the reason', async () => {
  const id = await add()
  expect(await listOf()).toMatchObject([{ name: '节省流量', count: 0, parameters: null, status: 'enabled' }])
  expect((await apply(id)).message).toBe('请填写 1 至 20 个参数。')
  expect((await change(id, { 1: 90, 41: 30 }, 1)).resultCode).toBe(200)
  expect((await held(id)).data).toEqual({ name: '节省流量', values: { 1: 90, 41: 30 }, version: 2 })
  expect((await listOf('en'))[0]).toMatchObject({
    count: 2,
    parameters: 'Heartbeat interval, Usual interval',
    changedBy: 'anna',
  })
  expect(await apply(id)).toMatchObject({ resultCode: 200, data: { trucks: 1 } })
  const { rows } = await server.database.pool.query(`SELECT kind, form_values FROM device_command`)
  expect(rows).toEqual([{ kind: 'set-parameters', form_values: { values: { 1: 90, 41: 30 }, reason: '节省流量: 停驶' } }])
})

test('of two users who change the same template one is refused, and nothing of it is kept', async () => {
  const id = await add()
  expect((await change(id, { 1: 90 }, 1)).resultCode).toBe(200)
  expect((await change(id, { 1: 120 }, 1)).message).toBe('该模板已被其他用户修改，请重新打开。')
  expect((await held(id)).data?.values).toEqual({ 1: 90 })
  const { rows } = await server.database.pool.query(
    `SELECT old, new FROM change_log WHERE entity = 'parameter_template' AND row_id = $1 AND action = 'change'`,
    [id],
  )
  expect(rows).toEqual([{ old: { values: {} }, new: { values: { 1: 90 } } }])
})

test('a value that a truck does not take, a disabled template and the template of another organisation are refused', async () => {
  const id = await add()
  expect((await change(id, { 1: 0 }, 1)).message).toBe('心跳发送间隔：1至3600秒，整数。')
  await change(id, { 1: 90 }, 1)
  expect((await held(id, ben)).resultCode).not.toBe(200)
  expect((await change(id, { 1: 60 }, 2, ben)).resultCode).not.toBe(200)
  expect((await apply(id, ben)).resultCode).not.toBe(200)
  await server.database.pool.query('UPDATE parameter_template SET enabled = false')
  expect((await apply(id)).message).toBe('该模板已停用，不能下发。')
})
