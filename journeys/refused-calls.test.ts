import { build } from 'esbuild'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { PROJECT_FOLDER } from './running-product.ts'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const report = 'cargo_monitor/exception_report/alarm_switch_cover'
const overspeeds = 'driving_monitor/exception_report/alarm_over_speed'
const languages = ['zh-CN', 'en-US'] as const

const answering =
  (envelope: object) =>
  (route: Route): Promise<void> =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify(envelope) })
const alertOn = (page: Page) => page.locator('dialog.alert-dialog[open]')

test.each([
  { language: 'zh-CN', title: '没有权限', confirm: '确定', message: '您没有查看报表的权限', screen: '您没有“异常解封”的权限' },
  {
    language: 'en-US',
    title: 'No permission',
    confirm: 'OK',
    message: 'You may not see this report',
    screen: 'You do not have the permission “Abnormal unsealing”',
  },
] as const)(
  '[8.1-02] what a screen needs and is refused is an alert in the words of the server, whose button leads home; a screen that the role does not grant says so itself, in $language',
  async ({ language, title, confirm, message, screen }) => {
    const page = await harness.signedIn('dispatcher1', {
      language,
      before: (fresh) => fresh.route(`**/api/reports/${report}`, answering({ resultCode: 401, message })),
    })
    await page.goto(`${harness.product.address}/${report}`)
    await alertOn(page).waitFor()
    expect(await alertOn(page).locator('h2').innerText()).toBe(title)
    expect(await alertOn(page).locator('p').innerText()).toBe(message)
    await alertOn(page).getByRole('button', { name: confirm }).click()
    await page.waitForURL((url) => url.pathname === '/dashboard')

    const other = await harness.signedIn('watertruck', { language })
    const refused = await other.evaluate(async (path) => {
      const headers = { 'header-id': sessionStorage.getItem('header-id') ?? '' }
      return ((await (await fetch(path, { headers })).json()) as { resultCode: number }).resultCode
    }, `/api/reports/${report}`)
    expect(refused).toBe(401)
    await other.goto(`${harness.product.address}/${report}?page=2`)
    await other.getByRole('heading', { name: screen }).waitFor()
    expect(await alertOn(other).count()).toBe(0)
    expect(await axeProblems(other)).toEqual([])
    await other.locator('.not-found a').click()
    await other.waitForURL((url) => url.pathname !== `/${report}`)
  },
)

test('[8.1-03] a poll that is refused only toasts the words of the server', async () => {
  const page = await harness.signedIn('dispatcher1', {
    path: report,
    before: (fresh) => fresh.route('**/api/truckStatusData?**', answering({ resultCode: 401, message: '您没有查看车辆状态的权限' })),
  })
  await page.locator('.toast-error', { hasText: '您没有查看车辆状态的权限' }).first().waitFor()
  expect(await page.locator('dialog').count()).toBe(0)
})

test.each([
  { language: 'zh-CN', title: '访问出错', failed: '请求失败', body: '调用出错' },
  { language: 'en-US', title: 'Access error', failed: 'Request failed', body: 'Call error' },
] as const)(
  '[8.1-04] [8.2-01] code 500 and HTTP 500 each open their own warning, in $language',
  async ({ language, title, failed, body }) => {
    const page = await harness.signedIn('dispatcher1', {
      language,
      before: (fresh) => fresh.route(`**/api/reports/${report}`, answering({ resultCode: 500, message: 'ORA-00942 上游服务出错' })),
    })
    await page.goto(`${harness.product.address}/${report}`)
    await alertOn(page).waitFor()
    expect(await alertOn(page).locator('h2').innerText()).toBe(title)
    expect(await alertOn(page).locator('p').innerText()).toBe('ORA-00942 上游服务出错')
    await page.unroute(`**/api/reports/${report}`)
    await page.route(`**/api/reports/${report}`, (route) => route.fulfill({ status: 500, body: 'nothing of use' }))
    await page.goto(`${harness.product.address}/${report}`)
    await alertOn(page).waitFor()
    expect(await alertOn(page).locator('h2').innerText()).toBe(failed)
    expect(await alertOn(page).locator('p').innerText()).toBe(body)
  },
)

