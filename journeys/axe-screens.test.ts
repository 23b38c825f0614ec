import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { SCREENS } from '@tanker/contract/screens'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { graveAxeProblems } from './axe.ts'
import { setUpHarness } from './browser-harness.ts'
import { storeDeviceFixtures } from './device-fixtures.ts'
import { standStill } from './frozen-database.ts'
import { storeRareFixtures } from './rare-fixtures.ts'
import { PROJECT_FOLDER } from './running-product.ts'

/** The moment of the stored rows. */
const NOW = '2026-03-18T02:00:00Z'
const harness = setUpHarness({
  CLOCK_STARTS_AT: NOW,
  NODE_OPTIONS: `--import=${pathToFileURL(join(PROJECT_FOLDER, 'journeys', 'fake-clock.mjs')).href}`,
})

const LANGUAGES = ['zh-CN', 'en-US'] as const
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1440, 390] as const
type Theme = (typeof THEMES)[number]
type Look = { readonly theme: Theme; readonly width: (typeof WIDTHS)[number] }
const LOOKS: readonly Look[] = THEMES.flatMap((theme) => WIDTHS.map((width) => ({ theme, width })))

/** Seen in every language, theme and width. */
const IMPORTANT: ReadonlySet<string> = new Set([
  'dashboard',
  'monitor/cargo_transport',
  'monitor/alarm_desk',
  'monitor/alarm_record',
  'cargo_monitor/event_report/real_tank_inventory',
  'cargo_monitor/event_report/delivery_record',
  'cargo_monitor/event_report/level_trend',
  'cargo_monitor/data_analysis/oil_loss',
  'setting/base_data/truck',
  'setting/privilege_account/user',
])

type Scene = {
  readonly path: string
  /** What stands there when the scene can be judged. */
  readonly shows: string
  /** Done before it is judged. */
  readonly act?: (page: Page) => Promise<unknown>
}

/** It takes longer than all other journeys: only with `AXE=all`, before a release. */
const isWanted = process.env['AXE'] === 'all'

/** Two looks differ in theme and width and come with the other language, so that each scene is seen in both of all three. */
const looksOf = (scene: Scene, index: number, language: (typeof LANGUAGES)[number]): readonly Look[] => {
  if (IMPORTANT.has(scene.path) && !scene.act) return LOOKS
  const one = index % LOOKS.length
  return LOOKS.slice(language === 'zh-CN' ? one : LOOKS.length - 1 - one).slice(0, 1)
}

let scenes: readonly Scene[] = []

beforeAll(async () => {
  if (!isWanted) return
  const { product } = harness
  await product.stopServer()
  const { pool } = product.database
  await standStill(pool, NOW)
  const first = async (query: string): Promise<string> => (await pool.query<{ it: string }>(query)).rows[0]?.it ?? ''
  const truck = await first(
    `SELECT truck_id::text AS it FROM record WHERE kind = 'operation' GROUP BY truck_id ORDER BY count(*) DESC, truck_id LIMIT 1`,
  )
  await storeRareFixtures(product, Number(truck))
  await storeDeviceFixtures(product, Number(truck))
  await product.startServer()
  const delivery = await first(
    `SELECT truck_id || '-' || (extract(epoch FROM trip_started_at) * 1000)::bigint AS it FROM delivery ORDER BY trip_started_at DESC LIMIT 1`,
  )
  const alarm = await first(`SELECT id::text AS it FROM alarm WHERE handled_at IS NULL AND superseded_at IS NULL ORDER BY id LIMIT 1`)
  const dialog = 'dialog[open] button'
  scenes = [
    { path: 'dashboard', shows: '.dashboard .card' },
    ...SCREENS.map(({ path }) => ({
      path: path === 'cargo_monitor/event_report/level_trend' ? `${path}?truck=${truck}` : path,
      shows: 'main h1',
    })),
    { path: '404', shows: '.not-found' },
    { path: `monitor/alarm_desk?alarm=${alarm}`, shows: '.desk-head h2' },
    { path: 'monitor/alarm_desk', shows: dialog, act: (page) => page.getByRole('button', { name: /^(交班|Hand over shift)$/ }).click() },
    {
      path: 'monitor/alarm_record',
      shows: dialog,
      act: (page) =>
        page
          .getByRole('button', { name: /^(处理|Handle)$/ })
          .first()
          .click(),
    },
    { path: `monitor/cargo_transport?truck=${truck}`, shows: '.truck-card h2' },
    { path: 'monitor/cargo_transport?wall', shows: '.wall-clock' },
    { path: `cargo_monitor/event_report/delivery_record?delivery=${delivery}`, shows: '.proof, .sheet, main h1' },
    { path: 'setting/base_data/station', shows: dialog, act: (page) => page.getByRole('button', { name: /^(新增|Add)$/ }).click() },
    {
      path: 'monitor/offline_truck',
      shows: '.alarm-settings',
      act: (page) => page.getByRole('button', { name: /^(报警设置|Alarm settings)$/ }).click(),
    },
    {
      path: 'cargo_monitor/event_report/empty',
      shows: '.menu-search-item',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type('su')
      },
    },
  ]
}, 120_000)

