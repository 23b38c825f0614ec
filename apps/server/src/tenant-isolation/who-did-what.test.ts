import { tlscfg } from '@tanker/parameters/device-files/tlscfg'
import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { entityOf } from '@tanker/contract/base-data/all-entities'
import { hashPassword } from '@tanker/contract/password'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainTable } from '../platform/changes/hash-chain.ts'
import { verifyChanges } from '../verify-changes.ts'
import { httpMetrics } from '../platform/health/metrics.ts'
import { allRoutes } from '../app.ts'
import { defaultHttpSettings } from '../platform/http/http-settings.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import { registerRoute } from '../platform/http/register-route.ts'
import type { Route } from '../platform/http/routes.ts'
import { LEARNED_AT } from '../features/gauge-learning/test-learned.ts'
import { codeOf, enrol, enter, nextStep, pendingOf } from '../features/access/test-second-factor.ts'
import { SCREEN_FIELDS, SCREEN_FILE } from '../features/parameter-files/test-parameter-files.ts'
import { A_VIEW } from '../features/named-views/test-views.ts'
import { PASSWORD, type SignedIn } from '../platform/http/test-api.ts'
import { SHEET_COLUMNS } from '../platform/sheets/sheet-columns.ts'
import { type Caller, sender, signInAs } from './test-callers.ts'
import type { Kind } from './test-kinds.ts'
import { type Circumstances, nameOf, type Request, requestOf } from './test-probes.ts'
import { rowsOf, SENDERS, startTenants, type Tenants } from './test-tenants.ts'
import { missingOf, ownIds, readThings, type Things } from './test-things.ts'

// Everything that a user or another system writes is in a chained log: who, from where, what and on which row.