test.each([
  { language: 'zh-CN', words: '网络异常，请稍后重试', status: '获取车辆状态统计失败' },
  { language: 'en-US', words: 'Network error, please try again later', status: 'Getting vehicle status statistics failed' },
] as const)(
  '[8.2-02] [8.3-03] a lost connection and unreadable counters are reported in fixed words, in $language',
  async ({ language, words, status }) => {
    const page = await harness.signedIn('dispatcher1', {
      language,
      path: overspeeds,
      before: (fresh) => fresh.route('**/api/truckStatusData?**', (route) => route.fulfill({ status: 500, body: '' })),
    })
    await page.locator('.toast-error', { hasText: status }).first().waitFor()
    await page.route('**/rows?**', (route) => route.abort())
    await page.getByRole('columnheader').getByRole('button').first().click()
    await page.locator('.toast-error', { hasText: words }).first().waitFor()
  },
)

test.each([
  { language: 'zh-CN', settings: '报警设置', save: '保存', failed: '操作失败', saved: '报警设置已保存' },
  { language: 'en-US', settings: 'Alarm settings', save: 'Save', failed: 'The operation failed', saved: 'Alarm settings saved' },
] as const)(
  '[2.11-13] [1-13] [7.2-18] [7.3-02] [3.3-04] [8.3-04] the alarm settings are kept for the user; when that fails the web console says so, in $language',
  async ({ language, settings, save, failed, saved }) => {
    const page = await harness.signedIn('dispatcher2', { language, path: report })
    await page.route('**/api/alarmCue', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: settings }).click()
    const popUps = page.locator('.alarm-settings fieldset').first()
    const water = popUps.getByRole('checkbox', { name: language === 'zh-CN' ? /含水/ : /Water/ })
    const was = await water.isChecked()
    await water.click()
    await page.getByRole('button', { name: save, exact: true }).click()
    await page.locator('.toast-error', { hasText: failed }).waitFor()
    await page.unroute('**/api/alarmCue')
    const saving = page.waitForRequest((request) => request.url().endsWith('/api/alarmCue'))
    await page.getByRole('button', { name: save, exact: true }).click()
    const sent = new URLSearchParams((await saving).postData() ?? '')
    expect(sent.get('alarmTypeIds')?.split(',').includes('3')).toBe(!was)
    expect(sent.has('alarmEmailTypeIds')).toBe(true)
    expect(sent.get('userId')).toMatch(/^\d+$/)
    expect(await (await (await saving).response())?.json()).toMatchObject({ resultCode: 200 })
    await page.locator('.toast-success', { hasText: saved }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: settings }).click()
    expect(await water.isChecked()).toBe(!was)
  },
)

/** The web console's own toast, put to work on a page of the console. */
async function withToasts(page: Page): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT_FOLDER, 'apps', 'web', 'src', 'platform', 'ui', 'toast.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'toasts',
    target: 'es2022',
  })
  await page.evaluate(`${outputFiles[0]?.text ?? ''}; globalThis.toasts = toasts`)
}
const toastOf = (page: Page, kind: string, words: string): Promise<void> =>
  page.evaluate(
    ([one, message]) =>
      void (globalThis as unknown as { toasts: { toast(kind: string, message: string): unknown } }).toasts.toast(one ?? '', message ?? ''),
    [kind, words],
  )

test('[8.3-34] [8.3-35] [9-01] messages of success, warning, information and error stack 20 apart; one or all can be closed', async () => {
  const page = await harness.signedIn('dispatcher1', { path: report })
  await page.getByRole('grid').waitFor()
  await page.clock.install()
  await withToasts(page)
  for (const kind of ['success', 'warning', 'info', 'error']) await toastOf(page, kind, `a message of ${kind}`)
  const toasts = page.locator('.toast')
  await eventually(() => toasts.count()).toBe(4)
  const colours = await toasts
    .locator('.toast-mark')
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor + getComputedStyle(mark).color))
  expect(new Set(colours).size).toBe(4)
  const boxes = await toasts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })))
  const header = await page.locator('.header').boundingBox()
  expect(Math.round((boxes[0]?.top ?? 0) - (header?.height ?? 0))).toBe(20)
  for (let index = 1; index < boxes.length; index += 1)
    expect(Math.round((boxes[index]?.top ?? 0) - (boxes[index - 1]?.bottom ?? 0))).toBe(20)
  await toasts.nth(1).getByRole('button').click()
  expect(await toasts.allInnerTexts()).toEqual([
    expect.stringContaining('success'),
    expect.stringContaining('info'),
    expect.stringContaining('error'),
  ])
  await page.getByRole('button', { name: '全部关闭' }).click()
  expect(await toasts.count()).toBe(0)
  await toastOf(page, 'info', 'it goes by itself')
  await toastOf(page, 'info', 'it goes by itself')
  expect(await toasts.count()).toBe(1)
  await page.clock.runFor(3_000)
  expect(await toasts.count()).toBe(0)
})

