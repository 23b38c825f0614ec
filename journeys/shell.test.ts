import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const unsealing = 'cargo_monitor/exception_report/alarm_switch_cover'

test('[2.11-04][2.11-11] Ctrl+K finds a screen by the first letters of its pinyin, Enter opens it, and the breadcrumb says where it stands', async () => {
  const page = await harness.signedIn('dispatcher1', { path: 'monitor/cargo_transport' })
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: '搜索菜单' })
  await box.fill('ycjf')
  await page.getByRole('option', { name: '异常解封' }).waitFor()
  await box.press('Enter')
  await page.waitForURL((url) => url.pathname === `/${unsealing}`)
  expect(await page.getByRole('navigation', { name: '当前位置' }).locator('li').allInnerTexts()).toEqual([
    '货物监控',
    '异常报表',
    '异常解封',
  ])
})

test('[2.11-15][4.5-21][5.1-10][1-12] a dispatcher adds a screen to quick access, is notified if it is there already, and removes it again', async () => {
  const page = await harness.signedIn('dispatcher2', { path: unsealing })
  await page.getByRole('button', { name: '快捷访问' }).click()
  const panel = page.getByRole('dialog', { name: '快捷访问' })
  await panel.getByRole('button', { name: '添加当前页面' }).click()
  await panel.getByRole('link', { name: '异常解封' }).waitFor()
  const box = await panel.boundingBox()
  expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([250, 325])
  await panel.getByRole('button', { name: '添加当前页面' }).click()
  await page.getByText('该菜单已存在于快捷访问中').waitFor()
  await panel.getByRole('button', { name: '删除', exact: true }).click()
  await panel.getByRole('button', { name: '删除 异常解封' }).click()
  await panel.getByText('还没有快捷访问').waitFor()
})

test('[2.11-14][4.1-04][5.1-03][5.1-08] a user changes the password: the name cannot be changed, a wrong old one is shown at its field, and then all sessions sign in again', async () => {
  const page = await harness.signedIn('customer', { path: unsealing, language: 'en-US' })
  const other = await harness.signedIn('customer', { path: unsealing, language: 'en-US' })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /^User / }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await open()
  const dialog = page.locator('dialog[open]')
  expect(await dialog.getByLabel('User name').getAttribute('readonly')).not.toBeNull()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please enter password').first().waitFor()
  await dialog.getByLabel('Old password').fill('not this one')
  await dialog.getByLabel('New password', { exact: true }).fill('tanks and trucks')
  await dialog.getByLabel('Repeat new password').fill('tanks and trucks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The old password is wrong. Please enter it again.').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Old password').fill(harness.product.signIns.get('customer') ?? '')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await eventually(() => new URL(other.url()).pathname).toBe('/login')
})

test('[2.11-05][2.11-06][2.11-07] visited screens stand in tabs; a right click closes the others, and closing the last one leads to the personal center', async () => {
  const page = await harness.signedIn('dispatcher1', { path: 'monitor/cargo_transport' })
  const tabs = page.getByRole('navigation', { name: '已打开的页面' }).locator('.tab-name')
  await eventually(() => tabs.allInnerTexts()).toEqual(['货物监控'])
  await page.goto(`${harness.product.address}/${unsealing}`)
  await eventually(() => tabs.allInnerTexts()).toEqual(['货物监控', '异常解封'])
  await page.goto(`${harness.product.address}/driving_monitor/exception_report/alarm_over_speed?page=0&size=20`)
  await eventually(() => tabs.allInnerTexts()).toEqual(['货物监控', '异常解封', '超速报警'])
  await tabs.nth(1).click()
  await page.waitForURL((url) => url.pathname === `/${unsealing}`)
  await tabs.nth(2).click()
  await page.waitForURL((url) => url.searchParams.get('size') === '20')
  await tabs.nth(2).click({ button: 'right' })
  const menu = page.locator('.tab-menu')
  expect(await menu.locator('button').allInnerTexts()).toEqual(['刷新', '关闭', '关闭其他', '关闭全部'])
  await menu.getByRole('button', { name: '关闭其他' }).click()
  await eventually(() => tabs.allInnerTexts()).toEqual(['超速报警'])
  await page.getByRole('button', { name: '关闭 超速报警' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
})

test('[2.11-09] [2.11-10] a tab is found as it was left, with what was typed into its screen, until it is refreshed', async () => {
  const page = await harness.signedIn('dispatcher1', { path: 'monitor/cargo_transport' })
  const search = page.getByRole('searchbox', { name: '搜索车牌、驾驶员、组织、场所' })
  await search.fill('苏A')
  await page.getByRole('region', { name: '货物监控' }).getByRole('button', { name: '异常报表' }).click()
  await page.getByRole('link', { name: '异常解封' }).click()
  await page.locator('h1:visible', { hasText: '异常解封' }).waitFor()
  expect(await search.isVisible()).toBe(false)
  const tabs = page.getByRole('navigation', { name: '已打开的页面' }).locator('.tab-name')
  await tabs.nth(0).click()
  await search.waitFor()
  expect(await search.inputValue()).toBe('苏A')
  await eventually(() => page.locator('.maplibregl-canvas:visible').count()).toBe(1)
  await page.locator('.tab', { hasText: '货物监控' }).locator('.tab-name').click({ button: 'right' })
  await page.locator('.tab-menu').getByRole('button', { name: '刷新' }).click()
  await eventually(() => search.inputValue()).toBe('')
})

test('[2.2-03] the personal center counts what the trucks did, each number opens its report, and axe finds nothing in either language', async () => {
  const { pool } = harness.product.database
  await pool.query(
    `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
     SELECT id, organisation_id, 1, now() - interval '1 minute', 101, 'cover-opened', 'red', false, '{}' FROM truck ORDER BY id LIMIT 1`,
  )
  for (const language of ['zh-CN', 'en-US'] as const) {
    const page = await harness.signedIn('admin', { path: 'dashboard', language })
    const label = language === 'zh-CN' ? '异常解封' : 'Abnormal unsealings'
    const number = page.locator('.figure', { hasText: label }).getByRole('link')
    await eventually(async () => Number(await number.innerText())).toBeGreaterThan(0)
    expect(await axeProblems(page)).toEqual([])
    await number.click()
    await page.waitForURL((url) => url.pathname === `/${unsealing}`)
    await page.locator('[role=grid] [role=row] a').first().waitFor()
  }
})

test('a link opened in a further tab needs no second sign-in, and both tabs stay signed in', async () => {
  const first = await harness.signedIn('dispatcher2', { path: unsealing })
  const second = await first.context().newPage()
  await second.goto(`${harness.product.address}/monitor/cargo_transport`)
  await second.locator('.fleet-panel').waitFor()
  await first.reload()
  await first.getByRole('heading', { name: '异常解封' }).waitFor()
  expect(new URL(second.url()).pathname).toBe('/monitor/cargo_transport')
})
