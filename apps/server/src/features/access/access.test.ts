import { hashPassword } from '@tanker/contract/password'
import { SCREEN_GROUPS, SCREENS } from '@tanker/contract/screens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, PASSWORD, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ servicePhone: '400-100' })
})
afterAll(() => server.close())

const login = (userName: string, password: string, headers: Record<string, string> = {}, more = '') =>
  server.call('POST', '/api/login', { body: `username=${userName}&password=${hashPassword(userName, password)}${more}`, headers })

test('[7.2-01][4.1-01][3.1-04] POST /login answers role, userInfo, header-id, userIn and lastLoginInfo, and a name with blanks around it is trimmed [5.1-01]', async () => {
  const first = (await server.call('POST', '/api/login', {
    body: `username=${encodeURIComponent('  anna ')}&password=${hashPassword('anna', PASSWORD)}&ip=6.6.6.6&area=Mars`,
  })) as Answer<Record<string, unknown>>
  expect(first.resultCode).toBe(200)
  expect(first.data).toMatchObject({
    role: { roleName: '调度员', superMan: false, customer: false, sign: true },
    userInfo: { userName: 'anna', companyCode: 'A', companyName: '甲运输' },
    userIn: true,
    notDemo: true,
    waterTruckAccount: false,
    lastLoginInfo: { time: null, ip: null, area: null },
  })
  expect(first.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  const second = (await login('anna', PASSWORD)) as Answer<{ lastLoginInfo: unknown }>
  expect(second.data.lastLoginInfo).toEqual({ time: server.now.toISOString(), ip: '127.0.0.1', area: 'Mars' })
})

test('[4.1-01][6-06] the demo role and the water-truck role are distinguished at sign-in', async () => {
  expect((await login('demo', PASSWORD)).data).toMatchObject({ notDemo: false, waterTruckAccount: false })
  expect((await login('water', PASSWORD)).data).toMatchObject({ notDemo: true, waterTruckAccount: true })
})

test('[6-07][6-08] the other special account is the user whose name the configuration gives', async () => {
  const named = await startTestApi({ waterTruckUserName: 'ben' })
  try {
    const enter = async (name: string) =>
      (await named.call('POST', '/api/login', { body: `username=${name}&password=${hashPassword(name, PASSWORD)}` })).data
    expect(await enter('ben')).toMatchObject({ waterTruckAccount: true })
    expect(await enter('anna')).toMatchObject({ waterTruckAccount: false })
  } finally {
    await named.close()
  }
})

test('[8.3-01] a wrong password and an unknown user get one and the same answer', async () => {
  const wrong = await login('ben', 'nonsense')
  expect(wrong).toMatchObject({ status: 200, resultCode: 400, data: null, message: '用户名或密码错误，请检查后重试。' })
  expect((await login('unknown-user', 'nonsense')).message).toBe(wrong.message)
  expect((await login('ben', 'nonsense', { language: 'en' })).message).toBe(
    'User name or password is wrong. Please check both and try again.',
  )
})

test('a password that is not the hash of the contract is refused with the name of the field', async () => {
  const answer = await server.call('POST', '/api/login', { body: 'username=anna&password=plain', headers: { language: 'en' } })
  expect(answer).toMatchObject({ resultCode: 400, message: 'Parameter password has the wrong form.' })
})

test('a disabled user, role or organisation cannot sign in', async () => {
  await server.database.db.updateTable('app_user').set({ enabled: false }).where('user_name', '=', 'water').execute()
  expect((await login('water', PASSWORD)).resultCode).toBe(400)
  await server.database.db.updateTable('app_user').set({ enabled: true }).where('user_name', '=', 'water').execute()
  expect((await login('water', PASSWORD)).resultCode).toBe(200)
})

test('[T05] neither the password nor either secret of a session stands in the database', async () => {
  const anna = await server.signIn('anna')
  const { rows } = await server.database.pool.query<{ dump: string }>(
    `SELECT (SELECT string_agg(app_user::text, '') FROM app_user) || (SELECT string_agg(session::text, '') FROM session) AS dump`,
  )
  const dump = rows[0]?.dump ?? ''
  expect(dump).toContain('$argon2id$')
  expect(dump).not.toContain(hashPassword('anna', PASSWORD))
  expect(dump).not.toContain(anna.headerId)
  expect(dump).not.toContain(anna.cookie.split('=')[1])
})

test('[7.2-02][4.1-02] GET /loginOut ends the session on the server', async () => {
  const anna = await server.signIn('anna')
  expect((await anna.get('/loginOut')).resultCode).toBe(200)
  expect((await anna.get('/userPri')).resultCode).toBe(504)
})

test('[8.1-01] a session ends after 12 idle hours and after 7 days, with code 504', async () => {
  const start = server.now
  const anna = await server.signIn('anna')
  for (let day = 0; day < 13; day += 1) {
    server.now = new Date(server.now.getTime() + 11.9 * 3_600_000)
    expect((await anna.get('/userPri')).resultCode).toBe(200)
  }
  server.now = new Date(start.getTime() + 7 * 86_400_000 + 1)
  expect(await anna.get('/userPri')).toMatchObject({ status: 200, resultCode: 504, data: { ended: 'expired' } })
  const ben = await server.signIn('ben')
  server.now = new Date(server.now.getTime() + 12 * 3_600_000 + 1)
  expect(await ben.get('/userPri')).toMatchObject({ resultCode: 504, data: { ended: 'idle' } })
  server.now = start
})

test('[7.2-04][3.3-05] GET /userPri answers userPri, companies of the scope and stUserAlarm; claims of the browser change nothing', async () => {
  const anna = await server.signIn('anna')
  const { data } = await anna.get<{
    userPri: unknown
    companies: { companyCode: string }[]
    stUserAlarm: { userId: number; alarmTypeIds: string }
  }>('/userPri', {
    userId: 1,
    companyCode: 'G',
  })
  expect(data.userPri).toEqual([
    { key: 'monitor/cargo_transport' },
    { key: 'cargo_monitor/exception_report/alarm_switch_cover' },
    { key: 'driving_monitor/exception_report/alarm_over_speed' },
    { key: 'alarms:handle' },
  ])
  expect(data.companies.map((one) => one.companyCode)).toEqual(['A', 'A1'])
  expect(data.stUserAlarm.userId).toBe(anna.userId)
  expect(data.stUserAlarm.alarmTypeIds.split(',')).toContain('209')
  const carl = await server.signIn('carl')
  expect((await carl.get<typeof data>('/userPri')).data.stUserAlarm.alarmTypeIds.split(',')).not.toContain('209')
})

test('[7.2-05] GET /getIp answers the address that the server sees and ignores forged headers [T03]', async () => {
  expect(await server.call('GET', '/api/getIp', { headers: { 'x-forwarded-for': '6.6.6.6' } })).toMatchObject({
    resultCode: 200,
    data: { ip: '127.0.0.1', area: '本机' },
  })
})

test('the area of the last sign-in is in the language of the reader, not of that sign-in [7.1-07]', async () => {
  const areaSeen = async (language: string) => {
    const answer = await login('anna', PASSWORD, { language }, `&area=${encodeURIComponent(language === 'en' ? 'This machine' : '本机')}`)
    return (answer as Answer<{ lastLoginInfo: { area: string } }>).data.lastLoginInfo.area
  }
  await areaSeen('en')
  expect(await areaSeen('zh')).toBe('本机')
  expect(await areaSeen('en')).toBe('This machine')
})

test('[7.2-09] GET /menus is cut to what the role grants, in the language of the header [7.1-07]', async () => {
  const carl = await server.signIn('carl')
  expect((await carl.get('/menus', {}, { language: 'en' })).data).toEqual([
    {
      name: 'Cargo monitor',
      menus: [
        {
          name: 'Exception reports',
          url: '',
          child: [{ name: 'Abnormal unsealing', url: '/cargo_monitor/exception_report/alarm_switch_cover' }],
        },
      ],
    },
  ])
  const admin = await server.signIn('admin')
  const groups = Object.entries(SCREEN_GROUPS).filter(([key]) => SCREENS.some(({ group }) => group === key))
  expect((await admin.get<{ name: string }[]>('/menus')).data.map((group) => group.name)).toEqual(groups.map(([, name]) => name.zh))
})

test('[2.2-01] [L10] GET /loginSettings returns the customer-service phone without a session, but not the version', async () => {
  expect((await server.call('GET', '/api/loginSettings')).data).toEqual({ servicePhone: '400-100' })
})

describe('guessing', () => {
  test('[T04] ten thousand guesses in ten minutes: at most 50 are evaluated, and the owner at a known address still gets in', async () => {
    const { loginThrottle } = await import('../../platform/access/login-throttle.ts')
    let at = 0
    const throttle = loginThrottle(() => new Date(at))
    let evaluated = 0
    for (let guess = 0; guess < 10_000; guess += 1) {
      at += 60
      if (throttle.attempt('anna', '8.8.8.8', false) === 0) evaluated += 1
    }
    expect(evaluated).toBeLessThanOrEqual(50)
    expect(throttle.attempt('anna', '10.0.0.5', true)).toBe(0)
  })

  test('[T04] guesses from ten thousand addresses are slowed down as well', async () => {
    const { loginThrottle } = await import('../../platform/access/login-throttle.ts')
    let at = 0
    const throttle = loginThrottle(() => new Date(at))
    let evaluated = 0
    for (let guess = 0; guess < 10_000; guess += 1) {
      at += 60
      if (throttle.attempt('anna', `8.${guess >> 8}.${guess & 255}.1`, false) === 0) evaluated += 1
    }
    expect(evaluated).toBeLessThanOrEqual(50)
  })

  test('the refusal says how long to wait, in both languages', async () => {
    const other = await startTestApi()
    try {
      const guess = (language: string) =>
        other.call('POST', '/api/login', { body: `username=anna&password=${hashPassword('anna', 'guess')}`, headers: { language } })
      const answers = await Promise.all(Array.from({ length: 12 }, () => guess('en')))
      expect(answers.filter((answer) => answer.resultCode === 429).length).toBeGreaterThanOrEqual(6)
      expect((await guess('zh')).message).toMatch(/^登录尝试过于频繁，请在 \d+ 秒后重试。$/)
      expect(other.lines.join('')).not.toContain(hashPassword('anna', 'guess'))
    } finally {
      await other.close()
    }
  })
})
