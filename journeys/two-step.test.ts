import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { connected, drawnCode } from './opened-page.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const pathOf = (page: Page): string => new URL(page.url()).pathname
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')

/** The code that the app shows in the given step from now. */
const codeOf = (key: string, stepsOn = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + stepsOn * 30_000 })

/** The form of the sign-in page, as far as the password. */
const givePassword = async (page: Page, userName: string, password: string): Promise<void> => {
  await page.goto(`${harness.product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  const fields = page.locator('form input')
  await fields.nth(0).fill(userName)
  await fields.nth(1).fill(password)
  await fields.nth(2).fill(await drawnCode(page))
  await page.locator('form button[type=submit]').click()
}

const entered = (page: Page): Promise<void> => page.waitForURL((url) => url.pathname !== '/login')
const passwordOf = (userName: string): string => harness.product.signIns.get(userName) ?? ''
/** The key in the clear beside the QR code. */
const shownKey = async (page: Page): Promise<string> => (await page.locator('.two-step-key code').innerText()).replaceAll(/\s/g, '')
const shownCodes = (page: Page): Promise<string[]> => page.locator('.two-step-codes code').allInnerTexts()
/** Codes count once: the one that was used last is forgotten, so that tests need not wait for the next half minute. */
const forgetUsedCodes = (): Promise<unknown> => harness.product.database.pool.query('UPDATE second_factor SET last_step = NULL')

const looksRight = async (page: Page, what: string): Promise<void> => {
  expect(await axeProblems(page), what).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBe(0)
  const folder = process.env['TWO_STEP_PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${what.replaceAll(/\W+/g, '-')}.png` })
}

test.each([
  { language: 'zh-CN', width: 1440, userName: 'dispatcher1', setUp: '开启两步验证', next: '继续', noted: '我已保存', on: '两步验证已开启' },
  { language: 'en-US', width: 390, userName: 'dispatcher2', setUp: 'Set up', next: 'Continue', noted: 'I have saved them', on: 'is on' },
] as const)(
  'a second factor is set up in the personal center, then signing in takes a code or a recovery code, in $language, $width px wide',
  async ({ language, width, userName, setUp, next, noted, on }) => {
    const page = await harness.signedIn(userName, { path: 'dashboard', language, width })
    await page.getByRole('button', { name: setUp, exact: true }).click()
    await dialogOf(page).locator('input[type=password]').fill(passwordOf(userName))
    await dialogOf(page).getByRole('button', { name: next }).click()
    await dialogOf(page).locator('.two-step-picture svg').waitFor()
    await looksRight(page, `enrol ${language}`)
    const key = await shownKey(page)
    // Six digits are enough: nothing is pressed.
    await dialogOf(page).locator('.two-step-code').fill(codeOf(key))
    await dialogOf(page).locator('.two-step-codes').waitFor()
    await looksRight(page, `codes ${language}`)
    const codes = await shownCodes(page)
    expect(codes).toHaveLength(10)
    await dialogOf(page).getByRole('button', { name: noted }).click()
    await page.getByText(on).waitFor()
    // The session goes on with its new pair: calls are answered, and the live connection comes back.
    await eventually(() => page.locator('.off-line').count()).toBe(0)
    expect(pathOf(page)).toBe('/dashboard')
    await looksRight(page, `personal center ${language}`)

    const other = await harness.blank({ language, width })
    await givePassword(other, userName, passwordOf(userName))
    const field = other.locator('.two-step-code')
    await field.waitFor()
    expect(await field.evaluate((input) => document.activeElement === input)).toBe(true)
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    await looksRight(other, `code ${language}`)
    await field.fill(codeOf(key, 5))
    await other.locator('.field-problem:not(:empty)').waitFor()
    await forgetUsedCodes()
    await field.fill(codeOf(key))
    await entered(other)

    const third = await harness.blank({ language, width })
    await givePassword(third, userName, passwordOf(userName))
    await third.locator('.two-step-code').fill((codes[0] ?? '').toLowerCase())
    await third.keyboard.press('Enter')
    await entered(third)
  },
  120_000,
)

