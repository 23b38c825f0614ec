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
type Language = (typeof LANGUAGES)[number]
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const WIDE = 1440
const NARROW = 390

type Scene = {
  readonly path: string
  /** What stands there when the scene can be judged. */
  readonly shows: string
  /** Done before it is judged. */
  readonly act?: (page: Page) => Promise<unknown>
}

/** It takes longer than all other journeys: only with `AXE=all`, before a release, or with parts of paths, `AXE=driving_monitor,dashboard`. */
const wanted = process.env['AXE']
const isWanted = wanted !== undefined
const isChosen = ({ path }: Scene): boolean => wanted === 'all' || (wanted ?? '').split(',').some((part) => path.includes(part))

/** Seen before the sign-in only. */
const SIGN_IN: Scene = { path: 'login', shows: '.code-canvas' }
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
  const all: readonly Scene[] = [
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
  scenes = all.filter(isChosen)
}, 120_000)

/** The screen with what it found. */
async function settled(page: Page, scene: Scene): Promise<void> {
  await page.locator('main h1, .wall-clock, .sheet-page h1, .code-canvas').first().waitFor({ state: 'attached' })
  await page.locator('main [aria-busy=true]:visible').first().waitFor({ state: 'detached' })
  await scene.act?.(page)
  await page.locator(scene.shows).first().waitFor({ state: 'attached' })
}

type Seen = { readonly problems: string[]; looks: number }

/** A slow machine judges fewer looks, and says so. */
const LONGEST_MS = 1_200_000

const keepTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((one) => {
    localStorage.setItem('theme', one)
    sessionStorage.removeItem('visitedViews')
  }, theme)

const resize = (page: Page, width: number): Promise<void> => page.setViewportSize({ width, height: 844 })

/** Each scene wide in both themes, and narrow; the theme of the narrow look alternates. */
async function judgeScene(page: Page, scene: Scene, index: number, language: Language, seen: Seen): Promise<void> {
  const [first, second] = index % 4 < 2 ? THEMES : THEMES.toReversed()
  const judge = async (where: string, coloursOnly: boolean): Promise<void> => {
    const problems = await graveAxeProblems(page, { coloursOnly })
    seen.looks += 1
    seen.problems.push(...problems.map((one) => `${scene.path} in ${language}, ${where}: ${one}`))
  }
  const open = async (theme: Theme): Promise<void> => {
    await keepTheme(page, theme)
    await page.goto(`${harness.product.address}/${scene.path}`)
    await settled(page, scene)
  }
  await resize(page, WIDE)
  await open(first!)
  await judge(`${first}, wide`, false)
  const button = page.getByRole('button', {
    name: /^(切换到深色|切换到浅色|Switch to dark|Switch to light|深色|浅色|Dark|Light)$/,
    includeHidden: true,
  })
  // By script: a dialog may lie over it. The wall has none.
  if ((await button.count()) > 0) await button.first().evaluate((element) => (element as HTMLElement).click())
  else await open(second!)
  await page.locator(`html[data-theme=${second}]`).waitFor({ state: 'attached' })
  await judge(`${second}, wide`, true)
  await resize(page, NARROW)
  await judge(`${second}, narrow`, false)
  // Colours do not depend on the width: of the narrow ones every fourth is judged in the first theme too.
  if (index % 4 !== 0) return
  await open(first!)
  await judge(`${first}, narrow`, true)
}

async function lookThrough(language: Language, seen: Seen): Promise<void> {
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
  await page.goto(`${harness.product.address}/login`)
  await judgeScene(page, SIGN_IN, 0, language, seen)
  await resize(page, WIDE)
  await harness.signInOn(page, 'admin')
  for (const [index, scene] of scenes.entries()) {
    if (Date.now() > until) return
    await judgeScene(page, scene, index, language, seen).catch((error: unknown) => {
      seen.problems.push(`${scene.path} in ${language}: ${String(error).slice(0, 300)}`)
    })
  }
}

test.runIf(isWanted)(
  '[8.3-36] no screen, dialog or page has a critical or serious violation of axe',
  async () => {
    const seen: Seen = { problems: [], looks: 0 }
    await Promise.all(LANGUAGES.map((language) => lookThrough(language, seen)))
    expect(seen.problems).toEqual([])
    // In each language wide in two themes and narrow in one, every fourth also narrow in the other.
    const all = scenes.length + 1
    expect(seen.looks).toBe(LANGUAGES.length * (3 * all + 1 + Math.ceil(scenes.length / 4)))
  },
  1_500_000,
)
