import type { EntityHistory, EntityRow } from '@tanker/contract/base-data/calls'
import { hashPassword } from '@tanker/contract/password'
import type { AnswerOf } from '@tanker/contract/endpoint'
import type { rightsCalls } from '@tanker/contract/endpoints/rights'
import type { UserSessions } from '@tanker/contract/rights'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import type { UserPrivileges } from '@tanker/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChanges } from '../../verify-changes.ts'
import { PASSWORD, type SignedIn } from '../../platform/http/test-api.ts'
import { aUser, fieldsOf, type RightsApi, startRights } from './test-rights.ts'

let server: RightsApi
let admin: SignedIn
let amy: SignedIn
let A: number
beforeAll(async () => {
  server = await startRights()
  admin = await server.signInAs('admin')
  amy = await server.signInAs('amy')
  A = server.organisationId('A')
}, 30_000)
afterAll(() => server.close())

const role = (user: SignedIn, name: string, more: Record<string, string | number> = {}) =>
  user.send<EntityRow>('POST', '/baseData/role', { name, organisationId: A, ...more }, { language: 'en' })
const user = (by: SignedIn, userName: string, roleId: number, more: Record<string, string | number> = {}) =>
  by.send<EntityRow>('POST', '/baseData/user', aUser(userName, A, roleId, more), { language: 'en' })
const rowOf = async (kind: 'role' | 'user', id: number): Promise<EntityRow> =>
  (await admin.get<EntityRow>(`/baseData/${kind}`, { id })).data
/** The row with changed values, as its form sends it. */
const changed = async (kind: 'role' | 'user', id: number, more: Record<string, string | number>) => {
  const { version, values } = await rowOf(kind, id)
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))
  // Users of the imported world have no real name yet.
  const named = kind === 'user' ? { realName: `姓名${id}` } : {}
  return { ...given, ...named, id, version, ...more }
}

test.each([
  ['anna', '调度员', 'A', { superMan: false, customer: false, sign: true }],
  ['amy', '用户管理员', 'A', { superMan: false, customer: false, sign: true }],
  ['admin', '管理员', 'G', { superMan: true, customer: false, sign: true }],
  ['carl', '客户', 'A1', { superMan: false, customer: true, sign: false }],
])(
  '[1-01] [1-16] [3.1-03] staff of a carrier, its managers, administrators and customers sign in and get their own account: %s',
  async (userName, roleName, companyCode, flags) => {
    const by = await server.signInAs(userName)
    const { account, userPri } = (await by.get<UserPrivileges>('/userPri')).data
    expect(account.role).toEqual({ roleName, ...flags })
    expect(account.userInfo).toMatchObject({ id: by.userId, userName, avatar: null, companyCode })
    expect(account.userInfo.name).not.toBe('')
    expect(userPri.length).toBeGreaterThan(0)
  },
)

test('[3.6-08] [3.6-10] [6-16] [6-01] [6-02] a user manager adds a role and a user of it, who signs in with exactly those permissions', async () => {
  const made = await role(amy, '夜班', { remark: '晚八点后', customer: 'yes', sign: 'no' })
  expect(made).toMatchObject({
    resultCode: 200,
    data: { values: { name: '夜班', remark: '晚八点后', superMan: 'no', customer: 'yes', sign: 'no', status: 'enabled' } },
  })
  const added = await user(amy, 'Nina', made.data.id, { phone: '19900001001', email: 'nina@example.com' })
  expect(added).toMatchObject({
    resultCode: 200,
    data: { values: { userName: 'Nina', realName: 'Nina 姓名', organisationId: A, roleId: made.data.id, status: 'enabled' } },
  })
  expect(JSON.stringify(added.data)).not.toContain('pwd')
  const nina = await server.signInAs('Nina')
  const { data } = await nina.get<UserPrivileges>('/userPri')
  expect(data.account).toMatchObject({
    role: { roleName: '夜班', superMan: false, customer: true, sign: false },
    userInfo: { userName: 'Nina', companyCode: 'A' },
    notDemo: true,
  })
  expect(data.userPri).toEqual([])
  expect((await nina.get('/menus')).data).toEqual([])
})

