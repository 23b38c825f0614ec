import { readFileSync } from 'node:fs'
import { read as readXlsx, utils as sheet } from '@e965/xlsx'
import type { TruckRow } from '@tanker/fleet/world'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, CARRIER_2, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
const overspeeds = 'driving_monitor/exception_report/alarm_over_speed'
const unsealings = 'cargo_monitor/exception_report/alarm_switch_cover'
const [BOTTOM_VALVE, MANHOLE] = [2, 1]

const tankers = tankersOf(CARRIER_1)
const [fast, faster, slow] = tankers
const opened = tankers.slice(4, 7)
const [abroad] = tankersOf(CARRIER_2)
if (!fast || !faster || !slow || !abroad || opened.length < 3) throw new Error('the world has too few tankers')

async function speeds(row: TruckRow, kmh: number): Promise<void> {
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 0)).drives(60, kmh).drives(30, 50).endingAt())
  await truck.close()
}

async function opens(row: TruckRow, type: number): Promise<void> {
  const truck = await setOut(harness.product, row)
  const aboard = holding(row, 5000)
  const cover = { ...ROADSIDE, compartment: 2, type, compartments: aboard }
  const now = Date.now()
  await sendReadings(truck, new TruckStory(ROADSIDE, aboard).stands(120).endingAt(now - 40_000))
  await truck.openCover({ ...cover, at: now - 30_000 })
  await truck.openCover({ ...cover, at: now - 15_000 })
  await truck.closeCover({ ...cover, at: now - 10_000 })
  await truck.send({ ...ROADSIDE, compartments: aboard, at: now })
  await truck.close()
}

beforeAll(async () => {
  await Promise.all([speeds(fast, 90), speeds(faster, 130), speeds(slow, 70), speeds(abroad, 120)])
  await Promise.all(opened.map((row, index) => opens(row, index === 0 ? BOTTOM_VALVE : MANHOLE)))
})

const dataRows = (page: Page): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
const rowOf = (page: Page, { plate }: TruckRow): Locator => dataRows(page).filter({ hasText: plate })
const plates = async (page: Page): Promise<string[]> => (await dataRows(page).getByRole('link').allInnerTexts()).toSorted()
const platesOf = (...rows: readonly TruckRow[]): string[] => rows.map(({ plate }) => plate).toSorted()
const headings = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((heading) => heading.replace(/[▲▼↕\n]/g, '').trim())

test('[1-02] driving behaviour: the report of overspeeds shows who drove too fast, where and how much, to the carrier it concerns, in both languages', async () => {
  const chinese = await harness.signedIn('dispatcher1', { path: overspeeds })
  const english = await harness.signedIn('dispatcher1', { path: overspeeds, language: 'en-US' })
  await eventually(() => plates(chinese)).toEqual(platesOf(fast, faster))
  await eventually(() => plates(english)).toEqual(platesOf(fast, faster))
  expect(await chinese.locator('h1').innerText()).toBe('超速报警')
  expect(await headings(chinese)).toEqual(expect.arrayContaining(['车牌号', '限速 (km/h)', '最高速度 (km/h)']))
  expect(await english.locator('h1').innerText()).toBe('Overspeed alarms')
  expect(await headings(english)).toEqual(expect.arrayContaining(['Plate', 'Limit (km/h)', 'Highest speed (km/h)']))
  const cells = await rowOf(english, faster).getByRole('gridcell').allInnerTexts()
  expect(cells).toEqual(expect.arrayContaining([faster.plate, '80', '130']))
  expect(await chinese.locator('.report-foot').innerText()).toContain('共 2 条')
})

test('filters cut the rows, stand in the address, and a copied address shows another user the same', async () => {
  const page = await harness.signedIn('dispatcher1', { path: overspeeds, language: 'en-US' })
  await eventually(() => plates(page)).toEqual(platesOf(fast, faster))
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Over the limit by at least').fill('40')
  await page.getByRole('button', { name: 'Search' }).click()
  await eventually(() => plates(page)).toEqual(platesOf(faster))
  const address = page.url()
  expect(new URL(address).searchParams.get('filters')).toContain('40')
  const admin = await harness.signedIn('admin', { language: 'en-US' })
  await admin.goto(address)
  await eventually(() => plates(admin)).toEqual(platesOf(faster))
  await page.getByRole('button', { name: 'Reset' }).click()
  await eventually(() => plates(page)).toEqual(platesOf(fast, faster))
  await admin.getByRole('button', { name: 'Reset' }).click()
  await eventually(() => plates(admin)).toEqual(platesOf(fast, faster, abroad))
})