type Sent = {
  readonly verb: string
  readonly path: string
  readonly timeout: number
  readonly withCredentials: boolean
  readonly headers: Record<string, string>
  readonly body: string
}

test('[7.1-01] [7.1-02] [7.1-03] [7.1-04] [7.1-06] [7.1-07] [7.1-08] [7.6-01] [9-01] every call goes below /api with the cookie, the session, the language and the zone, form-encoded, and waits 100 s', async () => {
  const page = await harness.blank({
    language: 'en-US',
    before: (fresh) =>
      fresh.addInitScript(() => {
        const kept = JSON.parse(localStorage.getItem('sent') ?? '[]') as unknown[]
        const { open, send, setRequestHeader } = XMLHttpRequest.prototype
        const about = new WeakMap<XMLHttpRequest, { verb: string; path: string; headers: Record<string, string> }>()
        XMLHttpRequest.prototype.open = function (verb: string, url: string | URL) {
          about.set(this, { verb, path: String(url), headers: {} })
          open.call(this, verb, url, true)
        }
        XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
          const one = about.get(this)
          if (one) one.headers[name] = value
          setRequestHeader.call(this, name, value)
        }
        XMLHttpRequest.prototype.send = function (body) {
          kept.push({
            ...about.get(this),
            timeout: this.timeout,
            withCredentials: this.withCredentials,
            body: typeof body === 'string' ? body : '',
          })
          localStorage.setItem('sent', JSON.stringify(kept))
          send.call(this, body)
        }
      }),
  })
  const cookies = new Map<string, string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'xhr')
      void request.allHeaders().then(
        (headers) => cookies.set(`${request.method()} ${new URL(request.url()).pathname}`, headers['cookie'] ?? ''),
        () => {},
      )
  })
  await harness.signInOn(page, 'dispatcher1')
  await page.goto(`${harness.product.address}/${report}`)
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Alarm settings' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.toast-success').waitFor()
  const sent = JSON.parse(await page.evaluate(() => localStorage.getItem('sent') ?? '[]')) as Sent[]
  const headerId = await page.evaluate(() => sessionStorage.getItem('header-id'))
  const afterSignIn = sent.slice(sent.findIndex(({ path }) => path === '/api/login') + 1)
  expect(afterSignIn.length).toBeGreaterThan(5)
  for (const one of sent) {
    expect(one.path).toMatch(/^\/api\//)
    expect(one).toMatchObject({ timeout: 100_000, withCredentials: true, headers: { localTimeZone: 'Asia/Shanghai', language: 'en' } })
    if (one.verb !== 'GET') {
      expect(one.headers['Content-Type']).toMatch(/^application\/x-www-form-urlencoded/)
      expect(one.body).toMatch(/^[^={}]+=[^{}]*$/)
    }
  }
  for (const one of afterSignIn) expect(one.headers['header-id']).toBe(headerId)
  for (const one of sent.slice(0, sent.length - afterSignIn.length)) expect(one.headers).not.toHaveProperty('header-id')
  expect(new Set(sent.map(({ verb }) => verb))).toEqual(new Set(['GET', 'POST']))
  const session = (await page.context().cookies()).find(({ httpOnly }) => httpOnly)
  await eventually(() => cookies.get('POST /api/alarmCue')).toContain(`${session?.name}=${session?.value}`)
  expect(cookies.get('GET /api/userPri')).toContain(`${session?.name}=${session?.value}`)
})

test.each(languages)('an unknown address inside the web console says so and leads home, in %s', async (language) => {
  const page = await harness.signedIn('dispatcher1', { language, path: 'no/such/screen' })
  await page.getByRole('heading', { name: language === 'zh-CN' ? '页面不存在' : 'Page not found' }).waitFor()
  await page.locator('.not-found a').click()
  await page.waitForURL((url) => url.pathname === '/monitor/cargo_transport')
})
