import { hashPassword } from '@tanker/contract/password'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { clickInRow } from './row-operations.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()

const failedSignIn = async (userName: string): Promise<void> => {
  const body = new URLSearchParams({ username: userName, password: hashPassword(userName, 'a wrong guess') }).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
  }
  await fetch(`${harness.product.address}/api/login`, { method: 'POST', body, headers })
}

test.each([
  {
    language: 'zh-CN',
    width: 1440,
    menu: /^用户 /,
    log: '登录日志',
    sessions: '登录会话',
    title: '我的登录日志',
    failed: '登录失败：密码错误',
    ok: '登录成功',
  },
  {
    language: 'en-US',
    width: 390,
    menu: /^User /,
    log: 'Sign-in log',
    sessions: 'Sessions',
    title: 'My sign-in log',
    failed: 'Sign-in failed: wrong password',
    ok: 'Signed in',
  },
  {
    language: 'zh-CN',
    width: 390,
    menu: /^用户 /,
    log: '登录日志',
    sessions: '登录会话',
    title: '我的登录日志',
    failed: '登录失败：密码错误',
    ok: '登录成功',
  },
  {
    language: 'en-US',
    width: 1440,
    menu: /^User /,
    log: 'Sign-in log',
    sessions: 'Sessions',
    title: 'My sign-in log',
    failed: 'Sign-in failed: wrong password',
    ok: 'Signed in',
  },
] as const)(
  '[M8] a user sees its own sign-ins and who tried to, an administrator those of a user, in $language, $width px wide',
  async ({ language, width, menu, log, sessions, title, failed, ok }) => {
    await failedSignIn('admin')
    const page = await harness.signedIn('admin', { path: 'setting/privilege_account/user', language, width })
    const dialog = page.locator('dialog[open]')
    const fits = async (): Promise<void> => {
      expect(await axeProblems(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
    await page.locator('.header').getByRole('button', { name: menu }).click()
    await page.getByRole('button', { name: log, exact: true }).click()
    const own = dialog.getByRole('group', { name: title })
    await own.getByRole('row').filter({ hasText: failed }).filter({ hasText: 'Firefox 140 · Windows' }).first().waitFor()
    await own.getByRole('row').filter({ hasText: ok }).filter({ hasText: '127.0.0.1' }).first().waitFor()
    await fits()
    const pictures = process.env['PICTURES']
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/own-${language}-${width}.png` })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await clickInRow(page.getByRole('row').filter({ hasText: 'admin', hasNotText: 'admin2' }), sessions)
    const rows = dialog.getByRole('group', { name: log }).getByRole('row')
    await rows.filter({ hasText: failed }).first().scrollIntoViewIfNeeded()
    await fits()
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/user-${language}-${width}.png` })
  },
  60_000,
)
