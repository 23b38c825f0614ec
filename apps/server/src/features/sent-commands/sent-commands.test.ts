import { parameterFileNumbers } from '@tanker/contract/parameter-file-names'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { SCREENS } from '@tanker/contract/screens'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let carl: SignedIn

beforeAll(async () => {
  server = await startTestApi()
  const { pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('调度员', '客户')`)
  anna = await server.signIn('anna')
  ben = await server.signIn('ben')
  carl = await server.signIn('carl')
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE device_command CASCADE'))

const listOf = async (who: SignedIn, code: string, language = 'zh') => {
  const day = 86_400_000
  const period = { from: new Date(server.now.getTime() - day).toISOString(), to: new Date(server.now.getTime() + day).toISOString() }
  const filters = JSON.stringify({ scope: { truckIds: [], organisationIds: [server.organisationId(code)] }, period })
  const { data } = await who.get<ReportRows>('/reports/setting/device_parameter/send_message/rows', { filters }, { language })
  return (data?.content ?? []).toSorted((one, other) => Number(one['id']) - Number(other['id']))
}
const stop = (commandIds: string, who = anna) => who.send('POST', '/deviceCommands/stop', { commandIds })

test('what was sent stands in one list, each kind in its words, and any of it is stopped', async () => {
  const truckIds = String(server.truckId('苏A00001'))
  await anna.send('POST', '/truckTexts', { truckIds, text: '请减速' })
  await anna.send('POST', '/terminalParameters', { truckIds, values: '{"1":90,"41":30}', reason: '省流量' })
  await anna.send('POST', '/remoteControl', { truckIds, command: 'locate', reason: '核实' })
  const rows = await listOf(anna, 'A')
  expect(rows.map(({ kind, content, state, progress }) => [kind, content, state, progress])).toEqual([
    ['send-text', '请减速', 'waiting', null],
    ['set-parameters', '心跳发送间隔、缺省时间间隔', 'waiting', null],
    ['remote-control', '查询位置', 'waiting', null],
  ])
  expect((await listOf(anna, 'A', 'en'))[2]).toMatchObject({ content: 'Query the position' })
  const [first, second] = rows.map(({ id }) => String(id))
  expect((await stop(`${first},${second}`, ben)).resultCode).not.toBe(200)
  expect(await stop(`${first},${second}`)).toMatchObject({ resultCode: 200, data: { commands: 2 } })
  expect((await listOf(anna, 'A')).map(({ state }) => state)).toEqual(['stopped', 'stopped', 'waiting'])
  expect((await stop(`${first}`)).message).toBe('没有正在发送的内容，请刷新列表。')
  const { rows: history } = await server.database.pool.query(
    `SELECT old, new FROM change_log WHERE entity = 'device_command' AND row_id = $1`,
    [first],
  )
  expect(history).toEqual([{ old: { state: 'waiting', kind: 'send-text' }, new: { state: 'stopped', kind: 'send-text' } }])
})

test('[3.8-04] [4.5-09] a command has its console, kind, content, tries, times and state; it is not sent, being sent, sent, stopped or failed', async () => {
  const path = '/reports/setting/device_parameter/send_message'
  const { data: view } = await anna.get<ReportView>(path, {}, { language: 'zh' })
  const column = (name: string) => view.columns.find((one) => one.name === name)
  expect(
    ['consoleCode', 'kind', 'progress', 'tries', 'maxTries', 'startedAt', 'finishedAt', 'content', 'state'].filter((name) => !column(name)),
  ).toEqual([])
  const states = Object.fromEntries((column('state')?.choices ?? []).map(({ value, label }) => [value, label]))
  expect(states).toMatchObject({ waiting: '等待车辆上线', sending: '进行中', done: '成功', stopped: '已中止', failed: '失败' })
})

test('[2.10-04] one-time passwords and the setup of abnormal loadings stand in the menu under these labels and open', async () => {
  for (const [path, zh] of [
    ['setting/alarm_threshold/send_pwd', '远程下发密码'],
    ['setting/alarm_threshold/st_abnormal_oil_loading', '异常装油设置'],
  ]) {
    expect(SCREENS.find((screen) => screen.path === path)?.title.zh, path).toBe(zh)
    const opened = path === 'setting/alarm_threshold/send_pwd' ? `${path}/passwords` : path
    expect((await anna.get<ReportView>(`/reports/${opened}`, {}, { language: 'zh' })).resultCode, path).toBe(200)
  }
})

test('[5.3-04] a parameter send takes 2 to 2,000 tries', async () => {
  const truckIds = String(server.truckId('苏A00001'))
  const send = (maxTries: number) => anna.send('POST', '/terminalParameters', { truckIds, values: '{"1":90}', reason: '省流量', maxTries })
  for (const tries of [1, 2_001]) expect((await send(tries)).resultCode, String(tries)).toBe(400)
  for (const tries of [2, 2_000]) {
    expect((await send(tries)).resultCode, String(tries)).toBe(200)
    expect(await listOf(anna, 'A')).toMatchObject([{ maxTries: tries, tries: 0 }])
    await server.database.pool.query('TRUNCATE device_command CASCADE')
  }
})

test('what the platform asks for by itself is listed and not stopped', async () => {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `INSERT INTO device_command (truck_id, organisation_id, kind, max_tries, ordered_by, ordered_at)
     SELECT id, organisation_id, 'evidence', 5, '', $2 FROM truck WHERE id = $1 RETURNING id`,
    [server.truckId('苏A00001'), server.now],
  )
  expect(await listOf(anna, 'A')).toMatchObject([{ kind: 'evidence', content: null }])
  expect((await stop(String(rows[0]?.id))).resultCode).not.toBe(200)
})

test('a customer sees, and stops, only commands about the parameter files of customers', async () => {
  const shown = parameterFileNumbers(true)[0]
  const hidden = parameterFileNumbers(false).find((number) => !parameterFileNumbers(true).includes(number))
  const { rows } = await server.database.pool.query<{ id: number; file: number }>(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, max_tries, ordered_by, ordered_at)
     SELECT t.id, t.organisation_id, 'read-file', json_build_object('file', file), 3, 'anna', $2
     FROM truck t JOIN organisation o ON o.id = t.organisation_id AND o.code = 'A1', unnest($1::int[]) AS file
     WHERE t.id = (SELECT min(id) FROM truck WHERE organisation_id = o.id) RETURNING id, (form_values ->> 'file')::int AS file`,
    [[shown, hidden], server.now],
  )
  expect(rows).toHaveLength(2)
  const idOf = (file: number | undefined): string => String(rows.find((row) => row.file === file)?.id)
  expect((await listOf(carl, 'A1')).map(({ id }) => id)).toEqual([idOf(shown)])
  expect((await stop(idOf(hidden), carl)).resultCode).not.toBe(200)
  expect((await stop(idOf(shown), carl)).resultCode).toBe(200)
  expect((await listOf(anna, 'A1')).map(({ state }) => state)).toEqual(['stopped', 'waiting'])
})
