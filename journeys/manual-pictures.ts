// Takes the pictures of the operation manuals from the running product, in both languages. Run it again when screens change.
// Usage: npm run build, then node --import tsx journeys/manual-pictures.ts [--only login,report]
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import type { TruckRow } from '@tanker/fleet/world'
import type { Locator, Page } from 'playwright-core'
import startDatabases from '../run/test-database.ts'
import { launchBrowser } from './browser.ts'
import { openPage, signIn } from './opened-page.ts'
import { PROJECT_FOLDER, startProduct } from './running-product.ts'
import { replayHistory } from './history-replay.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings, trucksUnder } from './world-truck.ts'

const LANGUAGES = [
  ['zh', 'zh-CN'],
  ['en', 'en-US'],
] as const
type ManualLanguage = (typeof LANGUAGES)[number][0]

const MANUALS = join(PROJECT_FOLDER, 'apps', 'web', 'public', 'manual')
const FOLDER = join(MANUALS, 'pictures')
/** As wide as a manual shows a picture on a large screen. */
const SIZE = { width: 1280, height: 760 } as const
const QUALITY = 78
/** Drawn in software a map takes its time. */
const MAP_MS = 8_000
const [SOS, DEVICE_OVERSPEED] = [1, 2]
/** Past alarms that would open a dialog over every screen until they are handled. */
const WITH_DIALOG = ALARM_TYPES.filter(({ popUp }) => popUp !== 'list').map(({ code }) => code)
const SPRINKLERS_OF = '320503'

const EVENTS = 'cargo_monitor/event_report'
const UNSEALINGS = 'cargo_monitor/exception_report/alarm_switch_cover'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const only = values.only?.split(',')

/** Of the pictures that were taken, by folder and name. */
const sizes = new Map<string, { readonly width: number; readonly height: number }>()

const stopDatabases = await startDatabases()
const [product, browser] = await Promise.all([startProduct(), launchBrowser()])
try {
  await replayHistory(product, { trucks: 14, days: 2, withinMs: 240_000 })
  await product.database.pool.query('UPDATE alarm SET handled_at = now() WHERE handled_at IS NULL AND type = ANY ($1)', [WITH_DIALOG])
  for (const [language, locale] of LANGUAGES) await takeAll(language, locale)
  for (const manual of ['console', 'water-truck'])
    for (const [language] of LANGUAGES) await makeRoom(join(MANUALS, manual, `${language}.html`))
} finally {
  await browser.close()
  await product.stop()
  await stopDatabases()
}

/** Writes the sizes of the pictures into a manual, so that nothing jumps while they load. */
async function makeRoom(file: string): Promise<void> {
  const page = await readFile(file, 'utf8')
  const roomy = page.replaceAll(/src="\.\.\/pictures\/([^"]+)" width="\d+" height="\d+"/g, (written, name: string) => {
    const size = sizes.get(name)
    return size ? `src="../pictures/${name}" width="${size.width}" height="${size.height}"` : written
  })
  if (roomy !== page) await writeFile(file, roomy)
}

/** The page, or a part of it, as a picture of the manual; a word of it is read without zooming in. */
async function take(language: ManualLanguage, name: string, page: Page, part?: Locator): Promise<void> {
  if (only !== undefined && !only.includes(name)) return
  await page.mouse.move(SIZE.width - 1, 300)
  // Charts and the map draw themselves in.
  await page.waitForTimeout(1_200)
  const bounds = (await part?.boundingBox()) ?? { x: 0, y: 0, ...(page.viewportSize() ?? SIZE) }
  const box = { x: Math.floor(bounds.x), y: Math.floor(bounds.y), width: Math.ceil(bounds.width), height: Math.ceil(bounds.height) }
  const devtools = await page.context().newCDPSession(page)
  const { data } = (await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { ...box, scale: 1 },
  })) as { data: string }
  await mkdir(join(FOLDER, language), { recursive: true })
  const picture = Buffer.from(data, 'base64')
  await writeFile(join(FOLDER, language, `${name}.webp`), picture)
  sizes.set(`${language}/${name}.webp`, box)
  console.log(`${language}/${name}.webp ${box.width} × ${box.height}, ${Math.round(picture.length / 1024)} KB`)
}

