import { hashPassword } from '@tanker/contract/password'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type BrowserLanguage, drawnCode, signIn } from './opened-page.ts'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const aPage = (language: BrowserLanguage): Promise<Page> => harness.blank({ language })

const atLogin = async (language: BrowserLanguage): Promise<Page> => {
  const page = await aPage(language)
  await page.goto(`${harness.product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  return page
}

type Typed = { readonly userName: string; readonly password: string; readonly code?: string }

const submit = async (page: Page, { userName, password, code }: Typed): Promise<void> => {
  const fields = page.locator('form input')
  await fields.nth(0).fill(userName)
  await fields.nth(1).fill(password)
  await fields.nth(2).fill(code ?? (await drawnCode(page)))
  await page.locator('form button[type=submit]').click()
}

const passwordOf = (userName: string): string => harness.product.signIns.get(userName) ?? ''
const pathOf = (page: Page): string => new URL(page.url()).pathname
const complaintOn = (page: Page): Promise<string> => page.locator('#login-complaint:not(:empty)').innerText()
const sessionOf = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...sessionStorage }))
/** What the browser's own alerts say; the test may be over while the last one stands. */
const alertsOf = (page: Page): string[] => {
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    dialog.accept().catch(() => {})
  })
  return alerts
}
/** A reloaded page has lost the mark. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void document.documentElement.setAttribute('data-marked', ''))
const untilReloaded = async (page: Page): Promise<void> => void (await page.waitForSelector('html:not([data-marked])'))

test('[2.1-01] an anonymous visitor is sent to sign-in from any address', async () => {
  const page = await aPage('zh-CN')
  for (const path of ['/', '/monitor/cargo_transport', '/cargo_monitor/exception_report/alarm_switch_cover?page=1', '/no/such/screen']) {
    await page.goto(`${harness.product.address}${path}`)
    await page.locator('.code-canvas').waitFor()
    expect(pathOf(page)).toBe('/login')
  }
})

test.each([
  { language: 'zh-CN', title: '油罐车跟踪与智能监控平台', labels: ['用户名', '密码', '验证码'], button: '登录', phone: '客服电话' },
  {
    language: 'en-US',
    title: 'Tanker Tracking & Intelligent Monitoring platform',
    labels: ['User name', 'Password', 'Verification code'],
    button: 'Sign in',
    phone: 'Customer service',
  },
] as const)(
  '[1-06] [2.2-01] the sign-in page carries its title, three fields, the button and the service phone in $language',
  async ({ language, title, labels, button, phone }) => {
    const page = await atLogin(language)
    expect(await page.title()).toBe(title)
    expect(await page.locator('form label').allInnerTexts()).toEqual(labels)
    expect(await page.locator('form button[type=submit]').innerText()).toBe(button)
    expect(await page.locator('.login-phone').innerText()).toContain(phone)
    expect(await drawnCode(page)).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{4}$/)
  },
)

test.each([
  { language: 'zh-CN', words: '验证码错误' },
  { language: 'en-US', words: 'Wrong verification code' },
] as const)(
  '[5.1-02] [8.3-02] a wrong verification code is refused in $language, its field cleared and another code drawn, and the server is not asked',
  async ({ language, words }) => {
    const page = await atLogin(language)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const before = await drawnCode(page)
    await submit(page, { userName: 'dispatcher1', password: passwordOf('dispatcher1'), code: before === 'AAAA' ? 'CCCC' : 'AAAA' })
    expect(await complaintOn(page)).toBe(words)
    expect(await page.locator('form input').nth(2).inputValue()).toBe('')
    await eventually(() => drawnCode(page)).not.toBe(before)
    expect(pathOf(page)).toBe('/login')
    expect(asked).not.toContain('/api/login')
    await page
      .locator('form input')
      .nth(2)
      .fill(await drawnCode(page))
    await page.locator('form button[type=submit]').click()
    await page.waitForURL((url) => url.pathname === '/monitor/cargo_transport')
  },
)

test('[5.1-01] user name, password and code are each required, and the user name is trimmed', async () => {
  const page = await atLogin('en-US')
  await submit(page, { userName: '   ', password: 'x' })
  expect(await complaintOn(page)).toBe('Please enter the user name')
  await submit(page, { userName: 'dispatcher1', password: '' })
  expect(await complaintOn(page)).toBe('Please enter the password')
  await submit(page, { userName: 'dispatcher1', password: 'x', code: ' ' })
  expect(await complaintOn(page)).toBe('Please enter the verification code')
  const asking = page.waitForRequest((request) => request.url().endsWith('/api/login'))
  await submit(page, { userName: '  dispatcher1  ', password: passwordOf('dispatcher1') })
  expect(new URLSearchParams((await asking).postData() ?? '').get('username')).toBe('dispatcher1')
  await page.waitForURL((url) => url.pathname !== '/login')
})

test('[5.1-09] the typed password never leaves the browser, only its hash', async () => {
  const page = await atLogin('zh-CN')
  const asking = page.waitForRequest((request) => request.url().endsWith('/api/login'))
  await submit(page, { userName: 'dispatcher2', password: passwordOf('dispatcher2') })
  const body = (await asking).postData() ?? ''
  expect(body).not.toContain(passwordOf('dispatcher2'))
  expect(new URLSearchParams(body).get('password')).toBe(hashPassword('dispatcher2', passwordOf('dispatcher2')))
})

test.each([
  { language: 'zh-CN', offline: '网络异常，请稍后重试' },
  { language: 'en-US', offline: 'Network error, please try again later' },
] as const)(
  '[8.3-01] [8.2-02] a wrong password is shown at the form in the words of the server, a lost connection in fixed words, in $language',
  async ({ language, offline }) => {
    const page = await atLogin(language)
    const answering = page.waitForResponse((response) => response.url().endsWith('/api/login'))
    await submit(page, { userName: 'customer', password: 'not the password' })
    const { resultCode, message } = (await (await answering).json()) as { resultCode: number; message: string }
    expect(resultCode).not.toBe(200)
    expect(/[\u4e00-\u9fff]/.test(message)).toBe(language === 'zh-CN')
    expect(await complaintOn(page)).toBe(message)
    expect(await sessionOf(page)).not.toHaveProperty('token')
    await page.route('**/api/login', (route) => route.abort())
    await submit(page, { userName: 'customer', password: passwordOf('customer') })
    await eventually(() => complaintOn(page)).toBe(offline)
  },
)

test('[2.1-02] [3.1-04] [4.1-01] who is signed in holds a token with user name and id, and is sent from /login to /', async () => {
  const page = await aPage('zh-CN')
  await signIn(page, harness.product, 'dispatcher1')
  const session = await sessionOf(page)
  const token = JSON.parse(session['token'] ?? '{}') as Record<string, unknown>
  expect(token).toEqual({ userName: 'dispatcher1', id: expect.any(Number) })
  expect(session).toMatchObject({
    'header-id': expect.stringMatching(/^[\w-]{20,}$/),
    role: expect.stringContaining('roleName'),
    userInfo: expect.stringContaining('dispatcher1'),
    userIn: 'true',
    notDemo: 'true',
  })
  await page.goto(`${harness.product.address}/login`)
  await page.waitForURL((url) => url.pathname === '/monitor/cargo_transport')
  expect(await page.locator('.code-canvas').count()).toBe(0)
})

test('[4.1-02] [7.2-02] signing out clears the token, the credentials and the session storage, and the old session opens nothing', async () => {
  const page = await aPage('en-US')
  await signIn(page, harness.product, 'dispatcher1')
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const headerId = (await sessionOf(page))['header-id'] ?? ''
  const ask = async (): Promise<number> => {
    const answer = await fetch(`${harness.product.address}/api/userPri`, { headers: { cookie: cookies, 'header-id': headerId } })
    return ((await answer.json()) as { resultCode: number }).resultCode
  }
  expect(await ask()).toBe(200)
  const leaving = page.waitForRequest((request) => request.url().endsWith('/api/loginOut'))
  await page.getByRole('button', { name: /^User / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await leaving
  await page.locator('.code-canvas').waitFor()
  for (const key of ['token', 'header-id', 'role', 'userInfo']) expect(await sessionOf(page)).not.toHaveProperty(key)
  expect((await page.context().cookies()).filter(({ httpOnly }) => httpOnly)).toEqual([])
  expect(await ask()).toBe(504)
})

test('[8.1-01] [4.1-03] a session that ended on the server throws the user out with a reload, and without a call to sign out', async () => {
  const page = await aPage('zh-CN')
  // Without the socket, so that only the answer 504 reports it.
  await page.routeWebSocket(/alarm-socket/, () => {})
  await signIn(page, harness.product, 'customer')
  await page.goto(`${harness.product.address}/cargo_monitor/exception_report/alarm_switch_cover`)
  await page.getByRole('grid').waitFor()
  // Nothing else shall be under way that the 504 could answer.
  await page.waitForLoadState('networkidle')
  await mark(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await harness.product.database.pool.query('UPDATE session SET ended_at = now() WHERE ended_at IS NULL')
  const answers: number[] = []
  await page.route('**/rows?**', async (route) => {
    const response = await route.fetch()
    answers.push(((await response.json()) as { resultCode: number }).resultCode)
    await route.fulfill({ response })
  })
  await page.getByRole('columnheader').getByRole('button').first().click()
  await page.locator('.code-canvas').waitFor()
  await untilReloaded(page)
  expect(answers).toEqual([504])
  expect(pathOf(page)).toBe('/login')
  expect(await sessionOf(page)).not.toHaveProperty('token')
  expect(asked).not.toContain('/api/loginOut')
  // The sign-in page says so, and leads back to the list.
  expect(await page.locator('.login-note').innerText()).toMatch(/登录已失效，请重新登录。\s+登录后回到刚才的页面。/)
  expect(await axeProblems(page)).toEqual([])
  await page.unroute('**/rows?**')
  await submit(page, { userName: 'customer', password: passwordOf('customer') })
  await page.getByRole('grid').waitFor()
  expect(pathOf(page)).toBe('/cargo_monitor/exception_report/alarm_switch_cover')
})

test('[4.1-03] the socket too throws out a user whose session was ended', async () => {
  const page = await aPage('en-US')
  await signIn(page, harness.product, 'customer')
  await page.goto(`${harness.product.address}/cargo_monitor/exception_report/alarm_switch_cover`)
  await page.getByRole('grid').waitFor()
  await eventually(() => page.locator('.off-line').count()).toBe(0)
  await harness.product.database.pool.query(`UPDATE session SET ended_at = now(), end_reason = 'administrator' WHERE ended_at IS NULL`)
  await page.locator('.code-canvas').waitFor({ timeout: 10_000 })
  expect(await sessionOf(page)).not.toHaveProperty('token')
  await page.locator('.login-note', { hasText: 'An administrator ended your session.' }).waitFor()
})

test('[9-17] [3.1-02] choosing the other language keeps it in a cookie and reloads the page, before and after signing in', async () => {
  const page = await atLogin('zh-CN')
  await mark(page)
  await page.getByRole('button', { name: 'English' }).click()
  await untilReloaded(page)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.title()).toBe('Tanker Tracking & Intelligent Monitoring platform')
  const kept = async (): Promise<string | undefined> => (await page.context().cookies()).find(({ name }) => name === 'language')?.value
  expect(await kept()).toBe('en')
  await signIn(page, harness.product, 'dispatcher1')
  await mark(page)
  await page.getByRole('button', { name: '中 Switch to Chinese' }).click()
  await untilReloaded(page)
  await page.getByRole('button', { name: 'EN 切换到英文' }).waitFor()
  expect(await kept()).toBe('zh')
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
})

test('[9-16] [8.3-36] a Chinese browser is greeted in Chinese, every other in English', async () => {
  for (const [locale, button] of [
    ['zh-TW', '登录'],
    ['fr-FR', 'Sign in'],
    ['ja-JP', 'Sign in'],
  ] as const) {
    const page = await aPage(locale)
    await page.goto(`${harness.product.address}/login`)
    expect(await page.locator('form button[type=submit]').innerText()).toBe(button)
  }
})

test.each([
  { language: 'zh-CN', words: '您的浏览器不支持 XMLHttpRequest' },
  { language: 'en-US', words: 'Your browser does not support XMLHttpRequest' },
] as const)('[7.6-01] [8.3-02] a browser without XMLHttpRequest gets a message, in $language', async ({ language, words }) => {
  const page = await aPage(language)
  const alerts = alertsOf(page)
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  await page.goto(`${harness.product.address}/login`)
  await eventually(() => alerts.length).toBeGreaterThan(0)
  expect(new Set(alerts)).toEqual(new Set([words]))
})

test.each([
  { language: 'zh-CN', words: '访问受限' },
  { language: 'en-US', words: 'Access restricted' },
] as const)(
  '[4.3-15] [8.3-02] a browser without sockets gets the message that access is restricted, in $language',
  async ({ language, words }) => {
    const page = await aPage(language)
    const alerts = alertsOf(page)
    await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'WebSocket'))
    await signIn(page, harness.product, 'dispatcher2')
    await eventually(() => alerts).toEqual([words])
  },
)
