import { hashPassword } from '@tanker/contract/password'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestUsers, type Answer, browserOf, PASSWORD } from '../../platform/http/test-api.ts'
import { aUser, type RightsApi, startRights } from './test-rights.ts'
import { codeOf, enrol, enter, givePassword, nextStep } from './test-second-factor.ts'

let server: RightsApi
beforeAll(async () => {
  server = await startRights()
  await addTestUsers(server.database.db, [
    { userName: 'gina', companyCode: 'A', roleName: '看板员' },
    { userName: 'hugo', companyCode: 'A', roleName: '看板员' },
    { userName: 'ivan', companyCode: 'A', roleName: '看板员' },
  ])
})
afterAll(() => server.close())

type Login = Answer<{ 'header-id': string; userInfo: { id: number }; userIn: boolean; owes?: string }>

/** Signs in with the password alone. */
const signIn = async (userName: string, password = PASSWORD) => {
  const answer = (await givePassword(server, userName, undefined, password)) as Login
  expect(answer.resultCode, answer.message).toBe(200)
  return { answer, browser: browserOf(server.call, answer) }
}

test('[L16] a user made on screen changes the first password before anything else, and not to the same', async () => {
  const amy = await server.signInAs('amy')
  const roleId = await server.roleId('看板员')
  expect((await amy.send('POST', '/baseData/user', aUser('paul', server.organisationId('A'), roleId))).resultCode).toBe(200)
  const { answer, browser } = await signIn('paul')
  expect(answer.data).toMatchObject({ owes: 'password', userIn: false })
  expect(await browser.get('/menus', {}, { language: 'en' })).toMatchObject({
    resultCode: 504,
    message: 'Please sign in again and change your password first.',
    data: { owes: 'password' },
  })
  const old = { cookie: browser.cookie, 'header-id': browser.headerId }
  const change = (pwd: string) => browser.send('PUT', '/userInfoPwd', { oldPwd: hashPassword('paul', PASSWORD), pwd })
  expect(await change(hashPassword('paul', PASSWORD))).toMatchObject({ resultCode: 400, data: { field: 'pwd' } })
  expect((await browser.get('/menus')).resultCode).toBe(504)
  expect(await change(hashPassword('paul', 'of my own choice'))).toMatchObject({ resultCode: 200, data: { owes: null } })
  expect((await browser.get('/menus')).resultCode).toBe(200)
  // [L3] The session has more permissions now, so its secrets were renewed.
  expect((await server.call('GET', '/api/menus', { headers: old })).resultCode).toBe(504)
  const later = await signIn('paul', 'of my own choice')
  expect(later.answer.data).toMatchObject({ userIn: true })
  expect(later.answer.data).not.toHaveProperty('owes')
})

test('[L16] a password given by an administrator is changed too', async () => {
  const amy = await server.signInAs('amy')
  const id = await server.userId('fred')
  const pwd = hashPassword('fred', 'given by amy')
  expect((await amy.send('PUT', '/users/password', { id, pwd })).resultCode).toBe(200)
  expect((await signIn('fred', 'given by amy')).answer.data).toMatchObject({ owes: 'password' })
})

test('a role that requires a second factor leads its users to set one up, those who are signed in too; turning it off is refused', async () => {
  const amy = await server.signInAs('amy')
  const before = await signIn('gina')
  expect((await before.browser.get('/menus')).resultCode).toBe(200)
  const id = await server.roleId('看板员')
  const { values, version } = await roleRow(id)
  const saved = await amy.send('PUT', '/baseData/role', { ...values, secondFactor: 'yes', id, version })
  expect(saved.resultCode, saved.message).toBe(200)

  expect(await before.browser.get('/menus')).toMatchObject({ resultCode: 504, data: { owes: 'second-factor' } })
  const { answer, browser } = await signIn('gina')
  expect(answer.data).toMatchObject({ owes: 'second-factor', userIn: false })
  expect((await browser.get('/menus')).resultCode).toBe(504)
  // It may neither change the password instead nor turn the second factor off.
  expect((await browser.send('PUT', '/userInfoPwd', {})).resultCode).toBe(504)
  const { key } = await enrol(server, browser, 'gina')
  expect((await browser.get('/menus')).resultCode).toBe(200)
  nextStep(server)
  expect(
    await browser.send(
      'POST',
      '/secondFactor/end',
      { pwd: hashPassword('gina', PASSWORD), code: codeOf(key, server.now) },
      { language: 'en' },
    ),
  ).toMatchObject({ resultCode: 400, message: expect.stringContaining('Your role requires two-step verification') })
  const again = await enter(server, 'gina', codeOf(key, server.now))
  expect((await again.get('/menus')).resultCode).toBe(200)
})