/** The truck with most operations, so that its screens have something to show. */
async function busiestTruck(): Promise<number> {
  const { rows } = await product.database.pool.query<{ truck_id: number }>(
    `SELECT truck_id FROM record WHERE kind = 'operation' GROUP BY truck_id ORDER BY count(*) DESC LIMIT 1`,
  )
  if (!rows[0]) throw new Error('no truck has loaded or unloaded')
  return rows[0].truck_id
}

/** Saves the list that is shown as a view. */
async function saveView(page: Page, name: string): Promise<void> {
  await page.locator('.screen:visible .view-button').click()
  await page.locator('.view-actions').getByText('…').first().click()
  await page.locator('dialog[open] input').first().fill(name)
  await page.locator('dialog[open] button[type=submit]').click()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

async function takeAll(language: ManualLanguage, locale: 'zh-CN' | 'en-US'): Promise<void> {
  const { page, context } = await openPage(browser, locale, SIZE.width, SIZE.height)
  const shoot = (name: string, part?: Locator): Promise<void> => take(language, name, page, part)
  const open = (path: string): Promise<unknown> => page.goto(`${product.address}/${path}`)
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const rowsShown = (): Promise<void> => page.locator('.screen:visible [role=grid] [role=gridcell]:not([aria-colspan])').first().waitFor()

  await open('login')
  await page.locator('.code-canvas').waitFor()
  await shoot('login')
  await signIn(page, product, 'admin')

  await page.setViewportSize({ width: SIZE.width, height: 1400 })
  await open('dashboard')
  await page.locator('.dashboard-chart canvas').nth(1).waitFor()
  await shoot('personal-center')
  await page.setViewportSize(SIZE)
  await page.getByRole('button', { name: say('用户 admin', 'User admin'), exact: true }).click()
  await page.locator('.user-menu').waitFor()
  await shoot('user-menu')
  await page.keyboard.press('Escape')

  const truck = await busiestTruck()
  await open(`monitor/cargo_transport?truck=${truck}`)
  await page.locator('.truck-card .tank').waitFor()
  await page.waitForTimeout(MAP_MS)
  await shoot('cargo-monitor')
  await shoot('truck-card', page.locator('.truck-card'))

  await open(`${EVENTS}/delivery_record`)
  await rowsShown()
  await open(UNSEALINGS)
  await rowsShown()
  await shoot('report')
  await page.locator('.filter-period').click()
  await page.locator('.period-days').waitFor()
  await shoot('quick-ranges')
  await page.keyboard.press('Escape')
  for (const name of [say('近7天的异常解封', 'Unsealings of seven days'), say('待核实', 'To be verified')]) await saveView(page, name)
  await page.locator('.screen:visible .view-button').click()
  await shoot('views', page.locator('.view-menu'))
  await page.keyboard.press('Escape')
  await product.database.pool.query('DELETE FROM named_view')
  await page
    .locator('.screen:visible [role=grid]')
    .getByRole('button', { name: say('处理', 'Handle'), exact: true })
    .first()
    .click()
  await shoot('handle-alarm', page.locator('dialog[open]'))
  await page.keyboard.press('Escape')
  await page
    .locator('.screen:visible [role=grid]')
    .getByRole('button', { name: say('详情', 'Details'), exact: true })
    .first()
    .click()
  await page.setViewportSize({ width: SIZE.width, height: 1000 })
  await page.locator('dialog[open] .maplibregl-canvas').waitFor()
  await page.waitForTimeout(MAP_MS)
  await shoot('row-details', page.locator('dialog[open]'))
  await page.keyboard.press('Escape')
  await page.setViewportSize(SIZE)

  await open('monitor/alarm_desk')
  await page.locator('.desk-pictures .maplibregl-canvas').waitFor()
  await page.waitForTimeout(MAP_MS)
  await shoot('alarm-desk')

  await page.locator('.tab-name').first().click({ button: 'right' })
  await shoot('tab-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say('报警设置', 'Alarm settings') }).click()
  await page.locator('.alarm-settings').waitFor()
  await shoot('alarm-settings')
  await page.keyboard.press('Escape')

  await open('cargo_monitor/data_analysis/oil_loss')
  await rowsShown()
  await shoot('oil-loss')

  await open(`${EVENTS}/real_tank_inventory`)
  await page.locator('.tank-card').first().waitFor()
  await shoot('tank-inventory')

  await open(`${EVENTS}/level_trend?truck=${truck}`)
  await page.locator('.trend-graphs canvas').first().waitFor()
  await shoot('level-trend')
  await page.getByRole('button', { name: say('油量台账', 'Litre ledger') }).click()
  await page.locator('.ledger-book').first().waitFor()
  await shoot('litre-ledger')

  await open(`${EVENTS}/flow_change`)
  await page.locator('.flow-body canvas').first().waitFor()
  await shoot('flow-change')

  await open('setting/base_data/truck')
  await rowsShown()
  await shoot('truck-list')

  await open('setting/base_data/station')
  await rowsShown()
  await page
    .locator('.screen:visible [role=grid]')
    .getByRole('button', { name: say('编辑', 'Edit'), exact: true })
    .first()
    .click()
  await page.locator('dialog[open] .maplibregl-canvas').waitFor()
  await page.waitForTimeout(MAP_MS)
  await shoot('base-data')
  await page.keyboard.press('Escape')

  await takeAlarms(language, page)
  await context.close()
  await takeWaterTruck(language, locale)
}

/** A truck that speeds, and one whose driver presses the emergency button, while a dispatcher watches. */
async function takeAlarms(language: ManualLanguage, page: Page): Promise<void> {
  const [fast, distressed] = tankersOf(CARRIER_1).slice(language === 'zh' ? -2 : -4)
  if (!fast || !distressed) throw new Error('the world has too few tankers')
  await lives(fast, DEVICE_OVERSPEED)
  const list = page.locator('.alarm-list')
  await list.waitFor()
  await take(language, 'live-alarms', page, list)
  await lives(distressed, SOS)
  const dialog = page.locator('dialog.emergency[open]')
  await dialog.locator('.maplibregl-canvas').waitFor()
  await page.waitForTimeout(MAP_MS)
  await take(language, 'emergency', page, dialog)
  await product.database.pool.query('UPDATE alarm SET handled_at = now() WHERE handled_at IS NULL AND type = 201')
}

async function lives(row: TruckRow, alarmBits: number): Promise<void> {
  const truck = await setOut(product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 0)).drives(60, 50, { alarmBits }).endingAt())
  await truck.close()
}

/** The water trucks as their own account sees them, one of them at work. */
async function takeWaterTruck(language: ManualLanguage, locale: 'zh-CN' | 'en-US'): Promise<void> {
  const row = trucksUnder(SPRINKLERS_OF).find(({ companyCode }) => companyCode === SPRINKLERS_OF)
  if (!row) throw new Error('the world has no water truck')
  const truck = await setOut(product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 6_400)).stands(150).drives(120, 18).endingAt())
  const { page, context } = await openPage(browser, locale, SIZE.width, SIZE.height)
  await signIn(page, product, 'watertruck')
  await page.locator('.fleet-truck', { hasText: row.plate }).click()
  await page.locator('.truck-card .tank').waitFor()
  await page.waitForTimeout(MAP_MS)
  await take(language, 'water-truck', page)
  await context.close()
  await truck.close()
}
