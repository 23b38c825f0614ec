import type { AddressInfo } from 'node:net'
import { read as readXlsx, utils as sheet } from '@e965/xlsx'
import type { TruckRow } from '@tanker/fleet/world'
import type { Locator, Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { setUpHarness } from './browser-harness.ts'
import { eventually } from './eventually.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, CARRIER_2, ROADSIDE, holding, sendReadings, setOut, tankersOf } from './world-truck.ts'

/** What the mail server took. */
const mails: { readonly to: string; readonly message: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    let message = ''
    stream.on('data', (chunk: Buffer) => (message += chunk.toString('latin1')))
    stream.on('end', () => {
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), message })
      done()
    })
  },
})
await new Promise<void>((done) => void smtp.listen(0, '127.0.0.1', done))
afterAll(() => new Promise<void>((done) => void smtp.close(done)))

const harness = setUpHarness({
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  MAIL_FROM: 'tanker@example.com',
})
const overspeeds = 'driving_monitor/exception_report/alarm_over_speed'

const [fast, faster] = tankersOf(CARRIER_1)
const [abroad] = tankersOf(CARRIER_2)
if (!fast || !faster || !abroad) throw new Error('the world has too few tankers')

async function speeds(row: TruckRow, kmh: number): Promise<void> {
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 0)).drives(60, kmh).drives(30, 50).endingAt())
  await truck.close()
}

beforeAll(async () => {
  await Promise.all([speeds(fast, 90), speeds(faster, 130), speeds(abroad, 125)])
})

const plates = async (page: Page): Promise<string[]> =>
  (await page.locator('.screen:visible').getByRole('grid').getByRole('row').getByRole('link').allInnerTexts()).toSorted()
const platesOf = (...rows: readonly TruckRow[]): string[] => rows.map(({ plate }) => plate).toSorted()
const button = (page: Page): Locator => page.locator('.screen:visible .view-button')
const menuItem = (page: Page, name: string | RegExp): Locator => page.locator('.view-menu').getByRole('button', { name })
const pick = async (page: Page, name: string | RegExp): Promise<void> => {
  await button(page).click()
  await menuItem(page, name).click()
}

test('a list is saved as a view, shared with a role, opened by its users in their own scope, kept at hand, and deleted', async () => {
  const admin = await harness.signedIn('admin', { path: overspeeds, language: 'en-US', stays: true })
  await eventually(() => plates(admin)).toEqual(platesOf(fast, faster, abroad))
  await admin.getByRole('button', { name: 'More filters' }).click()
  await admin.getByLabel('Over the limit by at least').fill('40')
  await admin.getByRole('button', { name: 'Search' }).click()
  await eventually(() => plates(admin)).toEqual(platesOf(faster, abroad))
  await pick(admin, 'Save as…')
  const dialog = admin.locator('dialog[open]')
  await dialog.getByLabel('Name').fill('Far too fast')
  await dialog.getByLabel('Last 7 days, moving with the date').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => button(admin).innerText()).toBe('Far too fast')
  expect(new URL(admin.url()).search).toMatch(/^\?view=\d+$/)

  await pick(admin, 'Share…')
  await dialog.getByRole('checkbox').first().waitFor()
  for (const role of await dialog.getByRole('checkbox').all()) await role.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })

  const page = await harness.signedIn('dispatcher1', { path: overspeeds, stays: true })
  await eventually(() => plates(page)).toEqual(platesOf(fast, faster))
  await button(page).click()
  expect(await menuItem(page, /Far too fast/).innerText()).toContain('共享')
  expect(await axeProblems(page)).toEqual([])
  await menuItem(page, /Far too fast/).click()
  // The other carrier's truck stays out of sight.
  await eventually(() => plates(page)).toEqual(platesOf(faster))
  await page.getByRole('button', { name: '更多条件' }).click()
  await page.getByLabel('超速比例不低于').fill('5')
  await page.getByRole('button', { name: '查询' }).click()
  await eventually(() => plates(page)).toEqual(platesOf(fast, faster))
  await eventually(() => button(page).innerText()).toContain('已修改')
  await pick(page, '恢复为该视图')
  await eventually(() => plates(page)).toEqual(platesOf(faster))

  await pick(page, '添加到快捷访问')
  await page.locator('.toast-success').waitFor()
  await pick(page, '添加到快捷访问')
  await page.locator('.toast-error', { hasText: '该视图已存在于快捷访问中' }).waitFor()
  await page.goto(`${harness.product.address}/monitor/offline_truck`)
  await page.getByRole('button', { name: '快捷访问' }).click()
  await page
    .locator('.quick-access')
    .getByRole('link', { name: /Far too fast/ })
    .click()
  await eventually(() => plates(page)).toEqual(platesOf(faster))
  await page.goto(`${harness.product.address}/monitor/offline_truck`)
  await page.locator('.menu-search-input').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('far too')
  await page.getByRole('option', { name: /Far too fast/ }).waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => plates(page)).toEqual(platesOf(faster))

  await pick(admin, 'Delete…')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await eventually(() => button(admin).innerText()).toBe('Views')
  await page.reload()
  await page.getByText('该视图已被删除或不再共享给您').waitFor()
  await eventually(() => plates(page)).toEqual(platesOf(fast, faster))
}, 180_000)

