import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import type { EntityHistory } from '@tanker/contract/base-data/calls'
import { ACTION_PERMISSIONS } from '@tanker/contract/permissions'
import type { ReportView } from '@tanker/contract/report-view'
import type { RolePermissions } from '@tanker/contract/rights'
import { SCREENS } from '@tanker/contract/screens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../platform/http/test-api.ts'
import { ALL_PERMISSIONS } from '../../platform/access/grants.ts'
import { MANAGER_HOLDS, type RightsApi, startRights } from './test-rights.ts'

let server: RightsApi
let admin: SignedIn
let amy: SignedIn
beforeAll(async () => {
  server = await startRights()
  admin = await server.signInAs('admin')
  amy = await server.signInAs('amy')
}, 30_000)
afterAll(() => server.close())

const read = async (user: SignedIn, roleId: number, language = 'zh'): Promise<RolePermissions> =>
  (await user.get<RolePermissions>('/rolePermissions', { id: roleId }, { language })).data
const save = async (user: SignedIn, roleId: number, permissions: readonly string[], version?: number) =>
  user.send<RolePermissions>('PUT', '/rolePermissions', {
    id: roleId,
    version: version ?? (await read(admin, roleId)).version,
    permissions: permissions.join(','),
  })

test('[3.6-09] [6-17] what can be granted is the menu as a tree with every button, each once and in both languages', async () => {
  const [zh, en] = [await read(admin, await server.roleId('看板员')), await read(admin, await server.roleId('看板员'), 'en')]
  expect(zh).toMatchObject({ roleName: '看板员', companyName: '甲运输', users: 1, permissions: ['monitor/cargo_transport'], locked: null })
  const permissions = zh.tree.filter(({ kind }) => kind === 'screen' || kind === 'action').map(({ key }) => key)
  expect(permissions.toSorted()).toEqual([...ALL_PERMISSIONS].toSorted())
  expect(permissions).toHaveLength(SCREENS.length + ALL_ENTITIES.length * 3 + ACTION_PERMISSIONS.length)
  const keys = new Set(zh.tree.map(({ key }) => key))
  for (const { key, parent } of zh.tree) if (parent !== null) expect(keys, `${key} hangs on ${parent}`).toContain(parent)
  expect(en.tree.map(({ key }) => key)).toEqual(zh.tree.map(({ key }) => key))
  for (const [index, { name }] of zh.tree.entries()) {
    expect(name).toMatch(/\p{Script=Han}/u)
    expect(en.tree[index]?.name).not.toMatch(/\p{Script=Han}/u)
  }
  expect(zh.tree.filter(({ dangerous }) => dangerous).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['setting/base_data/station:delete', 'users:password', 'roles:grant', 'integration:keys']),
  )
})

test('[6-14] [6-17] a granted function opens its screen at once, in the menu and on the server; revoking it closes it again', async () => {
  const fred = await server.signInAs('fred')
  const roleId = await server.roleId('看板员')
  const list = () => fred.get('/reports/setting/base_data/station')
  const menu = async () => JSON.stringify((await fred.get('/menus')).data)
  expect((await list()).resultCode).toBe(401)
  expect(await menu()).not.toContain('base_data')
  expect((await save(amy, roleId, ['monitor/cargo_transport', 'setting/base_data/station'])).resultCode).toBe(200)
  expect((await list()).resultCode).toBe(200)
  expect(await menu()).toContain('/setting/base_data/station')
  expect((await save(amy, roleId, ['monitor/cargo_transport'])).resultCode).toBe(200)
  expect((await list()).resultCode).toBe(401)
  const history = (await amy.get<EntityHistory>('/baseData/role/history', { id: roleId })).data
  expect(history.slice(0, 2).map(({ userName, changes }) => [userName, ...changes.map(({ before, after }) => [before, after])])).toEqual([
    ['amy', ['油站管理', '']],
    ['amy', ['', '油站管理']],
  ])
})

test('[6-18] buttons and calls come from one grant: permission to add does not include changing or deleting', async () => {
  const roleId = await server.roleId('看板员')
  const fred = await server.signInAs('fred')
  const may = async (permissions: readonly string[]) => {
    await save(admin, roleId, permissions)
    const { data } = await fred.get<ReportView>('/reports/setting/base_data/station')
    const calls = {
      create: await fred.send('POST', '/baseData/station', {}),
      change: await fred.send('PUT', '/baseData/station/status', { id: 7_999_999, status: 'disabled' }),
      delete: await fred.send('DELETE', '/baseData/station', { id: 7_999_999 }),
    }
    const opened = Object.entries(calls).flatMap(([action, { resultCode }]) => (resultCode === 401 ? [] : [action]))
    const offered = new Set(data.actions.map(({ name }) => name))
    const buttons = [
      ['create', ['add-row', 'import-rows', 'save-template']],
      ['change', ['edit-row', 'enable-row', 'disable-row']],
      ['delete', ['delete-row']],
    ] as const
    for (const [operation, names] of buttons) for (const name of names) expect(offered.has(name), name).toBe(opened.includes(operation))
    return opened
  }
  const screen = 'setting/base_data/station'
  expect(await may([screen])).toEqual([])
  expect(await may([screen, `${screen}:create`])).toEqual(['create'])
  expect(await may([`${screen}:change`, `${screen}:delete`])).toEqual(['change', 'delete'])
  // Granting the button granted its screen.
  expect((await read(admin, roleId)).permissions).toContain(screen)
  await save(admin, roleId, ['monitor/cargo_transport'])
})