test('[decision 8] the other tabs of the browser, and the live line, go on when the session gets a new pair of secrets', async () => {
  const page = await harness.signedIn('admin', { path: 'dashboard' })
  const sockets: number[] = []
  const other = await page.context().newPage()
  const asked: string[] = []
  other.on('websocket', () => sockets.push(Date.now()))
  other.on('domcontentloaded', () => asked.push(pathOf(other)))
  await other.goto(`${harness.product.address}/dashboard`)
  await connected(other)
  expect(asked).toEqual(['/dashboard'])
  const headerIdOf = (tab: Page): Promise<string | null> => tab.evaluate(() => sessionStorage.getItem('header-id'))
  const before = await headerIdOf(page)
  expect(await headerIdOf(other)).toBe(before)

  await page.getByRole('button', { name: '开启两步验证', exact: true }).click()
  await dialogOf(page).locator('input[type=password]').fill(passwordOf('admin'))
  await dialogOf(page).getByRole('button', { name: '继续' }).click()
  const key = await shownKey(page)
  await dialogOf(page).locator('.two-step-code').fill(codeOf(key))
  await dialogOf(page).getByRole('button', { name: '我已保存' }).click()
  await page.getByText('两步验证已开启').waitFor()

  await eventually(async () => (await headerIdOf(other)) !== before).toBe(true)
  expect(await headerIdOf(other)).toBe(await headerIdOf(page))
  // The line of the session before was ended; its successor is there, and nothing was loaded again.
  await eventually(() => sockets.length).toBe(2)
  await connected(other)
  expect(asked).toEqual(['/dashboard'])
}, 120_000)

/** Each case begins with the password that the first start printed. */
const withFirstPassword = async (userName: string, work: () => Promise<void>): Promise<void> => {
  const { pool } = harness.product.database
  const { rows } = await pool.query<{ kept: string }>('SELECT password_hash AS kept FROM app_user WHERE user_name = $1', [userName])
  try {
    await work()
  } finally {
    await pool.query('UPDATE app_user SET password_hash = $2 WHERE user_name = $1', [userName, rows[0]?.kept])
  }
}

test.each([
  { language: 'zh-CN', width: 390, title: '设置新密码', enrolTitle: '设置两步验证', noted: '我已保存' },
  {
    language: 'en-US',
    width: 1440,
    title: 'Choose a new password',
    enrolTitle: 'Set up two-step verification',
    noted: 'I have saved them',
  },
] as const)(
  '[L16] a new user of a role that requires a second factor chooses a password and sets the factor up before the first screen, in $language',
  async ({ language, width, title, enrolTitle, noted }) => {
    await withFirstPassword('customer', async () => {
      const { pool } = harness.product.database
      await pool.query(`UPDATE role SET second_factor_required = true WHERE name = '客户'`)
      await pool.query(`DELETE FROM second_factor WHERE user_id = (SELECT id FROM app_user WHERE user_name = 'customer')`)
      await pool.query(`UPDATE app_user SET must_change_password = true WHERE user_name = 'customer'`)
      const page = await harness.blank({ language, width })
      await givePassword(page, 'customer', passwordOf('customer'))
      await page.getByRole('heading', { name: title }).waitFor()
      await looksRight(page, `first password ${language}`)
      const fresh = `three trucks by the river ${language}`
      await page.keyboard.type(fresh)
      await page.keyboard.press('Tab')
      await page.keyboard.type(fresh)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: enrolTitle }).waitFor()
      await page.locator('.two-step-picture svg').waitFor()
      await looksRight(page, `required ${language}`)
      expect(pathOf(page)).toBe('/login')
      await page.locator('.two-step-code').fill(codeOf(await shownKey(page)))
      await page.getByRole('button', { name: noted }).click()
      await entered(page)
      await page.locator('.header').waitFor()
    })
  },
  120_000,
)
