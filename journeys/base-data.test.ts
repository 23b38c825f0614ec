import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const stations = 'setting/base_data/station'

const rowOf = (page: Page, name: string): Locator => page.getByRole('grid').getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Types into the field that has the focus, and goes on to the next. */
const typeOn = async (page: Page, typed: string): Promise<void> => {
  await page.keyboard.type(typed)
  await page.keyboard.press('Tab')
}

/** A station by the keyboard alone: name, short name, code, organisation as it stands, address, phone, status, place. */
const addStation = async (page: Page, { name, code }: { name: string; code: string }): Promise<void> => {
  await button(page, 'Add').focus()
  await page.keyboard.press('Enter')
  await dialogOf(page).waitFor()
  await typeOn(page, name)
  await typeOn(page, `S${code}`)
  await typeOn(page, code)
  await typeOn(page, '')
  await typeOn(page, '1 Xinghu Street')
  await typeOn(page, '0512-65001001')
  await typeOn(page, '')
  await typeOn(page, '120.621034')
  await page.keyboard.type('31.318772')
  await page.keyboard.press('Enter')
}

test('[1-03] [2.8-01] [3.6-02] [4.5-01] [4.5-02] [4.5-03] a station is added by keyboard with errors shown at fields, seen in the list, changed, disabled and deleted', async () => {
  const page = await harness.signedIn('dispatcher1', { path: stations, language: 'en-US' })
  await addStation(page, { name: 'Northgate', code: '12' })
  const code = dialogOf(page).getByLabel('Code')
  await eventually(() => dialogOf(page).getByRole('alert').allInnerTexts()).toEqual(['Code must be exactly 4 digits.'])
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText('There are unsaved changes').waitFor()
  await code.fill('9012')
  await page.keyboard.press('Enter')
  await rowOf(page, 'Northgate').waitFor()
  expect(await page.locator('.toast-success').innerText()).toContain('Saved')
  const cells = await rowOf(page, 'Northgate').getByRole('gridcell').allInnerTexts()
  expect(cells).toEqual(expect.arrayContaining(['Northgate', '9012', '1 Xinghu Street', 'Enabled']))

  await rowOf(page, 'Northgate').getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Changed to Disable').waitFor()
  await rowOf(page, 'Northgate').getByRole('button', { name: 'Enable' }).click()
  await page.getByText('Changed to Enable').waitFor()

  await rowOf(page, 'Northgate').getByRole('button', { name: 'History' }).click()
  const history = dialogOf(page).getByRole('listitem')
  await eventually(() => history.count()).toBe(3)
  expect(await history.first().innerText()).toMatch(/dispatcher1 Enabled[^]*Status[^]*Disabled[^]*Enabled/)
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })

  await rowOf(page, 'Northgate').getByRole('button', { name: 'Delete' }).click()
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
  await rowOf(page, 'Northgate').waitFor({ state: 'detached' })
}, 60_000)

test('of two users who change one station the second sees who was faster and the current values, and keeps the input', async () => {
  const page = await harness.signedIn('dispatcher1', { path: stations, language: 'en-US' })
  await addStation(page, { name: 'Southgate', code: '9013' })
  await rowOf(page, 'Southgate').waitFor()
  const admin = await harness.signedIn('admin', { path: stations })
  await rowOf(admin, 'Southgate').getByRole('button', { name: '编辑' }).click()
  await rowOf(page, 'Southgate').getByRole('button', { name: 'Edit' }).click()
  await dialogOf(admin).getByLabel('电话').fill('025-84000000')
  await dialogOf(admin).getByRole('button', { name: '保存' }).click()
  await dialogOf(admin).waitFor({ state: 'detached' })

  await dialogOf(page).getByLabel('Name', { exact: false }).first().fill('Southgate Plaza')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = dialogOf(page).locator('.entity-conflict')
  await conflict.waitFor()
  expect(await conflict.innerText()).toMatch(/admin has just changed this row[^]*Phone now 025-84000000/)
  expect(await axeProblems(page)).toEqual([])
  expect(await dialogOf(page).getByLabel('Name', { exact: false }).first().inputValue()).toBe('Southgate Plaza')
  await conflict.getByRole('button', { name: 'Keep both and save' }).click()
  await rowOf(page, 'Southgate Plaza').waitFor()
  expect(await rowOf(page, 'Southgate Plaza').innerText()).toContain('025-84000000')
}, 60_000)

