import { hashPassword } from '@tanker/contract/password'
import type { UserSessions } from '@tanker/contract/rights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type SignedIn, startTestApi, type TestApi } from '../http/test-api.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server.close())

const endOf = async (user: SignedIn): Promise<unknown> => {
  const { resultCode, data } = await user.get<{ ended: string } | null>('/menus')
  return resultCode === 504 ? data?.ended : resultCode
}

test('[D-33] a refused call says why the session opens nothing any more', async () => {
  const admin = await server.signIn('admin')
  const [left, ended, other, reset] = [
    await server.signIn('anna'),
    await server.signIn('anna'),
    await server.signIn('anna'),
    await server.signIn('carl'),
  ]
  await left.get('/loginOut')
  const { data } = await admin.get<UserSessions>('/users/sessions', { id: ended.userId })
  // The newest first.
  expect((await admin.send('POST', '/users/sessions/end', { sessionId: data.living[1]?.sessionId ?? 0 })).resultCode).toBe(200)
  const changer = await server.signIn('anna')
  const change = { oldPwd: hashPassword('anna', PASSWORD), pwd: hashPassword('anna', 'a new one') }
  expect((await changer.send('PUT', '/userInfoPwd', change)).resultCode).toBe(200)
  const resetTo = { id: reset.userId, pwd: hashPassword('carl', 'given by the administrator') }
  expect((await admin.send('PUT', '/users/password', resetTo)).resultCode).toBe(200)
  expect([await endOf(left), await endOf(ended), await endOf(other), await endOf(changer), await endOf(reset)]).toEqual([
    'signed-out',
    'administrator',
    'password-changed',
    200,
    'password-reset',
  ])
})

test('a browser that signed in again, and a user who was disabled, are said; secrets of no session say nothing', async () => {
  const [first, second] = [await server.signIn('ben'), await server.signIn('ben')]
  const mixed = { cookie: second.cookie, 'header-id': first.headerId }
  const ask = (headers: Record<string, string>) => server.call('GET', '/api/menus', { headers })
  expect((await ask(mixed)).data).toEqual({ ended: 'other-sign-in' })
  expect((await ask({ 'header-id': 'guessed', cookie: second.cookie })).data).toBeNull()
  expect((await ask({ cookie: second.cookie })).data).toBeNull()
  await server.database.pool.query(`UPDATE app_user SET enabled = false WHERE user_name = 'ben'`)
  expect(await endOf(second)).toBe('disabled')
})