test('a list opens with the view that the user chose, on a phone too, until it is taken back', async () => {
  const page = await harness.signedIn('dispatcher1', { path: overspeeds, language: 'en-US', width: 390, height: 844 })
  await eventually(async () => (await plates(page)).length).toBeGreaterThan(0)
  await pick(page, 'Save as…')
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Name').fill('By speed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await pick(page, 'Open this list with it')
  await page.locator('.toast-success').first().waitFor()
  await page.goto(`${harness.product.address}/${overspeeds}`)
  await eventually(() => button(page).innerText()).toBe('By speed')
  await pick(page, 'Standard list')
  await eventually(() => button(page).innerText()).toBe('Views')
  await pick(page, /By speed/)
  await pick(page, 'No longer open this list with it')
  await page.goto(`${harness.product.address}/${overspeeds}`)
  await eventually(() => button(page).innerText()).toBe('Views')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}, 120_000)

test('a list is mailed as a spreadsheet to a user, and its log says that it was sent', async () => {
  await harness.product.database.pool.query(`UPDATE app_user SET email = user_name || '@example.com'`)
  const page = await harness.signedIn('dispatcher1', { path: overspeeds, language: 'en-US' })
  await eventually(async () => (await plates(page)).length).toBeGreaterThan(0)
  await pick(page, 'Send by mail…')
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: 'New' }).click()
  await dialog.getByLabel('Name').fill('Each morning')
  await dialog.getByRole('combobox', { name: 'Receivers' }).fill('dispatcher1')
  await page.getByRole('option', { name: /dispatcher1@example\.com/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Each morning').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Send now/ }).click()
  await eventually(() => Promise.resolve(mails.map(({ to }) => to))).toEqual(['dispatcher1@example.com'])
  const parts = (mails[0]?.message ?? '').split(/--[^\r\n]*\r\n/).filter((part) => part.includes('base64'))
  const [text = '', file] = parts.map((part) => Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64'))
  expect(text.toString()).toContain('Rows: 2')
  const rows = readXlsx(file, { type: 'buffer' })
  const cells = sheet.sheet_to_json<unknown[]>(Object.values(rows.Sheets)[0] ?? {}, { header: 1 }).flat()
  expect(cells).toEqual(expect.arrayContaining([fast.plate, faster.plate]))
  expect(cells).not.toContain(abroad.plate)
  await dialog.getByRole('button', { name: /^Log/ }).click()
  await dialog.getByText('dispatcher1@example.com · sent').waitFor()
}, 120_000)