test('[3.6-10] the list shows the users of the own organisations with their roles, roles of organisations above included', async () => {
  const filters = JSON.stringify({ scope: { organisationIds: [A] } })
  const rows = async (by: SignedIn) =>
    (await by.get<ReportRows>('/reports/setting/privilege_account/user/rows', { filters, size: 200 })).data.content
  const seen = new Map((await rows(amy)).map((row) => [row['userName'], row['role']]))
  expect(seen.get('anna')).toBe('调度员')
  expect(seen.get('fred')).toBe('看板员')
  expect(seen.has('ben')).toBe(false)
  const lists = JSON.stringify(await rows(admin))
  // Keys of the rows; `reset-password` is an action.
  for (const secret of ['argon2', '"password']) expect(lists).not.toContain(secret)
})

test('[5.2-17] user name, real name and role name are required, and a first password with them', async () => {
  const nothing = await amy.send('POST', '/baseData/user', { pwd: hashPassword('', 'three trucks') }, { language: 'en' })
  expect(Object.fromEntries(Object.entries(fieldsOf(nothing)).map(([name, { en }]) => [name, en]))).toEqual({
    userName: 'User name must not be empty.',
    realName: 'Real name must not be empty.',
    organisationId: 'Organisation must not be empty.',
    roleId: 'Role must not be empty.',
  })
  expect(fieldsOf(await amy.send('POST', '/baseData/role', { organisationId: A }))['name']?.zh).toBe('角色名称不能为空。')
  const { pwd: _, ...withoutPassword } = aUser('nopwd', A, await server.roleId('看板员'))
  expect((await amy.send('POST', '/baseData/user', withoutPassword)).resultCode).toBe(400)
  const common = await user(amy, 'plain', await server.roleId('看板员'), { pwd: hashPassword('plain', '123456') })
  expect(fieldsOf(common)['pwd']?.en).toContain('too easy to guess')
})

