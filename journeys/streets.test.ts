import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setUpHarness } from './browser-harness.ts'
import { eventually } from './eventually.ts'
import { startProduct } from './running-product.ts'
import { coloursIn } from './screenshot-colours.ts'
import { openPage, signIn } from './opened-page.ts'
import { launchBrowser } from './browser.ts'
import { pictureServer, tileOf, writeTown } from './street-tiles.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, holding, ROADSIDE, sendReadings, setOut, tankersOf } from './world-truck.ts'

const town = join(mkdtempSync(join(tmpdir(), 'town-')), 'town.pmtiles')
writeTown(town, ROADSIDE)
const harness = setUpHarness({ MAP_TILES: town })

const [driven] = tankersOf(CARRIER_1)
if (!driven) throw new Error('the world has no tanker')
const board = 'monitor/cargo_transport'
const withMapsMs = 90_000
/** Draws the map with parks in the colours of each theme. */
const PARK = { light: '#e4edda', dark: '#1a2822' }
const STILL_GREEN = '#3cb44b'
/** 256 x 256 px of one green. */
const GREEN_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEACAIAAADTED8xAAACAElEQVR42u3TQQ0AAAjEsBOGA+wikDcaaFIFS5aahrciAQYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABMIAKGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAYAA4ABwABgADAAGAAMAAbAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAGUAEDgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAAGAAMAAYAAwABgADgAHAABgADAAGAAOAAcAAYAAwABgADAAGAAOAAcAAYAAwABgADAAGAAOAAcAAYAAwABgADAAGAAOAAcAAYAAwABgADAAGAAOAAcAAYAAwABgADAAGAAOAAcAAYAAwAFwLWrISdjeIrKIAAAAASUVORK5CYII=',
  'base64',
)
const streetsShown = (page: Page) => page.locator('[data-streets=shown]').first().waitFor()
const truckId = async (product: { database: typeof harness.product.database }): Promise<number> =>
  (await product.database.pool.query<{ id: number }>(`SELECT id FROM truck WHERE plate = $1`, [driven.plate])).rows[0]?.id ?? 0
const drives = () => new TruckStory(ROADSIDE, holding(driven, 4_000)).stands(120).endingAt()

beforeAll(async () => {
  const truck = await setOut(harness.product, driven)
  await sendReadings(truck, drives())
  await truck.close()
})

test.each(['light', 'dark'] as const)(
  'streets from the tile file of the server are below the trucks, in the colours of the %s theme, with the owner of the data',
  async (theme) => {
    const page = await harness.signedIn('dispatcher1', {
      path: `${board}?truck=${await truckId(harness.product)}`,
      before: (page) => page.emulateMedia({ colorScheme: theme }),
    })
    await streetsShown(page)
    await page.getByText('© Trial Town survey').waitFor()
    await eventually(async () =>
      (await coloursIn(page, await page.locator('.maplibregl-canvas').screenshot())).near(PARK[theme]),
    ).toBeGreaterThan(500)
    // What was drawn is found by its name, and cities of the base map are.
    const search = page.getByRole('combobox', { name: '搜索菜单' })
    for (const [typed, name] of [
      ['shiyanz', '试验镇'],
      ['wuxi', '无锡'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await search.fill(typed)
      await page.getByRole('group', { name: '地图' }).getByRole('option', { name }).click()
      await page.locator('.found-place', { hasText: name }).waitFor()
    }
  },
  withMapsMs,
)

test(
  'the tiles of a GCJ-02 map are read where that map has the truck, and drawn where it is',
  async () => {
    const tiles = await pictureServer(GREEN_PICTURE)
    const [product, browser] = await Promise.all([startProduct({ MAP_TILES: tiles.address, MAP_TILES_SYSTEM: 'gcj02' }), launchBrowser()])
    try {
      const truck = await setOut(product, driven)
      await sendReadings(truck, drives())
      await truck.close()
      const { page, problems } = await openPage(browser, 'zh-CN')
      await page.emulateMedia({ colorScheme: 'light' })
      await signIn(page, product, 'dispatcher1')
      await page.goto(`${product.address}/${board}?truck=${await truckId(product)}`)
      await streetsShown(page)
      await eventually(async () =>
        (await coloursIn(page, await page.locator('.maplibregl-canvas').screenshot())).near(STILL_GREEN),
      ).toBeGreaterThan(100_000)
      // GCJ-02 has this place 0.00495 degrees further east and 0.00203 further south: at zoom 15 in another tile.
      const zooms = [...tiles.asked].map((asked) => Number(asked.split('/')[0]))
      const zoom = Math.max(...zooms)
      const { x, y } = tileOf({ lat: ROADSIDE.lat - 0.00203, lng: ROADSIDE.lng + 0.00495 }, zoom)
      expect([...tiles.asked]).toContain(`${zoom}/${x}/${y}`)
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await product.stop()
      await tiles.stop()
    }
  },
  withMapsMs,
)
