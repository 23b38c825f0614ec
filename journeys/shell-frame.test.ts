import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SCREENS } from '@tanker/contract/screens'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const unsealing = 'cargo_monitor/exception_report/alarm_switch_cover'
const menuButton = (page: Page) => page.getByRole('button', { name: '菜单', exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: '菜单' })

test('[2.11-01] [2.11-03] [3.1-01] the sidebar is closed by the user and stays so after a reload', async () => {
  const page = await harness.signedIn('dispatcher1', { path: unsealing })
  await menu(page).waitFor()
  await menuButton(page).click()
  await eventually(() => menu(page).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: '异常解封' }).waitFor()
  expect(await menu(page).count()).toBe(0)
  await menuButton(page).click()
  await menu(page).waitFor()
  await page.reload()
  await menu(page).waitFor()
})

test('[2.11-02] below 1024 px the sidebar closes by itself, and opens again with the window', async () => {
  const page = await harness.signedIn('dispatcher1', { path: unsealing })
  await menu(page).waitFor()
  await page.setViewportSize({ width: 1000, height: 800 })
  await eventually(() => menu(page).count()).toBe(0)
  await page.setViewportSize({ width: 1200, height: 800 })
  await menu(page).waitFor()
})

test('[2.11-04] Ctrl+K opens a closed menu for its search, and it closes again when a screen was found', async () => {
  const page = await harness.signedIn('dispatcher1', { path: unsealing })
  await menuButton(page).click()
  await eventually(() => menu(page).count()).toBe(0)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    // The menu follows the width of the window with the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.keyboard.press('Control+k')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await page.keyboard.type('hsbj')
    await page.getByRole('option', { name: '含水报警' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('h1:visible', { hasText: '含水报警' }).waitFor()
    await eventually(() => menu(page).count()).toBe(0)
  }
})

test('[4.5-22] [2.11-05] [2.11-08] a screen has one tab, the last fifteen stay, and a tab without a title says so', async () => {
  const page = await harness.signedIn('admin', { path: unsealing })
  const tabs = page.getByRole('navigation', { name: '已打开的页面' }).locator('.tab-name')
  await eventually(() => tabs.count()).toBe(1)
  const kept = [
    unsealing,
    ...SCREENS.filter(({ path }) => path !== unsealing)
      .slice(0, 13)
      .map(({ path }) => path),
  ].map((path) => ({
    path: `/${path}`,
    search: {},
  }))
  await page.evaluate(
    (views) => sessionStorage.setItem('visitedViews', JSON.stringify(views)),
    [{ path: '/of/an/older/release', search: {} }, ...kept],
  )
  await page.reload()
  await eventually(() => tabs.count()).toBe(15)
  expect((await tabs.allInnerTexts())[0]).toBe('未命名')
  const last = SCREENS.at(-1)
  await page.goto(`${harness.product.address}/${last?.path}`)
  await eventually(async () => (await tabs.allInnerTexts()).at(-1)).toBe(last?.title.zh)
  expect(await tabs.count()).toBe(15)
  expect(await tabs.allInnerTexts()).not.toContain('未命名')
})

test('[8.3-05] [8.3-06] [8.3-07] when a password or quick access cannot be changed, it is said in so many words', async () => {
  const page = await harness.signedIn('dispatcher2', { path: unsealing })
  await page.getByRole('button', { name: '快捷访问' }).click()
  const panel = page.getByRole('dialog', { name: '快捷访问' })
  await panel.getByRole('button', { name: '添加当前页面' }).click()
  await panel.getByRole('link', { name: '异常解封' }).waitFor()
  await page.route('**/api/*UserQuickVisit**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502, body: '' }),
  )
  await panel.getByRole('button', { name: '删除', exact: true }).click()
  await panel.getByRole('button', { name: '删除 异常解封' }).click()
  await page.locator('.toast-error', { hasText: '移除失败' }).waitFor()
  await panel.getByRole('button', { name: '完成' }).click()
  await page.getByRole('region', { name: '货物监控' }).getByRole('link', { name: '含水报警' }).click()
  await page.locator('h1:visible', { hasText: '含水报警' }).waitFor()
  await page.getByRole('button', { name: '快捷访问' }).click()
  await panel.getByRole('button', { name: '添加当前页面' }).click()
  await page.locator('.toast-error', { hasText: '添加失败' }).waitFor()
  await page.keyboard.press('Escape')

  await page.route('**/api/userInfoPwd', (route) => route.fulfill({ status: 502, body: '' }))
  await page.getByRole('button', { name: /^用户 / }).click()
  await page.getByRole('button', { name: '修改密码' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('旧密码').fill('some password')
  await dialog.getByLabel('新密码', { exact: true }).fill('tanks and trucks')
  await dialog.getByLabel('确认密码').fill('tanks and trucks')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.locator('.toast-error', { hasText: '密码修改失败' }).waitFor()
})

test('[6-09] the water-truck account has no counters, alarm settings or language choice, and is offered its own manual alone', async () => {
  const page = await harness.signedIn('watertruck', { path: 'dashboard' })
  await page.getByRole('button', { name: '下载' }).click()
  await eventually(() => page.locator('.popover-item:visible').allInnerTexts()).toEqual(['洒水车操作手册'])
  expect(await page.locator('.badge').count()).toBe(0)
  expect(await page.getByRole('button', { name: '报警设置' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /切换到英文/ }).count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
})

test('[2.2-02] /404 says that there is no such page and leads home', async () => {
  const page = await harness.signedIn('dispatcher1', { path: '404' })
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.waitForURL((url) => url.pathname === '/monitor/cargo_transport')
})

test('[9-03] [9-18] the sizes for wall screens follow the window once it rests', async () => {
  const page = await harness.blank({ width: 1200 })
  await page.goto(`${harness.product.address}/login`)
  const size = (name: string): Promise<string> =>
    page.evaluate((property) => document.documentElement.style.getPropertyValue(property), name)
  await eventually(() => size('--wall-root-size')).toBe('120px')
  expect(await size('--wall-body-size')).toBe('12px')
  await page.setViewportSize({ width: 1440, height: 900 })
  await eventually(() => size('--wall-root-size')).toBe('144px')
  expect(await page.getByText('© 2018–2025 · V2.1').isVisible()).toBe(true)
})

test('[6-15] [6-14] [3.4-02] the menu is what the server says, without the three device commands, whose cookies remember them', async () => {
  const screen = SCREENS.find(({ path }) => path === unsealing)
  const menus = [
    {
      name: '货物监控',
      menus: [
        { name: '强制干', url: 'force_dry', child: [] },
        {
          name: '异常报表',
          url: '',
          child: [
            { name: '传感器使能', url: 'enable' },
            { name: screen?.title.zh, url: unsealing },
          ],
        },
      ],
    },
  ]
  const page = await harness.signedIn('admin', {
    path: unsealing,
    before: (fresh) =>
      fresh.route('**/api/menus', (route) =>
        route.fulfill({ contentType: 'application/json', body: JSON.stringify({ resultCode: 200, message: '', data: menus }) }),
      ),
  })
  await menu(page).getByRole('link', { name: '异常解封' }).waitFor()
  expect(await menu(page).innerText()).not.toMatch(/强制干|传感器使能/)
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  expect(cookies).toEqual(expect.arrayContaining(['sensorEnable', 'forceDry']))
  expect(cookies).not.toContain('setBatteryType')
})