test('[5.2-10] user names are unique in the system, role names within the tenant, ignoring case', async () => {
  expect(fieldsOf(await user(amy, 'FRED', await server.roleId('看板员')))['userName']?.en).toContain('exists already')
  expect(fieldsOf(await role(amy, '看板员'))['name']?.en).toContain('exists already')
  const both = await Promise.all([user(amy, 'twin', await server.roleId('看板员')), user(admin, 'twin', await server.roleId('看板员'))])
  expect(both.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
})

test('a user name cannot be changed: the password is hashed with it', async () => {
  const answer = await amy.send('PUT', '/baseData/user', await changed('user', await server.userId('fred'), { userName: 'frederic' }), {
    language: 'en',
  })
  expect(fieldsOf(answer)).toEqual({ userName: { zh: '用户名保存后不能修改。', en: 'User name cannot be changed once saved.' } })
})

test('[6-18] T22 a role with more permissions than one’s own, or of an organisation that does not fit, cannot be assigned', async () => {
  const refused = async (roleName: string, more: Record<string, string | number> = {}) =>
    fieldsOf(await user(amy, 'climber', await server.roleId(roleName), more))['roleId']?.en ?? ''
  expect(await refused('全能')).toContain('has permissions that you do not have')
  for (const foreign of ['管理员', '乙看板员', '调度员'])
    expect(await refused(foreign)).toBe('The role was not found. Please choose again.')
  expect(await refused('客户管理员')).toContain('neither to the chosen organisation nor to one above it')
  expect(await refused('看板员', { organisationId: server.organisationId('A1') })).toBe('')
  const fred = await server.userId('fred')
  const raised = await amy.send('PUT', '/baseData/user', await changed('user', fred, { roleId: await server.roleId('全能') }), {
    language: 'en',
  })
  expect(fieldsOf(raised)['roleId']?.en).toContain('has permissions that you do not have')
  const { data } = await amy.get<AnswerOf<typeof rightsCalls.userRoles>>('/baseData/user/roles')
  expect(data.filter(({ canGrant }) => canGrant).map(({ name }) => name)).not.toContain('全能')
  expect(data.map(({ name }) => name)).not.toContain('管理员')
})

test('[6-18] T22 a user cannot raise its own permissions, nor change its own role, organisation or status', async () => {
  const own = amy.userId
  const errorsOf = async (more: Record<string, string | number>) =>
    fieldsOf(await amy.send('PUT', '/baseData/user', await changed('user', own, more), { language: 'en' }))
  expect(await errorsOf({ roleId: await server.roleId('看板员') })).toEqual({
    roleId: { zh: '不能修改自己的角色。', en: 'You cannot change your own role.' },
  })
  expect(await errorsOf({ organisationId: server.organisationId('A1') })).toHaveProperty('organisationId')
  expect((await amy.send('PUT', '/baseData/user/status', { id: own, status: 'disabled' })).message).toBe('不能停用或删除自己。')
  expect((await amy.send('DELETE', '/baseData/user', { id: own })).message).toBe('不能停用或删除自己。')
  expect((await amy.send('PUT', '/users/password', { id: own, pwd: hashPassword('amy', 'three trucks') })).message).toContain('自己的密码')
  // The telephone number has nothing to do with permissions.
  expect((await amy.send('PUT', '/baseData/user', await changed('user', own, { phone: '19900001009' }))).resultCode).toBe(200)
  const ownRole = await server.roleId('用户管理员')
  for (const answer of [
    await amy.send('PUT', '/baseData/role', await changed('role', ownRole, { remark: '更多' })),
    await amy.send('PUT', '/baseData/role/status', { id: ownRole, status: 'disabled' }),
    await amy.send('DELETE', '/baseData/role', { id: ownRole }),
  ])
    expect(answer).toMatchObject({ resultCode: 400, message: '不能修改自己所属的角色。' })
})

test('[6-18] T22 a user with more permissions cannot be changed, disabled or deleted; its password and sessions stay; its role cannot be copied', async () => {
  const olga = await server.userId('olga')
  const session = await server.signInAs('olga')
  const strong = await server.roleId('全能')
  const [one] = (await admin.get<UserSessions>('/users/sessions', { id: olga })).data.living
  const answers = [
    await amy.send('PUT', '/baseData/user', await changed('user', olga, { realName: '别名' })),
    await amy.send('PUT', '/baseData/user/status', { id: olga, status: 'disabled' }),
    await amy.send('DELETE', '/baseData/user', { id: olga }),
    await amy.send('PUT', '/users/password', { id: olga, pwd: hashPassword('olga', 'three trucks') }),
    await amy.send('POST', '/users/sessions/end', { sessionId: one?.sessionId ?? 0 }),
    await amy.send('PUT', '/baseData/role/status', { id: strong, status: 'disabled' }),
    await amy.send('POST', '/roles/copy', { id: strong, organisationId: A, name: '全能二' }),
  ]
  for (const { resultCode, message } of answers) {
    expect(resultCode).toBe(400)
    expect(message).toContain('超出您自己的权限')
  }
  expect((await session.get('/userPri')).resultCode).toBe(200)
  expect((await admin.get<AnswerOf<typeof rightsCalls.userRoles>>('/baseData/user/roles')).data.map(({ name }) => name)).not.toContain(
    '全能二',
  )
})

test('[6-18] only a super administrator grants the super administrator flag, and a customer creates only customers', async () => {
  expect(fieldsOf(await role(amy, '超级', { superMan: 'yes' }))).toHaveProperty('superMan')
  expect((await role(admin, '超级', { superMan: 'yes' })).resultCode).toBe(200)
  const cora = await server.signInAs('cora')
  const ofCora = (more: Record<string, string>) =>
    cora.send('POST', '/baseData/role', {
      name: `客户角色${Object.values(more).join()}`,
      organisationId: server.organisationId('A1'),
      ...more,
    })
  expect(fieldsOf(await ofCora({ customer: 'no', sign: 'no' }))['customer']?.zh).toBe('客户只能建立客户角色。')
  expect(fieldsOf(await ofCora({ customer: 'yes', sign: 'yes' }))).toHaveProperty('sign')
  expect((await ofCora({ customer: 'yes', sign: 'no' })).resultCode).toBe(200)
})

test('[6-05] [6-07] roles with a meaning by name keep their name, and the trade-show role changes no permissions', async () => {
  for (const name of ['展会演示', '园林局用户']) {
    const answer = await admin.send('PUT', '/baseData/role', await changed('role', await server.roleId(name), { name: '普通' }))
    expect(fieldsOf(answer)['name']?.zh).toBe('该名称有特定用途，不能修改。')
  }
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '展会演示'`)
  const demo = await server.signInAs('demo')
  expect((await demo.send('POST', '/baseData/role', { name: '演示', organisationId: A })).message).toContain('演示账号只能查看')
  const view = (await demo.get<ReportView>('/reports/setting/privilege_account/user')).data
  expect(view.actions.map(({ name }) => name)).toEqual(['row-history'])
})

test('of two administrators who disable each other at the same time one stays enabled', async () => {
  const boss = await server.signInAs('boss')
  const disable = (by: SignedIn, id: number) => by.send('PUT', '/baseData/user/status', { id, status: 'disabled' })
  const answers = await Promise.all([disable(admin, boss.userId), disable(boss, admin.userId)])
  // The second is disabled by then: its call is refused, at the gate or under the lock.
  expect(answers.map(({ resultCode }) => resultCode === 200).toSorted()).toEqual([false, true])
  const { rows } = await server.database.pool.query(`SELECT user_name FROM app_user WHERE user_name IN ('admin', 'boss') AND enabled`)
  expect(rows).toHaveLength(1)
  await server.database.pool.query(`UPDATE app_user SET enabled = true WHERE user_name IN ('admin', 'boss')`)
  admin = await server.signInAs('admin')
})

test('a role is copied with its flags and permissions for another organisation, and deleted only when no user has it', async () => {
  const model = await server.roleId('看板员')
  const copy = await amy.send<EntityRow>('POST', '/roles/copy', {
    id: model,
    organisationId: server.organisationId('A1'),
    name: '客户看板员',
  })
  expect(copy.data.values).toMatchObject({ name: '客户看板员', organisationId: server.organisationId('A1'), sign: 'yes' })
  const { rows } = await server.database.pool.query('SELECT permission FROM role_grant WHERE role_id = $1', [copy.data.id])
  expect(rows).toEqual([{ permission: 'monitor/cargo_transport' }])
  expect((await amy.send('DELETE', '/baseData/role', { id: model }, { language: 'en' })).message).toMatch(/used by: user .*fred/)
  expect((await amy.send('DELETE', '/baseData/role', { id: copy.data.id })).resultCode).toBe(200)
  const moved = await amy.send('PUT', '/baseData/role', await changed('role', model, { organisationId: server.organisationId('A1') }))
  expect(fieldsOf(moved)['organisationId']?.zh).toContain('部分用户不属于所选组织')
})

test('after a reset the new password works and the old one does not; sessions end, and the history shows the reset without the password', async () => {
  const { data } = await user(amy, 'forgetful', await server.roleId('看板员'))
  const before = await server.signInAs('forgetful')
  const weak = { id: data.id, pwd: hashPassword('forgetful', 'forgetful1') }
  expect(fieldsOf(await amy.send('PUT', '/users/password', weak))).toHaveProperty('pwd')
  const pwd = hashPassword('forgetful', 'three trucks by the river')
  expect((await amy.send('PUT', '/users/password', { id: data.id, pwd })).resultCode).toBe(200)
  expect((await before.get('/userPri')).resultCode).toBe(504)
  await expect(server.signInAs('forgetful')).rejects.toThrow('could not sign in')
  const again = await server.call('POST', '/api/login', { body: `username=forgetful&password=${pwd}` })
  expect(again.resultCode).toBe(200)
  const history = (await amy.get<EntityHistory>('/baseData/user/history', { id: data.id }, { language: 'en' })).data
  expect(history[0]).toMatchObject({ userName: 'amy', action: 'change', changes: [{ label: 'Password', before: '', after: 'replaced' }] })
  const { rows } = await server.database.pool.query<{ log: string }>(`SELECT string_agg(change_log::text, ' ') AS log FROM change_log`)
  for (const secret of [pwd, hashPassword('forgetful', PASSWORD), '$argon2']) expect(rows[0]?.log).not.toContain(secret)
  expect((await verifyChanges(server.database.db)).kind).toBe('whole')
})

test('the sessions of a user are listed and ended one by one, one’s own by signing out', async () => {
  const [here, there] = [await server.signInAs('fred'), await server.signInAs('fred')]
  const sessions = async () => (await amy.get<UserSessions>('/users/sessions', { id: here.userId })).data
  const { living } = await sessions()
  expect(living).toHaveLength(2)
  expect(living[0]).toMatchObject({ endedAt: null, own: false })
  expect(living.every(({ ip }) => ip.startsWith('10.9.'))).toBe(true)
  expect((await amy.send('POST', '/users/sessions/end', { sessionId: living[0]?.sessionId ?? 0 })).resultCode).toBe(200)
  expect((await amy.send('POST', '/users/sessions/end', { sessionId: living[0]?.sessionId ?? 0 })).message).toBe(
    '没有找到该会话，或已结束。',
  )
  expect((await there.get('/userPri')).resultCode).toBe(504)
  expect((await here.get('/userPri')).resultCode).toBe(200)
  expect(await sessions()).toMatchObject({ living: [{}], past: [{ sessionId: living[0]?.sessionId }] })
  const own = (await amy.get<UserSessions>('/users/sessions', { id: amy.userId })).data.living.find((session) => session.own)
  expect((await amy.send('POST', '/users/sessions/end', { sessionId: own?.sessionId ?? 0 })).message).toContain('退出登录')
})
