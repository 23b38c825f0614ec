import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { drawnCode } from './opened-page.ts'
import { clickInRow } from './row-operations.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const rights = 'setting/privilege_account'
const PASSWORD = 'three trucks by the river'

const dialogOf = (page: Page): Locator => page.locator('dialog[open]')
const button = (page: Page, name: string): Locator => page.locator('.screen:visible').getByRole('button', { name, exact: true })
const menuLinks = (page: Page): Promise<string[]> => page.locator('#menu a').allInnerTexts()
const press = (page: Page, ...keys: string[]): Promise<void> =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())

/** What a person with a screen reader hears of the element that has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null
    return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? ''
  })

/** Tab by Tab to what is called so. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let steps = 0; steps < 120; steps += 1) {
    if (name.test((await focused(page)).trim())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${String(name)}`)
}

/** By the search of the menu, which a key opens. */
const goTo = async (page: Page, title: string): Promise<void> => {
  await press(page, 'Control+k')
  await page.keyboard.type(title)
  await page.getByRole('option', { name: title, selected: true }).waitFor()
  await press(page, 'Enter')
  await page.locator('.screen:visible h1', { hasText: title }).waitFor()
}

/** Signs in without a mouse. */
const signInByKeys = async (page: Page, userName: string, password: string, fresh: string | null = null): Promise<void> => {
  await page.goto(`${harness.product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  await tabTo(page, /^用户名/)
  await page.keyboard.type(userName)
  await press(page, 'Tab')
  await page.keyboard.type(password)
  await tabTo(page, /验证码$/)
  await page.keyboard.type(await drawnCode(page))
  await press(page, 'Enter')
  if (fresh !== null) {
    // An administrator chose the password: the first field of the step has the focus.
    await page.getByRole('heading', { name: '设置新密码' }).waitFor()
    await page.keyboard.type(fresh)
    await press(page, 'Tab')
    await page.keyboard.type(fresh)
    await press(page, 'Enter')
  }
  // The first screen of the menu opens by itself, and takes the focus.
  await page.waitForURL(({ pathname }) => pathname !== '/login' && pathname !== '/')
  await page.locator('#menu').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
}

/** The cell of the list that the arrows have reached. */
const activeCell = (page: Page) =>
  page.evaluate(() => {
    const cell = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
    return { text: cell?.textContent ?? '', row: cell?.parentElement?.textContent ?? '' }
  })

/** Arrow by arrow to a button in a row of the list, and Enter. */
const pressInRow = async (page: Page, row: string, action: string): Promise<void> => {
  await page.getByRole('grid').getByRole('row').filter({ hasText: row }).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let steps = 0; steps < 120 && (await page.evaluate(() => document.activeElement?.getAttribute('role'))) !== 'grid'; steps += 1)
    await press(page, 'Tab')
  await press(page, 'Control+Home')
  for (let steps = 0; steps < 60 && !(await activeCell(page)).row.includes(row); steps += 1) await press(page, 'ArrowDown')
  for (let steps = 0; steps < 30 && !(await activeCell(page)).text.includes(action); steps += 1) await press(page, 'ArrowRight')
  await press(page, 'Enter')
  // Of several buttons the first has the focus now.
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let steps = 0; steps < 12 && (await focused()) !== action; steps += 1) await press(page, 'ArrowRight')
  await press(page, 'Enter')
}

/** Down a list of choices to the one that begins so. */
const choose = async (page: Page, option: string): Promise<void> => {
  const chosen = () => page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.textContent ?? '')
  await eventually(() =>
    page.evaluate(
      (wanted) => [...(document.activeElement as HTMLSelectElement).options].some(({ text }) => text.startsWith(wanted)),
      option,
    ),
  ).toBe(true)
  for (let steps = 0; steps < 40 && !(await chosen()).startsWith(option); steps += 1) await press(page, 'ArrowDown')
  expect(await chosen()).toContain(option)
}

test('[2.8-03] [5.2-23] [6-16] [6-17] by keyboard alone: a truck is added, a role is made and given its screen, a user gets the role, signs in and sees that only', async () => {
  const admin = await harness.blank()
  await signInByKeys(admin, 'admin', harness.product.signIns.get('admin') ?? '')

  await goTo(admin, '车辆管理')
  await tabTo(admin, /^新增$/)
  await press(admin, 'Enter')
  await dialogOf(admin).waitFor()
  const fill = async (fields: readonly (readonly [label: RegExp, value: string])[]): Promise<void> => {
    for (const [label, value] of fields) {
      await tabTo(admin, label)
      await press(admin, 'Control+a')
      await admin.keyboard.type(value)
    }
  }
  await fill([
    [/^车牌号/, '苏A92001'],
    [/^主机编号/, '2509392001'],
    [/^终端手机号/, '14409002001'],
    [/^车架号/, 'LRD5CLSD4RA392001'],
  ])
  await tabTo(admin, /^基本信息/)
  await press(admin, 'ArrowRight')
  await fill([[/^总容量/, '9160']])
  await tabTo(admin, /^油品配置/)
  await press(admin, 'Enter')
  await fill([[/^容量 \(L\) 1/, '9160']])
  await tabTo(admin, /^仓与油品/)
  await press(admin, 'ArrowRight')
  await fill([[/^通道数/, '0']])
  await press(admin, 'Enter')
  await dialogOf(admin).waitFor({ state: 'detached' })

  await goTo(admin, '角色管理')
  await tabTo(admin, /^新增$/)
  await press(admin, 'Enter')
  await dialogOf(admin).waitFor()
  await admin.keyboard.type('夜班值守')
  await press(admin, 'Enter')
  await dialogOf(admin).waitFor({ state: 'detached' })

  await pressInRow(admin, '夜班值守', '功能分配')
  const tree = admin.getByRole('tree', { name: '设置' })
  await tree.waitFor()
  await tabTo(admin, /^查找功能$/)
  await admin.keyboard.type('车辆管理')
  await tabTo(admin, /^设置$/)
  await press(admin, 'Home', 'ArrowDown', 'ArrowDown', ' ')
  expect(await tree.getByRole('treeitem', { name: '车辆管理' }).getAttribute('aria-checked')).toBe('true')
  expect(await tree.getByRole('treeitem', { name: '设置' }).getAttribute('aria-checked')).toBe('mixed')
  await admin.evaluate(() => document.getElementById('main')?.focus())
  await tabTo(admin, /^保存$/)
  await press(admin, 'Enter')
  await dialogOf(admin).getByText('新增 5 项').waitFor()
  expect(await dialogOf(admin).getByRole('listitem').allInnerTexts()).toEqual(['车辆管理 · 删除', '车辆管理 · 开放终端注册、解绑终端'])
  await press(admin, 'Tab', 'Enter')
  await admin.getByText('已立即生效').waitFor()

  await goTo(admin, '用户管理')
  await tabTo(admin, /^新增$/)
  await press(admin, 'Enter')
  await dialogOf(admin).waitFor()
  await admin.keyboard.type('yeban')
  await press(admin, 'Tab')
  await admin.keyboard.type('叶班')
  await tabTo(admin, /^角色/)
  await choose(admin, '夜班值守')
  await tabTo(admin, /^初始密码/)
  await press(admin, 'Control+a')
  await admin.keyboard.type(PASSWORD)
  await press(admin, 'Enter')
  await dialogOf(admin).getByText('仅显示这一次').waitFor()
  expect(await dialogOf(admin).locator('code').innerText()).toBe(PASSWORD)
  await press(admin, 'Enter')
  await dialogOf(admin).waitFor({ state: 'detached' })
  expect(await admin.locator('body').innerText()).not.toContain(PASSWORD)

  const user = await harness.blank()
  await signInByKeys(user, 'yeban', PASSWORD, 'of my own choice at night')
  await eventually(() => menuLinks(user)).toEqual(['个人中心', '车辆管理'])
  await user.getByRole('grid').getByRole('row').filter({ hasText: '苏A92001' }).waitFor()
  await user.goto(`${harness.product.address}/${rights}/user`)
  // A link to a screen that the role does not have says which it is and who grants it; nothing leads there.
  await user.getByRole('heading', { name: '您没有“用户管理”的权限' }).waitFor()
  expect(await user.locator('.not-found').innerText()).toMatch(/角色“夜班值守”[\s\S]*“设置 › 权限账号 › 角色功能分配”/)
  expect(await user.locator('dialog[open]').count()).toBe(0)
  expect(await axeProblems(user)).toEqual([])
  expect(await user.locator('a[href*="monitor/"]').count()).toBe(0)
}, 120_000)

/** Opens the permissions of a role and ticks or unticks some, as an administrator would. */
const tick = async (page: Page, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await page.locator('.screen:visible').getByRole('searchbox').fill(name)
    await page.locator('.screen:visible').getByRole('treeitem', { name, exact: true }).click()
  }
  await button(page, 'Save').click()
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
}

test('[6-14] T09 what is granted and taken reaches an open web console at once: menu, buttons and tabs follow, and who is disabled is out', async () => {
  const admin = await harness.signedIn('admin', { path: `${rights}/role`, language: 'en-US' })
  await admin.getByRole('row').filter({ hasText: '调度员' }).getByRole('button', { name: 'Permissions' }).click()
  await admin.getByRole('tree').first().waitFor()
  const user = await harness.signedIn('dispatcher1', { path: 'setting/base_data/repair_card', language: 'en-US' })
  await button(user, 'Add').waitFor()
  await user.locator('#menu').getByRole('link', { name: 'Parking lots' }).click()
  await user.locator('.screen:visible h1', { hasText: 'Parking lots' }).waitFor()

  await tick(admin, ['Parking lots'])
  await user.getByText('Your rights have been changed. Closed: Parking lots').waitFor()
  await user.locator('.screen:visible h1', { hasText: 'Repair cards' }).waitFor()
  await eventually(() => user.locator('.tab-name').allInnerTexts()).toEqual(['Repair cards'])
  expect(await menuLinks(user)).not.toContain('Parking lots')
  await button(user, 'Add').waitFor()

  await admin.locator('.screen:visible').getByRole('searchbox').fill('Repair cards')
  const screen = admin.locator('.screen:visible').getByRole('treeitem', { name: 'Repair cards', exact: true })
  await screen.click()
  await screen.click()
  for (const name of ['Add', 'Change', 'Delete'])
    await admin
      .locator('.screen:visible')
      .getByRole('treeitem', { name: new RegExp(`^${name}`) })
      .click()
  await button(admin, 'Save').click()
  await dialogOf(admin).getByRole('button', { name: 'Save' }).click()
  await button(user, 'Add').waitFor({ state: 'detached' })
  await eventually(() => user.getByRole('grid').getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)

  await admin.goto(`${harness.product.address}/${rights}/user`)
  await admin.getByRole('row').filter({ hasText: 'dispatcher1' }).getByRole('button', { name: 'Disable' }).click()
  await user.waitForURL((url) => url.pathname === '/login')
}, 120_000)

test.each([
  ['zh-CN', '重置密码', '保存', '重置失败：'],
  ['en-US', 'Password', 'Save', 'Reset failed: '],
] as const)('[8.3-15] a password that could not be reset says so, in %s', async (language, action, save, message) => {
  const page = await harness.signedIn('admin', { path: `${rights}/user`, language })
  await page.getByRole('row').filter({ hasText: 'dispatcher2' }).getByRole('button', { name: action }).click()
  // Loaded when it is first opened.
  await dialogOf(page).waitFor()
  await page.context().setOffline(true)
  await dialogOf(page).getByRole('button', { name: save }).click()
  await page.getByText(message).waitFor()
  // What was typed is still there for the next try.
  await dialogOf(page).waitFor()
})

test('an integration key is shown once, counts until it is revoked, and is never seen again', async () => {
  const page = await harness.signedIn('admin', { path: `${rights}/user`, language: 'en-US' })
  await button(page, 'Integration keys').click()
  await dialogOf(page).getByLabel('Name').fill('ERP Suzhou')
  await dialogOf(page).getByRole('button', { name: 'Create key' }).click()
  const key = await dialogOf(page).locator('code').innerText()
  expect(key).toMatch(/^tk_\d+_[\w-]{43}$/)
  const send = async (): Promise<number> => {
    const answer = await fetch(`${harness.product.address}/api/integration/slips`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rows: [{}] }),
    })
    return ((await answer.json()) as { resultCode: number }).resultCode
  }
  expect(await send()).toBe(400)
  await dialogOf(page).getByRole('button', { name: 'I have saved it' }).click()
  const row = dialogOf(page).getByRole('row').filter({ hasText: 'ERP Suzhou' })
  await row.waitFor()
  expect(await page.locator('body').innerText()).not.toContain(key)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await row.getByRole('button', { name: 'Revoke this key?' }).click()
  await row.getByText('Revoked').waitFor()
  expect(await send()).toBe(401)
}, 60_000)

test.each([
  { language: 'zh-CN', width: 390, add: '新增', permissions: '功能分配', sessions: '登录会话' },
  { language: 'en-US', width: 1440, add: 'Add', permissions: 'Permissions', sessions: 'Sessions' },
] as const)(
  'roles, users, sessions and permissions have no violation of axe and fit the screen in $language, $width px wide',
  async (words) => {
    const page = await harness.signedIn('admin', { path: `${rights}/user`, language: words.language, width: words.width })
    const fits = async (what: string): Promise<void> => {
      expect(await axeProblems(page), what).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBe(0)
    }
    await clickInRow(page.getByRole('row').filter({ hasText: 'admin', hasNotText: 'admin2' }), words.sessions)
    await dialogOf(page).locator('table').first().waitFor()
    await fits('sessions')
    await press(page, 'Escape')
    await button(page, words.add).click()
    await dialogOf(page).waitFor()
    await fits('a new user')
    await page.goto(`${harness.product.address}/${rights}/role`)
    await page.getByRole('row').filter({ hasText: '调度员' }).waitFor()
    await fits('roles')
    await clickInRow(page.getByRole('row').filter({ hasText: '调度员' }), words.permissions)
    await page.getByRole('tree').first().waitFor()
    await fits('permissions')
  },
  60_000,
)
