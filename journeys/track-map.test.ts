import type { ScriptedTruck } from '@tanker/fleet/scripted-truck'
import type { TruckRow } from '@tanker/fleet/world'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { setUpHarness } from './browser-harness.ts'
import { eventually } from './eventually.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, CARRIER_2, holding, ROADSIDE, sendReadings, setOut, tankersOf } from './world-truck.ts'

const harness = setUpHarness()
const screen = 'monitor/track_map'
const [driving, silent] = tankersOf(CARRIER_1)
const [abroad] = tankersOf(CARRIER_2)
if (!driving || !silent || !abroad) throw new Error('the world has too few tankers')
/** Maps drawn without a graphics card, on a machine that does other things too. */
const withMapsMs = 180_000

const FOUR_MINUTES_S = 240

let truck: ScriptedTruck
const story = new TruckStory(ROADSIDE, holding(driving, 5_000)).drives(600, 60)

const idOf = async ({ plate }: TruckRow): Promise<number> => {
  const { rows } = await harness.product.database.pool.query<{ id: number }>('SELECT id FROM truck WHERE plate = $1', [plate])
  return rows[0]?.id ?? 0
}

beforeAll(async () => {
  truck = await setOut(harness.product, driving)
  await sendReadings(truck, story.endingAt(Date.now() - FOUR_MINUTES_S * 1000))
  // Eleven kilometres north, silent for 95 minutes.
  const other = await setOut(harness.product, silent)
  const north = { lat: ROADSIDE.lat + 0.1, lng: ROADSIDE.lng }
  await sendReadings(other, new TruckStory(north, holding(silent, 4_000)).stands(60).endingAt(Date.now() - 95 * 60_000))
  await other.close()
})
afterAll(() => truck.close())

/** The silent truck has been heard, and not for 95 minutes now. */
const fallsSilent = (): Promise<void> =>
  eventually(async () => {
    const { rowCount } = await harness.product.database.pool.query(
      `UPDATE truck_state SET contact_at = now() - interval '95 minutes' WHERE truck_id = $1 AND last_at IS NOT NULL`,
      [await idOf(silent)],
    )
    return rowCount
  }).toBe(1)

const card = (page: Page, { plate }: TruckRow): Locator => page.getByRole('article', { name: plate })

async function choose(page: Page, row: TruckRow, typed = row.plate.slice(2)): Promise<void> {
  const field = page.getByRole('combobox', { name: '跟踪车辆' })
  await field.click()
  await field.fill(typed)
  await page.getByRole('option', { name: row.plate }).click()
  await page.keyboard.press('Escape')
  await card(page, row).waitFor()
}

/** How far the mark of one truck lies to the east of that of another, px. */
const between = async (page: Page, one: TruckRow, other: TruckRow): Promise<number> => {
  const [east, west] = await Promise.all(
    [one, other].map(async (row) => (await page.locator(`.tracked-mark[data-truck="${await idOf(row)}"]`).boundingBox())?.x ?? 0),
  )
  return (east ?? 0) - (west ?? 0)
}

test(
  '[2.3-02] two trucks are chosen; one moves on the map, the other says since when it is offline, and a reload keeps both',
  async () => {
    await fallsSilent()
    const page = await harness.signedIn('dispatcher1', { path: `${screen}?trucks=` })
    await page.locator('.fleet-map[aria-busy=false]').waitFor()
    await choose(page, driving)
    // By its pinyin.
    await choose(page, silent, silent.plate.replace('苏', 'su').toLowerCase())
    await eventually(() => card(page, silent).innerText()).toMatch(/自 \d\d:\d\d 起离线，已 1时\d\d分/)
    const moving = card(page, driving)
    await eventually(() => moving.locator('.tracked-speed').innerText()).toBe('60 km/h')
    await eventually(() => moving.innerText()).toContain(`${(5_000 * driving.compartments.length).toLocaleString('en-US')} L`)
    // Ten kilometres of driving so far.
    await eventually(() => between(page, driving, silent)).toBeGreaterThan(20)
    const before = await between(page, driving, silent)
    // A reading each ten seconds: 4.8 km.
    story.drives(FOUR_MINUTES_S, 72)
    await sendReadings(truck, story.endingAt().slice(-FOUR_MINUTES_S / 10))
    await eventually(() => moving.locator('.tracked-speed').innerText()).toBe('72 km/h')
    await eventually(async () => (await between(page, driving, silent)) - before).toBeGreaterThan(20)

    await page.reload()
    await card(page, driving).waitFor()
    await card(page, silent).waitFor()
    expect(new URL(page.url()).searchParams.get('trucks')).toBe(`${await idOf(driving)},${await idOf(silent)}`)
    expect(await page.getByRole('group', { name: '单位' }).count()).toBe(0)
  },
  withMapsMs,
)

test(
  'F follows the first truck and goes back to all; on a wall only map and folded cards are left, also after a reload',
  async () => {
    const path = `${screen}?trucks=${await idOf(driving)},${await idOf(silent)}`
    const page = await harness.signedIn('dispatcher1', { path })
    const followed = card(page, driving).getByRole('button', { name: '地图跟随该车（F）' })
    const all = page.getByRole('button', { name: '全部车辆保持在地图内（F）' })
    await followed.waitFor()
    const pressed = () => Promise.all([followed, all].map((button) => button.getAttribute('aria-pressed')))
    expect(await pressed()).toEqual(['false', 'true'])
    await page.keyboard.press('f')
    await eventually(pressed).toEqual(['true', 'false'])
    await page.keyboard.press('f')
    await eventually(pressed).toEqual(['false', 'true'])

    await page.getByRole('button', { name: '收起卡片' }).click()
    await page.getByRole('button', { name: '大屏模式' }).click()
    await page.reload()
    await card(page, driving).waitFor()
    expect(await page.getByRole('combobox', { name: '跟踪车辆' }).count()).toBe(0)
    expect(await page.getByText('今日里程').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: '跟踪车辆' }).waitFor()
  },
  withMapsMs,
)

test(
  '[2.3-03] in English the screen is another one: its words, and miles for those who want them',
  async () => {
    const path = `${screen}?trucks=${await idOf(driving)},${await idOf(abroad)}`
    const page = await harness.signedIn('dispatcher1', { path, language: 'en-US', width: 390, height: 844 })
    await eventually(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Live track map')
    const speed = card(page, driving).locator('.tracked-speed')
    await eventually(() => speed.innerText()).toMatch(/^\d+ km\/h$/)
    const kmh = Number.parseInt(await speed.innerText(), 10)
    await page.getByRole('group', { name: 'Units' }).getByRole('button', { name: 'mph' }).click()
    await eventually(() => speed.innerText()).toBe(`${Math.round(kmh / 1.609344)} mph`)
    await eventually(() => card(page, driving).innerText()).toMatch(/Driven today\s*\d+\.\d mi/)
    // The truck of another carrier is not shown, and the screen says that one is missing.
    await page.getByText('A truck of this link is not among those you may see.').waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axeProblems(page)).toEqual([])
  },
  withMapsMs,
)