const routes = allRoutes({ metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts)
const audited = routes.filter((route) => route.audit === 'history' || route.audit === 'access')
const called = new Set<string>()

let tenants: Tenants
let things: Things
let anna: Caller
let admin: Caller
let send: ReturnType<typeof sender>

beforeAll(async () => {
  const training = { ask: async () => ({ id: 1, title: { zh: '途中偷卸', en: 'Roadside theft' } }) }
  tenants = await startTenants({ cardSite: 'https://cards.example/', training })
  things = await readThings(tenants.server.database.pool)
  anna = await signInAs(tenants.server, 'anna')
  admin = await signInAs(tenants.server, 'admin')
  send = sender(tenants.server, routes, anna)
}, 60_000)
afterAll(() => tenants.server.close())

const about: Circumstances = {
  startedAt: '2026-01-01T00:00:00.000Z',
  tripStartedAt: '2026-01-01T00:00:00.000Z',
  from: '2026-01-01T00:00:00.000Z',
  reportFrom: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T06:00:00.000Z',
  month: '2026-01',
}
type Form = Readonly<Record<string, unknown>>
type Row = { readonly id: number; readonly version: number; readonly values: Form }
type LogRow = Readonly<Record<string, unknown>>

const routeOf = (name: string): Route => {
  const found = routes.find((route) => nameOf(route) === name)
  if (!found) throw new Error(`there is no call ${name}`)
  return found
}
const ownId = (kind: Kind, who: Caller = anna): string => ownIds(things, { kind }, who)[0] ?? missingOf(kind)
const formText = (form: Form): string =>
  new URLSearchParams(
    Object.entries(form)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()

/** The generated request of a call, as a form. */
const generated = (route: Route, who: Caller): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(String(requestOf(route, null, [], (kind) => ownId(kind, who), about).body ?? '')))

let addresses = 0

/** Makes a call that must succeed and checks that its row is at the end of its log. Returns the answer. */
async function write<T = unknown>(
  name: string,
  given: Form | Partial<Request>,
  by: { who?: Caller; headers?: Record<string, string>; as?: string } = {},
): Promise<T> {
  const route = routeOf(name)
  const { pool } = tenants.server.database
  const table: ChainTable = route.audit === 'access' ? 'access_log' : 'change_log'
  const { rows: ends } = await pool.query<{ id: string }>(`SELECT coalesce(max(id), 0) AS id FROM ${table}`)
  addresses += 1
  const address = `10.77.${addresses >> 8}.${addresses & 255}`
  const isRequest = 'body' in given || 'sheet' in given || 'json' in given
  const request: Request = {
    method: route.method,
    path: route.path,
    query: '',
    body: isRequest ? undefined : formText(given),
    ...(isRequest ? given : {}),
  }
  const who = by.who ?? anna
  const reply = await send(route.method === 'GET' ? { ...request, body: undefined } : request, {
    ...(by.headers ?? who.headers),
    'x-forwarded-for': address,
    'user-agent': 'Probe/1',
  })
  if (reply.resultCode !== 200) throw new Error(`${name} was to succeed: ${reply.text}`)
  const { rows } = await pool.query<LogRow>(`SELECT * FROM ${table} WHERE id > $1 ORDER BY id`, [ends[0]?.id])
  expect(rows.length, `${name} left no row in ${table}`).toBeGreaterThan(0)
  for (const row of rows) {
    expect(row, name).toMatchObject({ address, user_name: by.as ?? who.name })
    if (table === 'change_log') expect(row, name).toMatchObject({ entity: expect.stringMatching(/./), action: expect.stringMatching(/./) })
    else expect(row, name).toMatchObject({ browser: 'Probe/1', what: expect.stringMatching(/./) })
  }
  called.add(name)
  return (JSON.parse(reply.text) as { data: T }).data
}

const entities = [...new Set(audited.flatMap(({ path }) => /^\/baseData\/([^/]+)$/.exec(path)?.[1] ?? []))]
const has = (name: string): boolean => audited.some((route) => nameOf(route) === name)

/** A device has one command at a time: ends those of the world. */
const stopOrders = () =>
  tenants.server.database.pool.query(`UPDATE device_command SET state = 'stopped', finished_at = now() WHERE finished_at IS NULL`)

/** The field to change, for entities whose name cannot be changed. */
const CHANGED: Readonly<Record<string, string>> = { user: 'realName' }

/** Values of new rows that the generator cannot find. */
const BESIDE: Readonly<Record<string, () => Record<string, string>>> = {
  role: () => ({ superMan: 'no', customer: 'no', sign: 'no' }),
  tank_table: () => ({ truckId: String(tenants.server.truckId('苏A00001')) }),
}

/** The generated form of a new row, with unique values where required. */
function newRow(key: string): Record<string, string> {
  const form = generated(routeOf(`POST /baseData/${key}`), anna)
  for (const { field } of entityOf(key)?.unique ?? []) {
    const value = form[field]
    if (value !== undefined && field !== 'effectiveAt') form[field] = value.replace(/.$/, '8')
  }
  return { ...form, ...BESIDE[key]?.() }
}

test.each(entities)('[M8] all changes of rows of %s are in the history', async (key) => {
  const path = `/baseData/${key}`
  const row = await write<Row>(`POST ${path}`, newRow(key))
  const { nameField = '', settled = [] } = entityOf(key) ?? {}
  const name = CHANGED[key] ?? nameField
  expect(settled).not.toContain(name)
  const fresh = { ...row.values, id: row.id, version: row.version, [name]: `${String(row.values[name] ?? '')}9` }
  const changed = await write<Row>(`PUT ${path}`, fresh)
  if (key === 'tank_table') {
    await stopOrders()
    await write('POST /baseData/tank_table/send', { id: row.id })
    await write('POST /baseData/tank_table/stop', { id: row.id })
    return
  }
  if (has(`PUT ${path}/status`)) await write(`PUT ${path}/status`, { id: row.id, status: 'disabled' })
  if (has(`PUT ${path}/organisation`))
    await write(`PUT ${path}/organisation`, { [`${key}Ids`]: row.id, organisationId: tenants.server.organisationId('A1') })
  if (key === 'driver') {
    await write('POST /baseData/driver/idNumber', { id: row.id })
    await write('POST /baseData/driver/photo', { query: `id=${row.id}`, sheet: true })
    await write('DELETE /baseData/driver/photo', { id: row.id })
  }
  await write(`DELETE ${path}`, { id: changed.id })
  if (has(`POST ${path}/import`)) await write(`POST ${path}/import`, { query: `organisationId=${anna.organisationId}`, sheet: true })
})

test('[M8] a tank table that was never sent is deleted, and the history shows it', async () => {
  const { id } = await write<Row>('POST /baseData/tank_table', {
    ...newRow('tank_table'),
    effectiveAt: '2031-01-01T00:00:00Z',
    serial: 'T1',
  })
  await write('DELETE /baseData/tank_table', { id })
})

test('[M8] assigning, handling and confirming alarms is in the history', async () => {
  const alarmIds = ownId('alarm')
  await write('POST /alarms/desk/assign', { alarmIds, userId: anna.userId })
  const result = { alarmIds, handleResult: 'x', exceptionType: 'human', confirm: 'confirmed' }
  await write('POST /alarms/handle', result)
  await write('POST /alarms/confirm', { alarmIds, confirm: 'non-abnormal' })
})

test('[M8] imports of other systems and spreadsheets, manual matches, and created and revoked keys are in the history', async () => {
  const { server, keys } = tenants
  const own = rowsOf('B1', SENDERS['B'] as (typeof SENDERS)[string], server.now)
  const headers = { authorization: `Bearer ${keys.get('B')}` }
  for (const kind of ['slips', 'meter-tickets', 'station-gauges'] as const) {
    const body = JSON.stringify({ rows: [own[kind]], onlyGoodRows: false })
    await write(`POST /integration/${kind}`, { body, json: true }, { headers, as: '外人密钥B' })
    const columns = SHEET_COLUMNS[kind]
    const named: Readonly<Record<string, string>> = { plate: '苏A00001', depotCode: '9001', stationCode: '1001' }
    const cells = Object.fromEntries(columns.map(({ heading, field, example }) => [heading.zh, named[field] ?? example]))
    const content = await writeXlsx({
      sheets: [{ name: 'x', columns: Object.keys(cells).map((header) => ({ header, key: header })), data: [cells] }],
    })
    const form = new FormData()
    form.append('file', new File([new Uint8Array(content)], 'rows.xlsx'))
    await write(`POST /cargoImport/${kind}`, { body: form })
  }
  await write('PUT /cargoMatch', { kind: 'slips', id: ownId('slip') })
  const made = await write<{ id: number }>('POST /integrationKeys', { name: 'ERP', organisationId: anna.organisationId })
  await write('POST /integrationKeys/revoke', { id: made.id })
})

test('[M8] handovers, text messages, addresses of robots and card tickets are in the history', async () => {
  await write('POST /handovers/sign', { id: ownId('handover'), seen: 'pending', state: 'signed', signer: '李梅' })
  const topUp = { organisationId: anna.organisationId, messages: 5, unitPrice: 0.05, warnAt: 1, request: randomUUID() }
  await write('POST /sms/topUp', topUp)
  await write('POST /sms/resend', { id: ownId('text message') })
  await write('POST /notices/resend', { id: ownId('notice') })
  await write('PUT /alarmRobots/address', {
    id: ownId('base data alarm_robot'),
    address: 'https://oapi.dingtalk.com/robot/send?access_token=abcdefgh12345678&key=abcdefgh12345678',
  })
  const { ticket } = await write<{ ticket: string }>('POST /cards/ticket', {})
  const headers = { authorization: `Bearer ${tenants.keys.get('A')}` }
  await write('POST /integration/card-tickets', { body: JSON.stringify({ ticket }), json: true }, { headers, as: '外人密钥A' })
})

test('[M8] shifts handed over, withdrawn and accepted are in the history', async () => {
  const { id } = await write<{ id: number }>('POST /shift-handovers', { note: 'x' })
  await write('POST /shift-handovers/withdraw', { id })
  await write('POST /shift-handovers/accept', { id: ownId('shift handover') })
})

test('[M8] views saved, shared, changed and deleted are in the history', async () => {
  const view = { report: 'monitor/alarm_record', name: 'x', content: A_VIEW }
  const { id } = await write<{ id: number }>('POST /namedViews', view)
  await write('PUT /namedViews/roles', { id, roleIds: ownId('role') })
  await write('PUT /namedViews', { id, name: 'y' })
  await write('DELETE /namedViews', { id })
})

test('[M8] mailed reports set up, changed, paused, sent and deleted are in the history', async () => {
  const times = { name: 'x', rhythm: 'daily', hour: 7, zone: 'Asia/Shanghai', language: 'en', userIds: ownId('colleague'), addresses: '' }
  const { id } = await write<{ id: number }>('POST /mailedReports', { ...times, report: 'monitor/alarm_record', content: A_VIEW })
  await write('PUT /mailedReports', { ...times, id, hour: 8 })
  await write('PUT /mailedReports/paused', { id, paused: 'yes' })
  await write('POST /mailedReports/send', { id })
  await write('DELETE /mailedReports', { id })
})

test('[M8] device tests, firmware and upgrades are in the history', async () => {
  const { server } = tenants
  await server.database.pool.query(`UPDATE device_test SET state = 'cancelled', ended_at = now(), steps = '[]' WHERE state = 'open'`)
  type Test = { readonly version: number; readonly steps: readonly { readonly key: string }[] }
  const { id } = await write<{ id: number }>('POST /deviceTests/start', { truckId: server.truckId('苏A00001') })
  const step = { id, version: 1, step: 'probe', verdict: 'failed', remark: 'x' }
  const { data } = JSON.parse(
    (await send({ method: 'GET', path: '/deviceTests', query: `id=${id}`, body: undefined }, anna.headers)).text,
  ) as { data: Test }
  let { version } = data
  for (const { key } of data.steps)
    ({ version } = await write<Test>('POST /deviceTests/step', { ...step, version, step: key, verdict: 'not-applicable' }))
  await write('POST /deviceTests/end', { id, version })
  const other = await write<{ id: number }>('POST /deviceTests/start', { truckId: server.truckId('苏A00002') })
  await write('POST /deviceTests/cancel', { id: other.id })

  const upload = { device: 'console', version: 'FW9.9.1', maker: 'TKFLT', hardware: 'HW1.2', fileName: 'x.bin' }
  const firmware = await write<{ id: number }>('POST /firmware/file', { query: formText(upload), sheet: true })
  await stopOrders()
  await write('POST /upgrades', { firmwareId: firmware.id, truckIds: server.truckId('苏A00001'), maxTries: 3 })
  const { rows } = await server.database.pool.query<{ id: number }>('SELECT max(id) AS id FROM device_command')
  await write('POST /upgrades/abort', { upgradeIds: rows[0]?.id })
  await write('POST /upgrades/retry', { upgradeIds: rows[0]?.id })
  await stopOrders()
  await write('DELETE /firmware/file', { firmwareId: firmware.id })
})

test('[M8] upgrade files that are added, sent and deleted are in the history', async () => {
  const { server } = tenants
  const about = { description: 'x', organisationId: ownId('organisation'), status: 'enabled', release: '9.9' }
  const { id } = await write<{ id: number }>('POST /baseData/upgrade_file', { ...about, type: 'clear' })
  const firmware = { ...about, type: 'console', release: 'FW9.9.2', maker: 'TKFLT', fileName: 'x.bin' }
  const added = await write<{ id: number }>('POST /upgradeFiles/file', { query: formText(firmware), sheet: true })
  await stopOrders()
  const truckIds = String(server.truckId('苏A00001'))
  await write('POST /upgradeFiles/send', { upgradeFileId: id, truckIds, reason: 'x', pwd: hashPassword('anna', PASSWORD) })
  await write('DELETE /baseData/upgrade_file', { id: added.id })
})

test('[M8] an accepted correction of a gauge is in the history', async () => {
  await write('POST /gaugeLearning/accept', { id: ownId('gauge learning'), learnedAt: LEARNED_AT })
})

test('[M8] approvals, roles and passwords of others are in the history', async () => {
  const { pool } = tenants.server.database
  const fence = (
    await pool.query<{ id: number; version: number }>(`SELECT id, version FROM fence_approval WHERE id = $1`, [
      ownId('fence approval', admin),
    ])
  ).rows[0]
  await write('PUT /fenceApproval', { ids: fence?.id, versions: fence?.version, status: 'refused', note: 'x' }, { who: admin })
  const copied = await write<Row>(
    'POST /roles/copy',
    { id: ownId('role', admin), organisationId: admin.organisationId, name: '复制的角色' },
    { who: admin },
  )
  await write('PUT /rolePermissions', { id: copied.id, version: copied.version, permissions: 'monitor/cargo_transport' }, { who: admin })
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM app_user WHERE user_name = 'gunda'`)
  await write('PUT /users/password', { id: rows[0]?.id, pwd: hashPassword('gunda', 'three red trucks') }, { who: admin })
})

test('[M8] sign-ins, sign-outs and passwords are in the access log', async () => {
  const { server } = tenants
  await write('POST /login', { username: 'anna', password: hashPassword('anna', PASSWORD) })
  const here = await signInAs(server, 'carl')
  const elsewhere = await signInAs(server, 'carl')
  const { rows } = await server.database.pool.query<{ id: number }>(
    `SELECT max(s.id) AS id FROM session s JOIN app_user u ON u.id = s.user_id WHERE u.user_name = 'carl'`,
  )
  await write('POST /users/sessions/end', { sessionId: rows[0]?.id }, { who: admin, as: 'carl' })
  expect((await send({ method: 'GET', path: '/menus', query: '', body: undefined }, elsewhere.headers)).resultCode).toBe(504)
  const change = { oldPwd: hashPassword('carl', PASSWORD), pwd: hashPassword('carl', 'two green trucks') }
  await write('GET /loginOut', {}, { who: await signInAs(server, 'carl') })
  await write('PUT /userInfoPwd', change, { who: here })
  const { rows: log } = await server.database.pool.query<LogRow>(
    `SELECT what, by_name FROM access_log WHERE user_name = 'carl' AND what <> 'signed-in' ORDER BY id DESC LIMIT 3`,
  )
  expect(log).toEqual([
    { what: 'password-changed', by_name: '' },
    { what: 'signed-out', by_name: '' },
    { what: 'session-ended', by_name: 'admin' },
  ])
})

test('[M8] a second factor turned on, used, renewed, turned off and reset is in the logs', async () => {
  const { server } = tenants
  const pwd = hashPassword('ben', PASSWORD)
  const asCaller = ({ cookie, headerId, userId }: SignedIn, like: Caller): Caller => ({
    ...like,
    userId,
    headers: { cookie, 'header-id': headerId },
  })
  const ben = await signInAs(server, 'ben')
  const begun = await send({ method: 'POST', path: '/secondFactor/begin', query: '', body: formText({ pwd }) }, ben.headers)
  const { key } = (JSON.parse(begun.text) as { data: { key: string } }).data
  // A code is accepted once, so each one is of a later half minute.
  const nextCode = (): string => {
    nextStep(server)
    return codeOf(key, server.now)
  }
  await write('POST /secondFactor/confirm', { code: nextCode() }, { who: ben })
  await write('POST /login/code', { token: await pendingOf(server, 'ben'), code: nextCode() }, { who: ben, headers: {} })
  const signedIn = asCaller(await enter(server, 'ben', nextCode()), ben)
  await write('POST /secondFactor/codes', { pwd, code: nextCode() }, { who: signedIn })
  await write('POST /secondFactor/end', { pwd, code: nextCode() }, { who: signedIn })
  const own = await server.signIn('anna')
  await enrol(server, own, 'anna')
  await write('POST /users/secondFactor/reset', { id: own.userId }, { who: admin })
  anna = await signInAs(server, 'anna')
})

test('[M8] enrolment of a terminal opened and a terminal released are in the history', async () => {
  const id = tenants.server.truckId('苏A00001')
  await write('POST /baseData/truck/enrolment', { id, open: 'yes' }, { who: admin })
  await tenants.server.database.pool.query(
    `INSERT INTO device (truck_id, terminal_id, code_hash, bound_at) VALUES ($1, 'T1', sha256('code'), now()) ON CONFLICT (truck_id) DO NOTHING`,
    [id],
  )
  await write('POST /baseData/truck/releaseTerminal', { id }, { who: admin })
})

test('[M8] a staged accident is in the history, of its truck or of the organisation', async () => {
  await write('POST /training', { stage: 'roadside-theft', truckId: tenants.server.truckId('苏A00001') }, { who: admin })
  await write('POST /training', { stage: 'roadside-theft' }, { who: admin })
})

test('[M8] repair orders given, sent and finished are in the history', async () => {
  const { server } = tenants
  const about = { truckId: server.truckId('苏A00001'), part: 'gauge', repairer: 'x', phone: '1', note: 'y' }
  const { id } = await write<{ id: number }>('POST /repairOrders', about)
  await write('POST /repairOrders/step', { id, version: 1, step: 'send', note: '' })
  await write('POST /repairOrders/step', { id, version: 2, step: 'finish', outcome: 'replaced', note: 'z' })
})

test('[M8] a telephone call about an alarm is in the history', async () => {
  const { rows } = await tenants.server.database.pool.query<{ id: string }>(
    `SELECT id::text FROM alarm WHERE truck_id = $1 AND superseded_at IS NULL AND type = 1 LIMIT 1`,
    [tenants.server.truckId('苏A00001')],
  )
  await write('POST /phoneCalls', { alarmId: rows[0]?.id, called: 'driver', outcome: 'reached', phone: '1', remark: 'x' })
})

test('[M8] a parameter file that is sent is in the history, with its reason', async () => {
  const { server } = tenants
  const about = { truckId: server.truckId('苏A00001'), file: 9 }
  const content = JSON.stringify({ fields: { ...SCREEN_FIELDS, brightness: 60 }, groups: {} })
  await write('POST /parameterBackups', about)
  await write('POST /parameterFiles', { ...about, seen: crc32(SCREEN_FILE), content, reason: '换主机' })
})

test('[M8] fields that are accepted, sent as wanted and copied are in the history, with the reason', async () => {
  const { server } = tenants
  const about = { truckId: server.truckId('苏A00002'), file: 9, reason: '现场调整', choices: 'brightness' }
  const wanted = SCREEN_FILE.replace('=80', '=70')
  const idle = () =>
    server.database.pool.query(
      `UPDATE device_command SET finished_at = now(), state = 'stopped' WHERE finished_at IS NULL AND kind = 'write-file'`,
    )
  await idle()
  await server.database.pool.query('UPDATE parameter_file SET wanted = $1 WHERE truck_id = $2 AND file = 9', [
    Buffer.from(wanted),
    about.truckId,
  ])
  const seen = { seen: crc32(SCREEN_FILE), wantedSeen: crc32(wanted) }
  await write('POST /parameterFiles/drift/send', { ...about, ...seen })
  await idle()
  await write('POST /parameterFiles/drift/accept', { ...about, ...seen })
  const { rows } = await server.database.pool.query<{ id: number }>(
    `SELECT b.id FROM parameter_backup b JOIN truck t ON t.id = b.truck_id WHERE t.plate = '苏A00002' AND b.file = 9 ORDER BY b.id LIMIT 1`,
  )
  await write('POST /parameterFiles/copy', { ...about, seen: seen.seen, secondBackupId: rows[0]?.id ?? 0 })
  await idle()
})

test('[M8] a roll-out that is ordered, resumed, stopped and rolled back is in the history', async () => {
  const { server } = tenants
  const file = await server.database.pool.query<{ id: number }>(
    `SELECT id FROM upgrade_file WHERE organisation_id = $1 AND type = 'controller-parameters' AND enabled LIMIT 1`,
    [server.organisationId('A')],
  )
  const truckIds = [server.truckId('苏A00001'), server.truckId('苏A00002')].join(',')
  const ordered = { upgradeFileId: file.rows[0]?.id ?? 0, truckIds, firstTrucks: 1, reason: '夏季' }
  const { rollOutId } = await write<{ rollOutId: number }>('POST /rollOuts', ordered)
  await server.database.pool.query(`UPDATE roll_out SET state = 'paused', resumes_to = 'first' WHERE id = $1`, [rollOutId])
  await write('POST /rollOuts/resume', { rollOutId, reason: 'x' })
  await write('POST /rollOuts/stop', { rollOutId, reason: 'x' })
  await write('POST /rollOuts/return', { rollOutId, reason: 'x' })
})

test('[M8] terminal parameters that are sent are in the history, with their reason', async () => {
  const { server } = tenants
  await write('POST /terminalParameters', { truckIds: String(server.truckId('苏A00001')), values: '{"1":90}', reason: '流量过大' })
})

test('[M8] a product list that is sent is in the history, with its reason', async () => {
  const { server } = tenants
  const gauges = [
    'totalCount=0',
    ...tlscfg.fields.flatMap(({ key, default: usual }) =>
      key === 'totalCount' || key === 'productTypeListLen' ? [] : [`${key}=${usual ?? 0}`],
    ),
    'productTypeListLen=0',
    '',
  ].join('\n')
  await server.database.pool.query(
    `INSERT INTO parameter_file (truck_id, file, reported, reported_at) VALUES ($1, 8, $2, $3)
     ON CONFLICT (truck_id, file) DO UPDATE SET reported = excluded.reported, reported_at = excluded.reported_at`,
    [server.truckId('苏A00001'), Buffer.from(gauges), server.now],
  )
  const products = JSON.stringify([{ ptNo: 92, ptName: '92#', ptVEC: 0.00124, ptDensity: 0.74 }])
  await write('POST /cameraSettings', { truckIds: String(server.truckId('苏A00001')), values: '{"recHold":5000}', reason: '夜间录像' })
  await write('POST /productLists', { truckIds: String(server.truckId('苏A00001')), products, reason: '新油品' })
})

test('[M8] a backup of a parameter file that is restored is in the history, with its reason', async () => {
  const { rows } = await tenants.server.database.pool.query<{ id: number }>(
    `SELECT b.id FROM parameter_backup b JOIN truck t ON t.id = b.truck_id WHERE t.plate = '苏A00002' AND b.file = 9 ORDER BY b.id LIMIT 1`,
  )
  await write('POST /parameterBackups/restore', { backupId: rows[0]?.id ?? 0, seen: crc32(SCREEN_FILE), reason: '换主机' })
})

test('[M8] a changed threshold', async () => {
  const organisationIds = String(tenants.server.organisationId('A'))
  await write('POST /thresholds', { organisationIds, values: 'overspeedKmh=60,offlineMin=', reason: 'x', seen: 0 })
})

test('[M8] a text to a driver, and one that is stopped', async () => {
  const { server } = tenants
  await write('POST /truckTexts', { truckIds: String(server.truckId('苏A00001')), text: '请减速' })
  const { rows } = await server.database.pool.query<{ id: string }>(`SELECT max(id) AS id FROM device_command WHERE kind = 'send-text'`)
  await write('POST /truckTexts/stop', { textIds: rows[0]?.id })
})

test('[M8] a view of a camera', async () => {
  await write('POST /video/live', { truckId: tenants.server.truckId('苏A00001'), channel: 3, stream: 'sub' })
})

test('[M8] a recording that is played', async () => {
  const [from, to] = ['2026-11-27T00:00:00Z', '2026-11-27T12:00:00Z']
  await write('POST /video/playback', { truckId: tenants.server.truckId('苏A00001'), channel: 3, from, to, at: from })
})

test('[M8] a command to a terminal, and one that is stopped', async () => {
  const { server } = tenants
  await write('POST /remoteControl', { truckIds: String(server.truckId('苏A00001')), command: 'clear-alarms', reason: 'x' })
  const { rows } = await server.database.pool.query<{ id: string }>(
    `SELECT max(id) AS id FROM device_command WHERE kind = 'remote-control'`,
  )
  await write('POST /remoteControl/stop', { controlId: rows[0]?.id })
})

test('[M8] keys of one-time passwords, a password that is issued, and one that is revoked', async () => {
  const { server } = tenants
  await write('POST /truckPasswords/keys', { truckIds: String(server.truckId('苏A00001')) })
  await server.database.pool.query('UPDATE truck t SET terminal_id = k.terminal_id FROM password_key k WHERE k.truck_id = t.id')
  const truckId = server.truckId('苏A00001')
  const pwd = hashPassword('anna', PASSWORD)
  await write('POST /truckPasswords', { truckId, operation: 'open', validMin: 30, reason: 'x', pwd })
  await write('POST /truckPasswords/revoke', { passwordId: ownId('truck password') })
})

test('[M8] a parameter template that is changed and sent', async () => {
  const { pool } = tenants.server.database
  const templateId = ownId('base data parameter_template')
  const { rows } = await pool.query<{ version: number }>('SELECT version FROM parameter_template WHERE id = $1', [templateId])
  await write('PUT /parameterTemplates/values', { templateId, values: '{"1":75}', version: rows[0]?.version })
  await pool.query(`UPDATE device_command SET finished_at = now(), state = 'stopped' WHERE finished_at IS NULL AND kind = 'set-parameters'`)
  await pool.query('UPDATE parameter_template SET enabled = true WHERE id = $1', [templateId])
  await write('POST /parameterTemplates/apply', { templateId, truckIds: String(tenants.server.truckId('苏A00001')), reason: 'x' })
})

test('[M8] any command to a truck that is stopped', async () => {
  const { server } = tenants
  await write('POST /truckTexts', { truckIds: String(server.truckId('苏A00001')), text: '请等待' })
  const { rows } = await server.database.pool.query<{ id: string }>(`SELECT max(id) AS id FROM device_command WHERE kind = 'send-text'`)
  await write('POST /deviceCommands/stop', { commandIds: rows[0]?.id })
})

test('[M8] an old value that is restored, of a parameter and of a threshold', async () => {
  const { server } = tenants
  const changeOf = async (entity: string, plate: string): Promise<string> => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      `SELECT c.id FROM change_log c WHERE c.entity = $1 AND c.row_id = $2 ORDER BY c.id DESC LIMIT 1`,
      [entity, server.truckId(plate)],
    )
    return rows[0]?.id ?? '0'
  }
  // Of a truck that nothing is being sent to.
  const sent = await changeOf('terminal_parameters', '苏A00002')
  await server.database.pool.query(
    `UPDATE device_command SET finished_at = now(), state = 'stopped' WHERE finished_at IS NULL AND kind = 'set-parameters'`,
  )
  await write('POST /parameterChanges/restore', { changeId: sent, name: '1', reason: '改错了' })
  await write('POST /thresholds', { truckIds: String(server.truckId('苏A00001')), values: 'overspeedKmh=66', reason: 'x', seen: 0 })
  const changeId = await changeOf('truck_threshold', '苏A00001')
  await write('POST /thresholdChanges/restore', { changeId, name: 'overspeedKmh', reason: '改错了' })
})

test('[M8] every writing call was made here and declares its audit', async () => {
  expect(audited.map(nameOf).filter((name) => !called.has(name))).toEqual([])
  expect(routes.filter((route) => route.method !== 'GET' && route.audit === undefined).map(nameOf)).toEqual([])
  for (const { audit } of routes) if (typeof audit === 'object') expect(audit.exempt).toMatch(/\w+ \w+/)
})

test('[M8] a writing call without an audit declaration does not start', () => {
  const { audit: _, ...silent } = routeOf('POST /alarms/handle')
  const parts = { metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts
  const app = { route: () => expect.unreachable('it was registered') } as unknown as Parameters<typeof registerRoute>[0]
  expect(() => registerRoute(app, silent, parts)).toThrow(/POST \/alarms\/handle does not say how it is audited/)
})

test('[T35] [T37] after all this both chains are valid, and neither has a secret', async () => {
  const { database } = tenants.server
  for (const table of ['change_log', 'access_log'] as const) {
    expect(await verifyChanges(database.db, table)).toMatchObject({ kind: 'whole' })
    const { rows } = await database.pool.query<{ log: string }>(`SELECT string_agg(t::text, ' ') AS log FROM ${table} t`)
    const log = rows[0]?.log ?? ''
    const passwords = ['carl', 'anna', 'gunda'].flatMap((name) =>
      ['two green trucks', 'three red trucks', PASSWORD].flatMap((one) => [one, hashPassword(name, one)]),
    )
    const sessions = [anna, admin].flatMap(({ headers }) => [headers['header-id'] ?? '', headers['cookie']?.split('=')[1] ?? ''])
    for (const secret of [...passwords, ...sessions, ...tenants.keys.values()]) expect(log.includes(secret)).toBe(false)
    expect(log).not.toContain('$argon2')
  }
})
