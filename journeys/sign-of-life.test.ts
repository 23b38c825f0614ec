import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const overspeeds = 'driving_monitor/exception_report/alarm_over_speed'

const times = (asked: readonly string[], path: string): number => asked.filter((url) => new URL(url).pathname === `/api/${path}`).length
const bar = (page: Page) => page.locator('.connection-banner[data-shown=true]')
const shown = (page: Page, inside: string) => page.locator(`.screen:visible ${inside}`)

test('[7.3-03] [8.3-33] the heartbeat timeouts are asked for every 15 minutes, the alarms every 30 seconds, and when both fail no message is shown', async () => {
  const asked: string[] = []
  const page = await harness.signedIn('admin', {
    path: overspeeds,
    before: async (fresh) => {
      await fresh.clock.install()
      await fresh.route(/\/api\/(heartBeatInfo|alarmInfo)/, (route) => route.fulfill({ status: 500, body: '' }))
      fresh.on('requestfinished', (request) => asked.push(request.url()))
    },
  })
  await page.getByRole('grid').waitFor()
  await eventually(() => times(asked, 'heartBeatInfo')).toBe(1)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await eventually(() => times(asked, 'heartBeatInfo')).toBe(2)
  const alarms = times(asked, 'alarmInfo')
  await page.clock.runFor(899_000)
  expect(times(asked, 'heartBeatInfo')).toBe(2)
  await page.clock.runFor(1_000)
  await eventually(() => times(asked, 'heartBeatInfo')).toBe(3)
  await eventually(() => times(asked, 'alarmInfo') - alarms).toBe(30)
  expect(await page.locator('.toast, dialog[open]').count()).toBe(0)
  expect(await page.locator('.heartbeat-badge').count()).toBe(0)
})

test.each([
  { language: 'zh-CN', off: '本机网络已断开', notLive: '非实时 · 截至', file: '页面未能加载', cut: '仍无法连接服务器' },
  {
    language: 'en-US',
    off: 'This computer is offline',
    notLive: 'Not live · as of',
    file: 'This screen could not be loaded',
    cut: 'The server still cannot be reached',
  },
] as const)(
  'a computer that leaves the network keeps its web console, says until when things were live, and is live again when it is back, in $language',
  async ({ language, off, notLive, file, cut }) => {
    const page = await harness.signedIn('dispatcher1', { language, path: 'monitor/cargo_transport' })
    await page.locator('.fleet-truck').first().waitFor()
    await page.locator('.off-line').waitFor({ state: 'detached' })
    expect(await bar(page).count()).toBe(0)
    const isLive = (): Promise<string | null> => page.locator('.cargo').getAttribute('data-live')
    expect(await isLive()).toBe('true')

    await page.context().setOffline(true)
    await bar(page).waitFor()
    expect(await bar(page).innerText()).toContain(off)
    expect(await shown(page, '.fleet-not-live').innerText()).toMatch(new RegExp(`^${notLive} \\S+ \\d\\d:\\d\\d:\\d\\d$`))
    expect(await isLive()).toBe('false')
    expect(await axeProblems(page)).toEqual([])

    // What was never opened cannot be fetched now: it says so, and asking again does not throw the web console away.
    await page.locator('.sidebar-home').click()
    await shown(page, '[role=alert] h1').waitFor()
    expect(await shown(page, '[role=alert] h1').innerText()).toBe(file)
    await shown(page, '[role=alert] button').click()
    await page.locator('.toast-warning', { hasText: cut }).waitFor()
    expect(await axeProblems(page)).toEqual([])

    await page.context().setOffline(false)
    await bar(page).waitFor({ state: 'detached' })
    await shown(page, '[role=alert] button').click()
    await shown(page, '.figure').first().waitFor()
    await page.locator('.tab-name').first().click()
    await eventually(isLive).toBe('true')
    expect(await shown(page, '.fleet-not-live').count()).toBe(0)
  },
)

test.each([
  { language: 'zh-CN', lost: '实时连接已断开', held: '刷新失败', failed: '导出失败', again: '重试' },
  {
    language: 'en-US',
    lost: 'Connection lost',
    held: 'Could not be refreshed',
    failed: 'The export failed',
    again: 'Try again',
  },
] as const)(
  'while the server is gone a list keeps its rows and says how old they are, an export says that it failed, and both mend when the server is back, in $language',
  async ({ language, lost, held, failed, again }) => {
    const page = await harness.signedIn('dispatcher2', { language, path: overspeeds })
    await page.getByRole('grid').waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.locator('.off-line').waitFor({ state: 'detached' })

    await harness.product.stopServer()
    await shown(page, '.report-filters button[type=submit]').click()
    await shown(page, '.stale-note').waitFor()
    expect(await shown(page, '.stale-note').innerText()).toContain(held)
    expect(await shown(page, '.stale-note button').innerText()).toBe(again)
    await page.getByRole('button', { name: language === 'zh-CN' ? '导出' : 'Export', exact: true }).click()
    await page.locator('.toast-error', { hasText: failed }).waitFor()
    await bar(page).waitFor()
    expect(await bar(page).innerText()).toContain(lost)
    expect(await axeProblems(page)).toEqual([])

    await harness.product.startServer()
    await bar(page).waitFor({ state: 'detached' })
    await shown(page, '.stale-note').waitFor({ state: 'detached' })
    expect(await page.locator('.off-line').count()).toBe(0)
  },
  60_000,
)

test('a console whose first calls do not get through asks again by itself and stands there when the server answers', async () => {
  let cut = true
  const page = await harness.signedIn('dispatcher1', {
    path: overspeeds,
    before: (fresh) => fresh.route(/\/api\/(userPri|menus)/, (route) => (cut ? route.abort() : route.continue())),
  })
  await bar(page).waitFor()
  expect(await bar(page).innerText()).toContain('暂时无法连接服务器')
  expect(await page.locator('.sidebar-link:not(.sidebar-home)').count()).toBe(0)
  cut = false
  await bar(page).waitFor({ state: 'detached' })
  await page.locator('.sidebar-link:not(.sidebar-home)').first().waitFor()
})