const roleRow = async (id: number) => {
  const row = await server.database.db.selectFrom('role').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const yesNo = (flag: boolean) => (flag ? 'yes' : 'no')
  return {
    version: row.version,
    values: {
      name: row.name,
      organisationId: row.organisation_id,
      remark: row.remark,
      superMan: yesNo(row.super_man),
      customer: yesNo(row.customer),
      sign: yesNo(row.sign),
      secondFactor: yesNo(row.second_factor_required),
      status: row.enabled ? 'enabled' : 'disabled',
    },
  }
}

test('first the password, then the second factor: both are asked of a new user of such a role, one after the other', async () => {
  await server.database.db.updateTable('role').set({ second_factor_required: true }).where('name', '=', '看板员').execute()
  await server.database.db.updateTable('app_user').set({ must_change_password: true }).where('user_name', '=', 'hugo').execute()
  const { answer, browser } = await signIn('hugo')
  expect(answer.data).toMatchObject({ owes: 'password' })
  const given = hashPassword('hugo', PASSWORD)
  expect((await browser.send('POST', '/secondFactor/begin', { pwd: given })).resultCode).toBe(504)
  const pwd = hashPassword('hugo', 'of my own choice')
  expect(await browser.send('PUT', '/userInfoPwd', { oldPwd: given, pwd })).toMatchObject({ data: { owes: 'second-factor' } })
  expect((await browser.get('/menus')).resultCode).toBe(504)
  const begun = await browser.send<{ key: string }>('POST', '/secondFactor/begin', { pwd })
  const code = codeOf(begun.data.key, server.now)
  expect(await browser.send('POST', '/secondFactor/confirm', { code })).toMatchObject({ resultCode: 200, data: { owes: null } })
  expect((await browser.get('/menus')).resultCode).toBe(200)
})

test('a user manager resets the second factor of a user: its sessions end and the history shows it; one’s own, or that of a user with more permissions, is refused', async () => {
  await server.database.db.updateTable('role').set({ second_factor_required: false }).where('name', '=', '看板员').execute()
  const ivan = await server.signInAs('ivan')
  await enrol(server, ivan, 'ivan')
  const amy = await server.signInAs('amy')
  const id = await server.userId('ivan')
  expect(await amy.get('/users/secondFactor', { id })).toMatchObject({ data: { on: true, codesLeft: 10 } })
  const reset = async (userName: string) =>
    amy.send('POST', '/users/secondFactor/reset', { id: await server.userId(userName) }, { language: 'en' })
  // A user of another organisation is answered like an unknown one.
  const missing = (await amy.send('POST', '/users/secondFactor/reset', { id: 987_654 }, { language: 'en' })).message
  expect((await reset('amy')).message).toBe('Please manage your own two-step verification in the personal center.')
  expect((await reset('olga')).message).toContain('has permissions that you do not have')
  expect((await reset('ben')).message).toBe(missing)
  expect((await reset('ivan')).resultCode).toBe(200)
  expect((await ivan.get('/menus')).resultCode).toBe(504)
  expect((await signIn('ivan')).answer.data).toMatchObject({ userIn: true })
  expect((await reset('ivan')).message).toBe('Two-step verification is not on. Please refresh.')
  const { rows } = await server.database.pool.query<{ user_name: string; new: unknown }>(
    `SELECT user_name, new FROM change_log WHERE entity = 'user' AND action <> 'import' AND row_id = $1 ORDER BY id`,
    [id],
  )
  expect(rows).toEqual([
    { user_name: 'ivan', new: { twoStep: 'on' } },
    { user_name: 'amy', new: { twoStep: 'reset' } },
  ])
})

test('the demo account, which changes nothing, owes nothing', async () => {
  await server.database.db.updateTable('app_user').set({ must_change_password: true }).where('user_name', '=', 'demo').execute()
  expect((await signIn('demo')).answer.data).toMatchObject({ userIn: true, notDemo: false })
})