const fillIn = async (dialog: Locator, result: string, exceptionType: string): Promise<void> => {
  await dialog.locator('input.field[required]').fill(result)
  await dialog.locator('select').selectOption(exceptionType)
}

test('an unsealing is handled with a result and an exception type, and leaves the live lists of all users', async () => {
  const [truck] = opened
  if (!truck) throw new Error('no truck')
  const page = await harness.signedIn('dispatcher1', { path: unsealings })
  const watching = await harness.signedIn('admin', { path: overspeeds })
  await watching.locator('.alarm-list li', { hasText: truck.plate }).waitFor()
  await rowOf(page, truck).getByRole('button', { name: '处理' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: '提交' }).click()
  expect(await dialog.getByRole('alert').innerText()).toBe('请选择处理结果和异常类型')
  await fillIn(dialog, '已电话核实', 'human')
  await dialog.getByRole('button', { name: '提交' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.locator('.toast-success').innerText()).toContain('处理成功')
  await eventually(() => rowOf(page, truck).innerText()).toContain('已电话核实')
  expect(await rowOf(page, truck).locator('.cell-handled').count()).toBe(1)
  await watching.locator('.alarm-list li', { hasText: truck.plate }).waitFor({ state: 'detached' })
})

test('[8.1-06] of two users who handle the same alarms at once one wins, and the other sees which truck was handled', async () => {
  const [, second, third] = opened
  if (!second || !third) throw new Error('no trucks')
  const [chinese, english] = [
    await harness.signedIn('dispatcher1', { path: unsealings }),
    await harness.signedIn('admin', { path: unsealings, language: 'en-US' }),
  ]
  await rowOf(english, second).getByRole('button', { name: 'Handle' }).click()
  for (const truck of [second, third]) await rowOf(chinese, truck).getByRole('checkbox').check()
  await chinese.getByRole('button', { name: '处理所选 (2)' }).click()
  await fillIn(chinese.locator('dialog[open]'), '误报', 'equipment')
  await chinese.locator('dialog[open]').getByRole('button', { name: '提交' }).click()
  await eventually(() => rowOf(chinese, second).locator('.cell-handled').count()).toBe(1)
  await eventually(() => rowOf(chinese, third).locator('.cell-handled').count()).toBe(1)

  await fillIn(english.locator('dialog[open]'), 'Driver called', 'human')
  await english.locator('dialog[open]').getByRole('button', { name: 'Submit' }).click()
  const toast = english.locator('.toast-error')
  await toast.waitFor()
  expect(await toast.innerText()).toContain(second.plate)
  expect(await english.locator('dialog[open]').isVisible()).toBe(true)
  const { rows } = await harness.product.database.pool.query<{ handle_result: string }>(
    'SELECT handle_result FROM alarm JOIN truck ON truck.id = truck_id WHERE plate = $1 AND type = 1',
    [second.plate],
  )
  expect(rows).toEqual([{ handle_result: '误报' }])
})

test('a row without a choice is not handled, its place opens on the map, and a plate leads to its truck', async () => {
  const page = await harness.signedIn('dispatcher1', { path: unsealings, language: 'en-US' })
  await eventually(() => plates(page)).toEqual(platesOf(...opened))
  await page.getByRole('button', { name: 'Handle selected' }).click()
  expect(await page.locator('.toast-warning').innerText()).toContain('Please select at least one row')
  await dataRows(page).first().getByTitle('Show on the map').click()
  const dialog = page.locator('dialog.place-dialog[open]')
  expect(await dialog.locator('.place-coordinates').innerText()).toMatch(/^31\.90\d+, 119\.80\d+$/)
  await dialog.locator('canvas').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await dataRows(page).first().getByRole('link').click()
  await page.waitForURL((url) => url.pathname === '/monitor/cargo_transport' && url.searchParams.has('truck'))
})

test('by keyboard every action of a row is reached: Enter enters the cell, arrows move between its buttons, and Escape leaves it', async () => {
  const page = await harness.signedIn('dispatcher1', { path: unsealings })
  await dataRows(page).first().waitFor()
  await page.getByRole('grid').focus()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.textContent)
  for (const key of ['Control+Home', 'End', 'Enter']) await page.keyboard.press(key)
  const labels = await dataRows(page).first().locator('.cell-actions button').allInnerTexts()
  expect(labels.slice(-2)).toEqual(['详情', '曲线'])
  for (const label of labels) {
    await eventually(focused).toBe(label)
    await page.keyboard.press('ArrowRight')
  }
  // Right of the last one the grid has the focus again; so it has after Escape.
  await eventually(focused).toBe('grid')
  await page.keyboard.press('Enter')
  await eventually(focused).toBe(labels[0])
  await page.keyboard.press('Escape')
  await eventually(focused).toBe('grid')
  for (const key of ['Enter', ...labels.slice(1).map(() => 'ArrowRight'), 'Enter']) await page.keyboard.press(key)
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).press('Enter')
  await eventually(focused).toBe(labels.at(-1))
})

