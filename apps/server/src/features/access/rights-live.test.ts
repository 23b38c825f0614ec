import type { UserPrivileges } from '@tanker/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSocket, type TestSocket } from '../../feed/test-socket.ts'
import type { SignedIn } from '../../platform/http/test-api.ts'
import { type RightsApi, startRights } from './test-rights.ts'

let server: RightsApi
let amy: SignedIn
const open: TestSocket[] = []
beforeAll(async () => {
  server = await startRights()
  amy = await server.signInAs('amy')
}, 30_000)
afterAll(async () => {
  for (const socket of open) socket.cut()
  await server.close()
})

/** A connected web console that has received its first rights stamp. */
const clientOf = async (user: SignedIn): Promise<TestSocket> => {
  const socket = await openTestSocket(server.port, { Cookie: user.cookie, Origin: server.url })
  open.push(socket)
  socket.send({ msgType: 1, typeIds: '1', timeZone: 'Asia/Shanghai', userName: '', headerId: user.headerId })
  await socket.next('rights')
  return socket
}
const stampOf = async (user: SignedIn): Promise<string> => (await user.get<UserPrivileges>('/userPri')).data.stamp
const stamps = (socket: TestSocket): string[] => socket.messages.flatMap((message) => (message.type === 'rights' ? [message.stamp] : []))

test('a console receives its rights stamp on connecting, equal to that of the call, and no other until its rights change', async () => {
  const fred = await server.signInAs('fred')
  const socket = await clientOf(fred)
  expect(stamps(socket)).toEqual([await stampOf(fred)])
  server.bus.publish('session', '')
  const other = await clientOf(await server.signInAs('fred'))
  expect(stamps(other)).toEqual(stamps(socket))
})

test('[6-14] T09 granting or revoking a permission notifies every open web console of the role, and no other', async () => {
  const [fred, ben] = [await server.signInAs('fred'), await server.signInAs('ben')]
  const [socket, elsewhere] = [await clientOf(fred), await clientOf(ben)]
  const roleId = await server.roleId('看板员')
  const grant = async (permissions: string) => {
    const { data } = await amy.get<{ version: number }>('/rolePermissions', { id: roleId })
    const before = await stampOf(fred)
    expect((await amy.send('PUT', '/rolePermissions', { id: roleId, version: data.version, permissions })).resultCode).toBe(200)
    const { stamp } = await socket.next('rights', (message) => message.stamp !== before && message.stamp === stamps(socket).at(-1))
    expect(stamp).toBe(await stampOf(fred))
  }
  await grant('monitor/cargo_transport,setting/base_data/station')
  await grant('monitor/cargo_transport')
  expect(stamps(socket)).toHaveLength(3)
  expect(stamps(elsewhere)).toHaveLength(1)
})

test('T09 a new role, a new organisation or a changed flag of the role notifies the web console too', async () => {
  const fred = await server.signInAs('fred')
  const socket = await clientOf(fred)
  const change = async (sql: string): Promise<void> => {
    const known = stamps(socket).length
    await server.database.pool.query(sql)
    server.bus.publish('session', '')
    await expect.poll(() => stamps(socket).length, { timeout: 5_000 }).toBe(known + 1)
  }
  await change(`UPDATE app_user SET role_id = (SELECT id FROM role WHERE name = '全能') WHERE user_name = 'fred'`)
  await change(`UPDATE app_user SET organisation_id = (SELECT id FROM organisation WHERE code = 'A1') WHERE user_name = 'fred'`)
  await change(`UPDATE role SET customer = true WHERE name = '全能'`)
  const { data } = await fred.get<UserPrivileges>('/userPri')
  expect(data.account).toMatchObject({ role: { roleName: '全能', customer: true }, userInfo: { companyCode: 'A1' } })
  await server.database.pool.query(`UPDATE role SET customer = false WHERE name = '全能'`)
  await server.database.pool.query(`UPDATE app_user SET organisation_id = (SELECT id FROM organisation WHERE code = 'A'),
    role_id = (SELECT id FROM role WHERE name = '看板员') WHERE user_name = 'fred'`)
})

test('[8.1-01] T09 a user who is disabled, or whose session is ended, is signed out at once: the connection closes and all calls are refused', async () => {
  const cases = [
    async (fred: SignedIn) => amy.send('PUT', '/baseData/user/status', { id: fred.userId, status: 'disabled' }),
    async () => amy.send('PUT', '/baseData/role/status', { id: await server.roleId('看板员'), status: 'disabled' }),
    async (fred: SignedIn) => {
      const { data } = await amy.get<{ living: { sessionId: number }[] }>('/users/sessions', { id: fred.userId })
      return amy.send('POST', '/users/sessions/end', { sessionId: data.living[0]?.sessionId ?? 0 })
    },
  ]
  for (const shutOut of cases) {
    const fred = await server.signInAs('fred')
    const socket = await clientOf(fred)
    expect((await shutOut(fred)).resultCode).toBe(200)
    await socket.next('session-ended')
    expect(await socket.closed).toBe(4001)
    expect((await fred.get('/userPri')).resultCode).toBe(504)
    await server.database.pool.query(`UPDATE app_user SET enabled = true WHERE user_name = 'fred'`)
    await server.database.pool.query(`UPDATE role SET enabled = true WHERE name = '看板员'`)
  }
})