/** The screen with what it found. */
async function settled(page: Page, scene: Scene): Promise<void> {
  await page.locator('main h1, .wall-clock, .sheet-page h1').first().waitFor({ state: 'attached' })
  await page.locator('main [aria-busy=true]:visible').first().waitFor({ state: 'detached' })
  await scene.act?.(page)
  await page.locator(scene.shows).first().waitFor({ state: 'attached' })
}

type Seen = { readonly problems: string[]; looks: number }

/** A slow machine judges fewer looks, and says so. */
const LONGEST_MS = 1_200_000

const switchTo = async (page: Page, { theme, width }: Look): Promise<void> => {
  await page.setViewportSize({ width, height: 844 })
  if ((await page.evaluate(() => document.documentElement.dataset['theme'])) === theme) return
  await page
    .getByRole('button', { name: /^(切换到深色|切换到浅色|Switch to dark|Switch to light|深色|浅色|Dark|Light)$/ })
    .first()
    .click()
}

async function lookThrough(language: (typeof LANGUAGES)[number], seen: Seen): Promise<void> {
  const until = Date.now() + LONGEST_MS
  const page = await harness.blank({
    language,
    before: async (fresh) => {
      await fresh.clock.setFixedTime(NOW)
      // Maps are pictures for axe; drawn by software they would take most of the time.
      await fresh.route('**/map/*.json', (route) => route.fulfill({ json: { type: 'FeatureCollection', features: [] } }))
    },
  })
  // Two pages work at the same time.
  page.setDefaultTimeout(45_000)
  const judge = async (where: string, { theme, width }: Look): Promise<void> => {
    seen.looks += 1
    seen.problems.push(...(await graveAxeProblems(page)).map((one) => `${where} in ${language}, ${theme}, ${width}: ${one}`))
  }
  await page.goto(`${harness.product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  for (const look of LOOKS) {
    await switchTo(page, look)
    await judge('login', look)
  }
  await page.setViewportSize({ width: 1440, height: 844 })
  await harness.signInOn(page, 'admin')
  for (const [index, scene] of scenes.entries()) {
    if (Date.now() > until) return
    const [first, ...others] = looksOf(scene, index, language)
    if (!first) continue
    await page.evaluate((theme) => {
      localStorage.setItem('theme', theme)
      sessionStorage.removeItem('visitedViews')
    }, first.theme)
    await page.setViewportSize({ width: first.width, height: 844 })
    await page.goto(`${harness.product.address}/${scene.path}`)
    try {
      await settled(page, scene)
      await judge(scene.path, first)
      for (const look of others) {
        await switchTo(page, look)
        await judge(scene.path, look)
      }
    } catch (error) {
      seen.problems.push(`${scene.path} in ${language}, ${first.width}: ${String(error).slice(0, 300)}`)
    }
  }
}

test.runIf(isWanted)(
  '[8.3-36] no screen, dialog or page has a critical or serious violation of axe',
  async () => {
    const seen: Seen = { problems: [], looks: 0 }
    await Promise.all(LANGUAGES.map((language) => lookThrough(language, seen)))
    expect(seen.problems).toEqual([])
    const wanted = LANGUAGES.flatMap((language) => scenes.map((scene, index) => looksOf(scene, index, language).length))
    expect(seen.looks).toBe(LANGUAGES.length * LOOKS.length + wanted.reduce((sum, count) => sum + count, 0))
  },
  1_500_000,
)