test('[7.5-01] [7.5-02] the list on the page is saved as a spreadsheet, with the titles and rows of the page', async () => {
  const page = await harness.signedIn('dispatcher1', { path: overspeeds })
  await eventually(() => plates(page)).toEqual(platesOf(fast, faster))
  const asking = page.waitForRequest((request) => request.url().endsWith(`/api/reports/${overspeeds}/export`))
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  const body = new URLSearchParams((await asking).postData() ?? '')
  const shown = (await headings(page)).filter((heading) => heading !== '' && heading !== '操作')
  // Columns without data are left out of the page, not of the file.
  const headers = body.get('headers')?.split(',') ?? []
  expect(headers.filter((header) => shown.includes(header))).toEqual(shown)
  expect(body.get('fields')?.split(',')).toHaveLength(headers.length)
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^超速报警 \d{4}-\d\d-\d\d( \d{4})?(_\d{4}-\d\d-\d\d( \d{4})?)?\.xlsx$/)
  const sheets = readXlsx(readFileSync(await file.path()))
  const [first = ''] = sheets.SheetNames
  const rows = sheet.sheet_to_json<string[]>(sheets.Sheets[first] ?? {}, { header: 1, blankrows: true })
  expect(rows[0]).toEqual(headers)
  const end = rows.findIndex((row) => row.length === 0)
  expect(
    rows
      .slice(1, end)
      .map((row) => row[headers.indexOf('车牌号')])
      .toSorted(),
  ).toEqual(platesOf(fast, faster))
  // What only the file has is empty there too.
  for (const header of headers.filter((one) => !shown.includes(one)))
    expect(
      rows.slice(1, end).map((row) => row[headers.indexOf(header)] ?? ''),
      header,
    ).toEqual(rows.slice(1, end).map(() => ''))
  await page.locator('.toast-success', { hasText: '导出完成' }).waitFor()
})

test('the list is printed with its columns, what was asked, who printed it and all its rows, also those of other pages', async () => {
  const page = await harness.signedIn('dispatcher1', { path: overspeeds })
  await eventually(() => plates(page)).toEqual(platesOf(fast, faster))
  await page.evaluate(() => {
    const seen = globalThis as unknown as { printed: number }
    seen.printed = 0
    window.print = () => void (seen.printed += 1)
  })
  const shown = (await headings(page)).filter((heading) => heading !== '' && heading !== '操作')
  await page.getByRole('button', { name: '其他格式' }).click()
  await page.getByRole('button', { name: '打印' }).click()
  await eventually(() => page.evaluate(() => (globalThis as unknown as { printed: number }).printed)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.list-sheet')
  expect(await paper.locator('thead th').allInnerTexts()).toEqual(shown)
  const printed = await paper.locator('tbody tr:not(.sheet-total)').allInnerTexts()
  expect(printed.map((line) => tankers.find(({ plate }) => line.includes(plate))?.plate).toSorted()).toEqual(platesOf(fast, faster))
  const about = await paper.locator('dl').innerText()
  for (const words of ['时间', '行数\n2', 'dispatcher1']) expect(about).toContain(words)
  expect(await page.locator('.shell').isVisible()).toBe(false)
  expect(await axeProblems(page, '.list-sheet')).toEqual([])
  // Once printed it is gone.
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await paper.waitFor({ state: 'detached' })
})
