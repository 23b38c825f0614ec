import { hashPassword } from '@tanker/contract/password'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMON_PASSWORDS, isCommonPassword } from './common-passwords.ts'
import { PASSWORD, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server.close())

const login = (userName: string, password: string) =>
  server.call('POST', '/api/login', { body: `username=${userName}&password=${hashPassword(userName, password)}` })

test('[7.2-03] [L3] T02 PUT /userInfoPwd changes one’s own password and ignores the id in the request: the session’s secrets are renewed, all other sessions end', async () => {
  const [here, elsewhere] = [await server.signIn('anna'), await server.signIn('anna')]
  const change = { id: '1', oldPwd: hashPassword('anna', PASSWORD), pwd: hashPassword('anna', 'a new one') }
  const before = { cookie: here.cookie, 'header-id': here.headerId }
  expect((await here.send('PUT', '/userInfoPwd', change)).resultCode).toBe(200)
  // Neither of the old secrets is accepted, with the other old one or with a new one.
  expect(here.cookie).not.toBe(before.cookie)
  expect(here.headerId).not.toBe(before['header-id'])
  for (const headers of [before, { ...before, cookie: here.cookie }, { ...before, 'header-id': here.headerId }])
    expect((await server.call('GET', '/api/menus', { headers })).resultCode).toBe(504)
  expect((await elsewhere.get('/menus')).resultCode).toBe(504)
  expect((await here.get('/menus')).resultCode).toBe(200)
  expect((await login('anna', PASSWORD)).resultCode).toBe(400)
  expect((await login('anna', 'a new one')).resultCode).toBe(200)
  expect((await login('admin', PASSWORD)).resultCode).toBe(200)
})

test('[5.1-03] a wrong old password is refused and nothing changes', async () => {
  const ben = await server.signIn('ben')
  const change = { oldPwd: hashPassword('ben', 'a guess'), pwd: hashPassword('ben', 'a new one') }
  expect(await ben.send('PUT', '/userInfoPwd', change)).toMatchObject({ resultCode: 400, message: '旧密码错误，请重新输入。' })
  expect((await login('ben', PASSWORD)).resultCode).toBe(200)
})

test('who guesses the old password at an unlocked web console must wait after five attempts', async () => {
  const carl = await server.signIn('carl')
  const guess = () => carl.send('PUT', '/userInfoPwd', { oldPwd: hashPassword('carl', 'a guess'), pwd: hashPassword('carl', 'x') })
  for (let attempt = 0; attempt < 5; attempt += 1) await guess()
  expect((await guess()).resultCode).toBe(429)
})

test('the demo account changes nothing, its password neither', async () => {
  const demo = await server.signIn('demo')
  const change = { oldPwd: hashPassword('demo', PASSWORD), pwd: hashPassword('demo', 'a new one') }
  expect((await demo.send('PUT', '/userInfoPwd', change)).resultCode).toBe(401)
})

test('T05 more than three thousand common passwords are refused, the user’s own name among them, and the old one stays', async () => {
  expect(new Set(COMMON_PASSWORDS).size).toBeGreaterThan(3_000)
  for (const common of ['123456', 'password', 'admin123', 'Admin@123', '888888', 'qwerty', 'woaini1314', '5201314', 'water', 'water123']) {
    expect(isCommonPassword('Water', hashPassword('water', common)), common).toBe(true)
    // The same password has another hash for another user.
    expect(isCommonPassword('carl', hashPassword('water', common)), common).toBe(false)
  }
  expect(isCommonPassword('water', hashPassword('water', 'three trucks by the river'))).toBe(false)
  const water = await server.signIn('water')
  const change = { oldPwd: hashPassword('water', PASSWORD), pwd: hashPassword('water', 'Admin@123') }
  expect(await water.send('PUT', '/userInfoPwd', change, { language: 'en' })).toMatchObject({
    resultCode: 400,
    message: 'This password is too easy to guess. Please choose another one.',
  })
  expect((await login('water', PASSWORD)).resultCode).toBe(200)
})