test('[6-18] T22 a user cannot grant permissions it does not have, nor the permission for everything, and nothing is saved', async () => {
  const roleId = await server.roleId('看板员')
  const before = await read(admin, roleId)
  for (const wanted of [
    ['setting/base_data/station:delete'],
    ['alarms:handle'],
    ['*'],
    ['setting/base_data/station', 'integration:keys'],
  ]) {
    const answer = await save(amy, roleId, ['monitor/cargo_transport', ...wanted])
    expect(answer.resultCode, wanted.join()).toBe(400)
    expect(answer.message).toContain('您自己没有其中')
  }
  expect((await save(admin, roleId, ['setting/base_data/unheard_of'])).message).toBe('没有这项功能，请刷新页面。')
  expect(await read(admin, roleId)).toEqual(before)
  const { tree, mayGrantEverything } = await read(amy, roleId)
  expect(mayGrantEverything).toBe(false)
  const held = tree.filter((node) => node.held && (node.kind === 'screen' || node.kind === 'action')).map(({ key }) => key)
  expect(held.toSorted()).toEqual([...MANAGER_HOLDS].toSorted())
})

test('[6-18] T22 a user cannot change the permissions of its own role or of one with more permissions, nor without the permission to grant', async () => {
  const own = await server.roleId('用户管理员')
  expect((await read(amy, own)).locked).toBe('不能修改自己所属的角色。')
  expect((await save(amy, own, [...MANAGER_HOLDS, 'alarms:handle'])).message).toBe('不能修改自己所属的角色。')
  const strong = await server.roleId('全能')
  expect((await read(amy, strong)).locked).toContain('超出您自己的权限')
  expect((await save(amy, strong, ['monitor/cargo_transport'])).message).toContain('超出您自己的权限')
  const looking = MANAGER_HOLDS.filter((one) => one !== 'roles:grant')
  await save(admin, own, looking)
  expect((await read(amy, await server.roleId('看板员'))).locked).toContain('只能查看')
  expect((await save(amy, await server.roleId('看板员'), [])).resultCode).toBe(401)
  await save(admin, own, MANAGER_HOLDS)
})

test('[3.6-09] roles of other organisations are answered like unknown ones', async () => {
  const missing = await amy.get('/rolePermissions', { id: 7_999_999 })
  for (const name of ['管理员', '乙看板员', '调度员']) {
    const roleId = await server.roleId(name)
    expect(await amy.get('/rolePermissions', { id: roleId })).toMatchObject({ resultCode: 400, message: missing.message, data: null })
    expect((await save(amy, roleId, [], 1)).message).toBe(missing.message)
  }
  expect((await read(amy, await server.roleId('客户管理员'))).companyName).toBe('甲客户')
})

test('of two concurrent changes of one role one is saved and the other is refused with a hint to reload', async () => {
  const roleId = await server.roleId('看板员')
  const { version } = await read(admin, roleId)
  const answers = await Promise.all([
    save(admin, roleId, ['monitor/cargo_transport', 'setting/base_data/station'], version),
    save(amy, roleId, ['monitor/cargo_transport'], version).then(() => save(amy, roleId, [], version)),
  ])
  expect(answers.map(({ resultCode }) => resultCode)).toContain(409)
  const form = await admin.get<{ version: number }>('/baseData/role', { id: roleId })
  expect(form.data.version).toBeGreaterThan(version)
  await save(admin, roleId, ['monitor/cargo_transport'])
})

test('[5.2-23] everything, future permissions included, is one permission, granted only by users who have it', async () => {
  const roleId = await server.roleId('看板员')
  expect((await save(admin, roleId, ['*', 'monitor/cargo_transport'])).data.permissions).toEqual(['*'])
  const fred = await server.signInAs('fred')
  expect((await fred.get('/heartBeatInfo')).resultCode).toBe(401)
  expect((await fred.get<{ userPri: unknown[] }>('/userPri')).data.userPri).toHaveLength(ALL_PERMISSIONS.length)
  const olga = await server.signInAs('olga')
  expect((await read(olga, roleId)).mayGrantEverything).toBe(true)
  expect((await save(olga, roleId, ['monitor/cargo_transport'])).resultCode).toBe(200)
})