test.each([
  { language: 'zh-CN', template: '模板', open: '导入', start: '导入', file: '表格文件', wrong: '该代码已存在' },
  { language: 'en-US', template: 'Template', open: 'Import', start: 'Import', file: 'Spreadsheet', wrong: 'This code exists already' },
] as const)(
  '[5.2-21] [5.2-22] the template is filled and imported in $language; a row that is wrong is named, and nothing is taken',
  async (words) => {
    const key = words.language === 'zh-CN' ? 'park' : 'service_depot'
    const page = await harness.signedIn('dispatcher1', { path: `setting/base_data/${key}`, language: words.language })
    await button(page, words.template).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, words.template).click()])
    const sheet = { name: 'sheet.xlsx', mimeType: 'application/octet-stream', buffer: await readFile(await download.path()) }
    const rows = page.getByRole('grid').getByRole('row')
    const before = await rows.count()
    const start = async (): Promise<void> => {
      await dialogOf(page).getByLabel(words.file).setInputFiles(sheet)
      await dialogOf(page).getByRole('button', { name: words.start, exact: true }).click()
    }
    await button(page, words.open).click()
    await dialogOf(page).getByRole('button', { name: words.start, exact: true }).click()
    await eventually(() => dialogOf(page).getByRole('alert').innerText()).not.toBe('')
    await start()
    await dialogOf(page).waitFor({ state: 'detached' })
    await eventually(() => rows.count()).toBe(before + 1)

    await button(page, words.open).click()
    await start()
    await eventually(() => dialogOf(page).getByRole('cell').allInnerTexts()).toEqual(['2', expect.stringContaining(words.wrong)])
    expect(await axeProblems(page)).toEqual([])
    expect(await rows.count()).toBe(before + 1)
  },
)

test('a place is chosen on the map, and on a phone the form and its list have no violation of axe', async () => {
  const page = await harness.signedIn('dispatcher1', { path: stations, width: 390, height: 844 })
  await button(page, '新增').click()
  const map = dialogOf(page).locator('.maplibregl-canvas')
  await map.waitFor()
  await eventually(async () => {
    await map.click({ position: { x: 150, y: 100 } })
    return dialogOf(page).getByLabel('经度').inputValue()
  }).toMatch(/^1\d\d\.\d+$/)
  expect(await dialogOf(page).getByLabel('纬度').inputValue()).toMatch(/^3\d\.\d+$/)
  expect(await axeProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
}, 60_000)

/** The smallest PNG that a browser draws. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('[5.2-18] [5.2-20] [3.6-06] a driver gets a photo; a file that is no picture is refused before upload', async () => {
  const page = await harness.signedIn('dispatcher1', { path: 'setting/base_data/driver', language: 'en-US' })
  const row = page.getByRole('grid').getByRole('row').nth(1)
  await row.getByRole('button', { name: 'Edit' }).click()
  const photo = dialogOf(page).getByLabel('Photo')
  await photo.waitFor()
  await dialogOf(page).getByText('90 × 120 px recommended').waitFor()
  await photo.setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') })
  await dialogOf(page).getByText('This type of photo is not supported').waitFor()
  await photo.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: PNG })
  await dialogOf(page).getByRole('img', { name: 'Photo' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const shown = dialogOf(page).getByRole('img', { name: 'Photo' })
  await shown.waitFor()
  expect(await shown.getAttribute('src')).toContain(PNG.toString('base64'))
  await dialogOf(page).getByRole('button', { name: 'Remove photo' }).click()
  await dialogOf(page).getByText('No photo').waitFor()
}, 60_000)
